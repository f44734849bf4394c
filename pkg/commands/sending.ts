import { countLeftOut, itemOfHighlight } from '../../src/features/preview/note-of-highlight';
import { findLocalChanges } from '../../src/features/hand-changes/local-changes';
import { SAME_ID, UNKNOWN_TEMPLATE, UNLIKE } from '../../src/messages/outbox-messages';
import {
  fieldsOf,
  targetIdOf,
  type Change,
  type Decided,
  type LeftOutHighlights,
  type OutboxReason,
} from '../../src/model/outbox';
import type { Settings } from '../../src/model/settings';
import { decideAgainst } from '../../src/outbox/decide';
import { addChange, retryChange, settleChange } from '../../src/outbox/waiting-changes';
import { listChanges, sendChanges } from '../../src/outbox/send-changes';
import { readOutbox, type Stores } from '../../src/store/outbox-store';
import { OverlayStateStore } from '../../src/store/state-stores';
import { CannotStart, StateError } from '../errors';
import { EXIT, exitCodeOfSending } from '../exit-code';
import { printJson, printMessage, printResult } from '../output';
import { oneLine } from '../../src/messages/report-messages';
import {
  plannedLines,
  refusalText,
  sendingJson,
  sendingLines,
  type PlannedChange,
} from '../text/status-text';
import { CONFIRM, REFUSED } from '../text/refusal-text';
import { confirm } from './confirm';
import { inState, type TerminalDependencies } from './in-state';
import { allowedToken, settingsFor } from './inputs';
import type { Options } from './options';

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

interface Asked {
  readonly options: Options;
  readonly signal: AbortSignal;
  /** What the person called the target. */
  readonly name: string;
}

/** Stores a change and sends it. Returns the exit code. */
export const sendChange = (
  asked: Asked,
  changeOf: (deps: TerminalDependencies) => Change | Promise<Change>,
): Promise<number> =>
  sendStored(asked, async (deps) => ({ ids: await store(deps, asked.name, await changeOf(deps)) }));

/** Puts a change into the outbox. Where it waits there already, that one is sent. */
async function store(deps: TerminalDependencies, name: string, change: Change): Promise<ReadonlySet<string>> {
  const added = await addChange(deps, change);
  if (added.ok) return new Set(added.entries.map(({ id }) => id));
  const { reason } = added;
  const fields = Object.keys(fieldsOf(change));
  const changed = 'tags' in change && change.tags !== undefined ? [...fields, 'tags'] : fields;
  if (reason.code !== 'nothing-to-change') throw Refused.because(name, changed, reason);
  const target = targetIdOf(change);
  const waiting = (await readOutbox(deps.outbox)).filter(
    (entry) => entry.state !== 'refused' && target !== null && targetIdOf(entry.change) === target,
  );
  return new Set(waiting.map(({ id }) => id));
}

interface Chosen {
  /** The changes to send; all of the outbox when undefined. */
  readonly ids?: ReadonlySet<string>;
  /** What the person decided not to send. */
  readonly decided?: readonly Decided[];
}

/**
 * Stores what is asked for, sends it, and prints what became of it. Returns the exit code. In a dry run,
 * nothing is sent, and what is put into the outbox is not kept.
 */
async function sendStored(
  { options, signal, name }: Asked,
  ask: (deps: TerminalDependencies, settings: Settings) => Promise<Chosen>,
): Promise<number> {
  const settings = settingsFor(options);
  const token = options.dryRun === true ? '' : await allowedToken(options, settings);
  try {
    return await inState(options, signal, async (deps) => {
      if (options.dryRun === true) {
        const outbox = new OverlayStateStore(deps.outbox);
        return showPlanned(
          options,
          { ...deps, outbox },
          { settings, ...(await ask({ ...deps, outbox }, settings)) },
        );
      }
      const { ids, decided = [] } = await ask(deps, settings);
      const result = await sendChanges(deps, { settings, token, signal, ids });
      deps.reporter.end();
      sendingLines(result, decided).forEach(printMessage);
      if (options.json === true) printJson(sendingJson(result, decided));
      return exitCodeOfSending(result);
    });
  } catch (error) {
    if (error instanceof Refused) return showRefused(options, error, EXIT.usageOrSettings);
    if (error instanceof CannotStart)
      return showRefused(options, new Refused(name, [], error.message), EXIT.usageOrSettings);
    if (!(error instanceof StateError) || error.kind !== 'locked') throw error;
    const message = REFUSED.whileSyncing(error.message);
    return showRefused(options, new Refused(name, [], message), EXIT.otherSync);
  }
}

interface Planned extends Chosen {
  readonly settings: Settings;
}

