import { sendAndDays } from '../../features/daily/day-watch';
import type { OutboxReason } from '../../model/outbox';
import type { StateStore } from '../../model/ports';
import type { Settings } from '../../model/settings';
import { listChanges } from '../../outbox/send-changes';
import { readOutbox } from '../../store/outbox-store';
import { OverlayStateStore } from '../../store/state-stores';
import { StateError } from '../errors';
import { EXIT, exitCodeOfSending } from '../exit-code';
import { NodeCalendar } from '../node-calendar';
import { print, printJson, printMessage } from '../output';
import { changeJson, plannedLines, refusalText, sendingJson, sendingLines } from '../text/outbox-text';
import { allowedToken } from './allowed-token';
import { inState, type TerminalDependencies } from './in-state';
import { requireVault, settingsFor, type Options } from './inputs';

/** What is asked for cannot be sent. Nothing was stored. */
export class Refused extends Error {
  constructor(
    /** What it was asked for, as the person called it. */
    readonly target: string,
    readonly fields: readonly string[],
    message: string,
  ) {
    super(message);
  }

  static because(target: string, fields: readonly string[], reason: OutboxReason): Refused {
    return new Refused(target, fields, refusalText(reason));
  }
}

/** What a verb works with. In a dry run, what is put into the outbox is not kept. */
export interface Asking {
  readonly deps: TerminalDependencies;
  readonly state: StateStore;
  readonly settings: Settings;
}

/** The changes to send; undefined: all of the outbox. */
export type Chosen = ReadonlySet<string> | undefined;

export interface Verb {
  readonly options: Options;
  readonly signal: AbortSignal;
  /** What the person named, for a message when nothing can be stored. */
  readonly target: string;
  /** Stores what is asked for. Throws `Refused`. */
  readonly ask: (asking: Asking) => Promise<Chosen>;
}

/** Stores what is asked for, sends it, and prints what became of it. Returns the exit code. */
export async function runVerb({ options, signal, target, ask }: Verb): Promise<number> {
  const { vault, dryRun = false, json = false } = options;
  requireVault(vault);
  const settings = settingsFor(options);
  const token = dryRun ? '' : await allowedToken(options, settings);
  try {
    return await inState(options, signal, async (deps) => {
      const state = dryRun ? new OverlayStateStore(deps.state) : deps.state;
      const ids = await ask({ deps, state, settings });
      if (dryRun) return await printPlanned(state, { ids, json });
      const result = await sendAndDays(deps, { settings, token, signal, ids }, new NodeCalendar(vault));
      deps.reporter.end();
      sendingLines(result).forEach(printMessage);
      if (json) printJson(sendingJson(result));
      return exitCodeOfSending(result);
    });
  } catch (error) {
    if (error instanceof Refused) return printRefused(error, { json, code: EXIT.usageOrSettings });
    if (!(error instanceof StateError) || error.kind !== 'locked') throw error;
    const message = `${error.message} Nothing was stored or sent: ask for it again then.`;
    return printRefused(new Refused(target, [], message), { json, code: EXIT.otherSync });
  }
}

async function printPlanned(
  state: StateStore,
  { ids, json }: { readonly ids: Chosen; readonly json: boolean },
): Promise<number> {
  const isChosen = ({ id }: { readonly id: string }): boolean => ids?.has(id) ?? true;
  const changes = (await listChanges(state)).filter(isChosen);
  if (json) printJson({ outcome: 'waiting', changes: changes.map(changeJson), requests: 0 });
  else print(plannedLines((await readOutbox(state)).filter(isChosen)));
  return EXIT.done;
}

function printRefused(
  { target, fields, message }: Refused,
  { json, code }: { readonly json: boolean; readonly code: number },
): number {
  printMessage(message);
  const change = { target, fields, state: 'refused', reason: message };
  if (json) printJson({ outcome: 'refused', changes: [change], requests: 0 });
  return code;
}
