import { EXIT } from '../platform/node/exit-code';
import { errorCode } from '../platform/node/errno';
import { say } from './can-start';

/**
 * Output that nobody takes any more ends nothing: `head` has read enough, a log's disk is full. What was asked for and could not be
 * written is told, and counts in the exit code.
 */
export function outliveReaders(): void {
  // Of messages there is nobody left to tell.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    const code = errorCode(error);
    if (code === 'EPIPE') return;
    say(`What you asked for could not be written (${code ?? 'unknown'}).`);
    process.once('exit', () => {
      process.exitCode = EXIT.usageOrSettings;
    });
  });
}
