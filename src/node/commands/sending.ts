import { sendAndDays } from '../../features/daily/day-watch';
import type { OutboxReason } from '../../model/outbox';
import type { StateStore } from '../../model/ports';
import type { Settings } from '../../model/settings';
import { listChanges } from '../../outbox/send-changes';
import { readOutbox } from '../../store/outbox-store';
import { OverlayStateStore } from '../../store/state-stores';
import { StateError, VaultPathError } from '../errors';
import { EXIT, exitCodeOfSending } from '../exit-code';
import { NodeCalendar } from '../node-calendar';
import { print, printJson, printMessage } from '../output';
import { changeJson, plannedLines, refusalText, sendingJson, sendingLines } from '../text/status';
import { allowedToken, inState, type TerminalDependencies } from './in-state';
import { requireVault, settingsFor, type Options } from './inputs';
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findTarget, type Target } from '../../outbox/targets';
import { findLocalChanges } from '../../features/hand-changes/local-changes';
import { addChange, discardChange, retryChange, settleChange } from '../../outbox/queue';
import { SAME_ID } from '../../messages/outbox-messages';
import { oneLine } from '../text/report';

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

/**
 * What a person names: an anchor, an id, or the path of a note, from the current folder or from the vault.
 * Throws `Refused` when the device knows no such thing.
 */
export async function knownTarget(deps: TerminalDependencies, vault: string, name: string): Promise<Target> {
  const target = await orNull(findTarget(deps, notePathIn(vault, name) ?? name));
  if (target === null) throw Refused.because(name, [], { code: 'unknown-target', target: name });
  return target;
}

/** Null when no note of the vault has that path. */
function notePathIn(vault: string, name: string): string | null {
  if (!name.endsWith('.md')) return null;
  const root = resolve(vault);
  const found = [resolve(name), resolve(root, name)].find((path) => isInside(root, path) && existsSync(path));
  return found === undefined ? null : relative(root, found).split(sep).join('/');
}

function isInside(root: string, path: string): boolean {
  const inRoot = relative(root, path);
  return inRoot !== '' && !inRoot.startsWith('..') && !isAbsolute(inRoot);
}

/** Null for a path that cannot be a note of the vault. */
async function orNull(finding: Promise<Target | null>): Promise<Target | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof VaultPathError) return null;
    throw error;
  }
}

/** Changes by id, as `status` lists them. */
export type SendingOptions = Options & {
  readonly mine?: readonly string[];
  readonly theirs?: readonly string[];
  readonly discard?: readonly string[];
  readonly retry?: readonly string[];
  readonly yes?: boolean;
};

/** So many changes made by hand are sent without another confirmation. */
const MOST_UNCONFIRMED = 20;

/**
 * Sends all that waits, and what was changed by hand in notes as far as the settings allow it. With changes
 * named, only these are settled and sent.
 */
export async function send(options: SendingOptions, signal: AbortSignal): Promise<number> {
  const { mine = [], theirs = [], discard = [], retry = [] } = options;
  const named = [...mine, ...theirs, ...discard, ...retry];
  const ask = async (asking: Asking): Promise<Chosen> => {
    if (named.length > 0) return settle(asking.state, { mine, theirs, discard, retry });
    await addLocalChanges(asking, { isConfirmed: options.yes === true || options.dryRun === true, signal });
    return undefined;
  };
  return runVerb({ options, signal, target: named.join(', '), ask });
}

interface Decisions {
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  readonly discard: readonly string[];
  readonly retry: readonly string[];
}

async function settle(state: StateStore, { mine, theirs, discard, retry }: Decisions): Promise<Chosen> {
  const named = [...mine, ...theirs, ...discard, ...retry];
  const known = new Set((await readOutbox(state)).map(({ id }) => id));
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Refused(unknown, [], `No change with the id “${unknown}” waits. See florilegium status.`);
  for (const id of mine) await settleChange(state, id, { kind: 'mine' });
  for (const id of theirs) await settleChange(state, id, { kind: 'theirs' });
  for (const id of discard) await discardChange(state, id);
  for (const id of retry) await retryChange(state, id);
  return new Set(named);
}

interface Confirmation {
  readonly isConfirmed: boolean;
  readonly signal: AbortSignal;
}

/** Puts what was changed by hand into the outbox. */
async function addLocalChanges(
  { deps, state, settings }: Asking,
  { isConfirmed, signal }: Confirmation,
): Promise<void> {
  const { changes, ambiguous } = await findLocalChanges({ ...deps, state, signal }, settings);
  if (ambiguous.length > 0) printMessage(SAME_ID);
  for (const path of ambiguous) printMessage(`  ${oneLine(path)}`);
  if (changes.length > MOST_UNCONFIRMED && !isConfirmed)
    throw new Refused(
      '',
      [],
      `You made ${changes.length} changes by hand in notes. See them with --dry-run; to send them all, add --yes.`,
    );
  for (const { change, path } of changes) {
    const added = await addChange({ ...deps, state }, change);
    if (!added.ok && added.reason.code !== 'nothing-to-change')
      printMessage(`${oneLine(path)}: ${refusalText(added.reason)}`);
  }
}