async function showPlanned(
  options: Options,
  deps: TerminalDependencies,
  { settings, ids, decided = [] }: Planned,
): Promise<number> {
  const entries = new Map((await readOutbox(deps.outbox)).map((entry) => [entry.id, entry]));
  const changes = (await listChanges(deps)).filter(({ id }) => ids?.has(id) ?? true);
  const planned: PlannedChange[] = [];
  for (const shown of changes) {
    const entry = entries.get(shown.id);
    if (entry === undefined) continue;
    planned.push({ shown, entry, leftOut: await leftOutOf(deps, entry.change, settings) });
  }
  const lines = plannedLines(planned, decided);
  const value = sendingJson({ outcome: 'waiting', changes, requests: 0 }, decided);
  printResult(options, { value, lines });
  return EXIT.done;
}

/** What settings and rules leave out of the notes; undefined where nothing. */
async function leftOutOf(
  deps: TerminalDependencies,
  change: Change,
  settings: Settings,
): Promise<LeftOutHighlights | undefined> {
  if (change.kind !== 'create-highlights') return undefined;
  let count = 0;
  for (const highlight of change.highlights) {
    const item = await itemOfHighlight(deps, highlight);
    if (item !== null) count += countLeftOut(deps, { item, highlights: [highlight], settings });
  }
  return count === 0 ? undefined : { count, of: change.highlights.length };
}

function showRefused({ json }: Options, { target, fields, message }: Refused, code: number): number {
  printMessage(message);
  const change = { target, fields, state: 'refused', reason: message };
  if (json === true) printJson({ outcome: 'refused', changes: [change], requests: 0 });
  return code;
}

/** Changes by id, as `status` lists them. */
interface Decisions {
  readonly mine?: readonly string[];
  readonly theirs?: readonly string[];
  readonly discard?: readonly string[];
  readonly retry?: readonly string[];
}

type SendingOptions = Options & Decisions;

/** So many changes made by hand are sent without another confirmation. */
const MOST_UNCONFIRMED = 20;

/**
 * Sends all that waits, and what was changed by hand in notes as far as the settings allow it. With changes
 * named, only these are settled and sent.
 */
export async function send(options: SendingOptions, signal: AbortSignal): Promise<number> {
  const { mine = [], theirs = [], discard = [], retry = [] } = options;
  const named = [...mine, ...theirs, ...discard, ...retry];
  const confirmMany = (count: number): Promise<void> => confirm(options, CONFIRM.manyChanges(count), signal);
  return sendStored({ options, signal, name: named.join(', ') }, async (deps, settings) => {
    if (named.length > 0) return settle(deps, { mine, theirs, discard, retry });
    await addLocalChanges(deps, settings, options.dryRun === true ? null : confirmMany);
    return {};
  });
}

async function settle(
  { state, outbox }: Stores,
  { mine, theirs, discard, retry }: Required<Decisions>,
): Promise<Chosen> {
  const named = [...mine, ...theirs, ...discard, ...retry];
  const entries = await readOutbox(outbox);
  const conflicts = entries.filter((entry) => entry.state === 'conflict');
  const known = new Set(entries.map(({ id }) => id));
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refused(unknown, [], REFUSED.noChange(unknown));
  const twice = named.find((id, index) => named.indexOf(id) !== index);
  if (twice !== undefined) throw new Refused(twice, [], REFUSED.twice(twice));
  const undecidable = theirs.find((id) => conflicts.every((entry) => entry.id !== id));
  if (undecidable !== undefined) throw new Refused(undecidable, [], REFUSED.noConflict(undecidable));
  for (const id of mine) await settleChange(outbox, id, { kind: 'mine' });
  const decided: (Decided | null)[] = [];
  for (const id of theirs) decided.push(await decideAgainst({ state, outbox }, id, 'theirs'));
  for (const id of discard) decided.push(await decideAgainst({ state, outbox }, id, 'discard'));
  for (const id of retry) await retryChange(outbox, id);
  return { ids: new Set(named), decided: decided.filter((each) => each !== null) };
}

function printNotes(message: string, paths: readonly string[]): void {
  if (paths.length > 0) printMessage(message);
  for (const path of paths) printMessage(`  ${oneLine(path)}`);
}

/** Puts what was changed by hand into the outbox. `confirmMany`: null in a dry run. */
async function addLocalChanges(
  deps: TerminalDependencies,
  settings: Settings,
  confirmMany: ((count: number) => Promise<void>) | null,
): Promise<void> {
  const { changes, ambiguous, ofUnknownTemplate, unlike } = await findLocalChanges(deps, settings);
  printNotes(SAME_ID, ambiguous);
  printNotes(UNKNOWN_TEMPLATE, ofUnknownTemplate);
  printNotes(UNLIKE, unlike);
  if (changes.length > MOST_UNCONFIRMED) await confirmMany?.(changes.length);
  for (const { change, path } of changes) {
    const added = await addChange(deps, change);
    if (!added.ok && added.reason.code !== 'nothing-to-change')
      printMessage(`${oneLine(path)}: ${refusalText(added.reason)}`);
  }
}
