import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { CannotStart } from '../errors';
import { printMessage } from '../output';
import { CONFIRM } from '../text/refusal-text';
import type { Options } from './options';

interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

const OF_PROCESS: Terminal = { input: process.stdin, output: process.stderr };

/**
 * Before what cannot be taken back: a person at a terminal is asked, and anybody else needs `--yes`. Throws
 * `CannotStart` when it is not to be done. `why`: a sentence that says what is at stake.
 */
export async function confirm(
  options: Pick<Options, 'yes' | 'json'>,
  why: string,
  signal: AbortSignal,
  terminal = OF_PROCESS,
): Promise<void> {
  if (options.yes === true) return;
  if (options.json === true || !canAsk(terminal)) throw new CannotStart(CONFIRM.addYes(why));
  printMessage(why);
  if (!(await isAnsweredYes(terminal, signal))) throw new CannotStart(CONFIRM.nothing);
}

/** Standard input has ended when the token was read from it. */
const canAsk = ({ input, output }: Terminal): boolean =>
  input.isTTY === true && output.isTTY === true && !input.readableEnded;

/** Anything but a yes is a no, also the end of the input. */
async function isAnsweredYes({ input, output }: Terminal, signal: AbortSignal): Promise<boolean> {
  // Not in the mode for editing: there, Ctrl-C would not reach the program.
  const lines = createInterface({ input, terminal: false, signal });
  const answered = new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  output.write(CONFIRM.ask);
  const answer = await answered;
  lines.close();
  signal.throwIfAborted();
  return /^y(es)?$/i.test(answer.trim());
}
