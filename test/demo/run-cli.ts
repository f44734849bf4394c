import { type ReportJson } from '../../src/messages/report-messages';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';

export interface CliRun {
  /** The built terminal program. */
  readonly program: string;
  readonly vault: string;
  readonly state: string;
  readonly baseUrl: string;
  readonly token: string;
}

/** Runs `florilegium sync` as a person would from a terminal. Throws when it gives no report. */
export async function runSyncCommand(run: CliRun): Promise<ReportJson> {
  const child = spawn(process.execPath, [run.program, ...syncArguments(run), '--json'], {
    env: { ...process.env, READWISE_TOKEN: run.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const output = await text(child.stdout);
  await closed;
  if (output.trim() === '')
    throw new Error(`florilegium sync ended with code ${String(child.exitCode)} and no report`);
  return JSON.parse(output) as ReportJson;
}

export function syncArguments(run: CliRun): readonly string[] {
  return ['sync', '--vault', run.vault, '--base-url', run.baseUrl, '--state', run.state];
}
