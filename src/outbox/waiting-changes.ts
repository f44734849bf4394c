import {
  canBeTakenBack,
  fieldsOf,
  targetIdOf,
  type Change,
  type NewHighlight,
  type OutboxEntry,
  type OutboxReason,
  type Touched,
  type Values,
} from '../model/outbox';
import type { Clock, Random, StateStore } from '../model/ports';
import { HighlightIndex } from '../store/highlight-index';
import { prefixes } from '../store/keys';
import {
  putOutboxEntry,
  readOutbox,
  readOutboxEntry,
  removeOutboxEntries,
  updateOutboxEntry,
  type Stores,
} from '../store/outbox-store';
import { rebaseLaterChanges } from './later-changes';
import { rememberDiscarded } from './discarded-changes';
import { changesNothing, problemOfChange, withoutUnchanged } from './check-change';
import { editedTags, isSameValue } from './compare';
import { isEdit, partsWhere } from './parts-of-change';
import { targetOf } from './targets';
import type { Highlight } from '../model/model';
import { itemKeyOf, shownId } from '../model/note-part';
import { noteKeysOfIds } from '../store/note-places';
import { currentHold, stateRange } from '../store/read-state';
import { readRecord } from '../store/stored';

export interface QueueHost extends Stores {
  readonly clock: Clock;
  readonly random: Random;
}

export type AddResult =
  | { readonly ok: true; readonly entries: readonly OutboxEntry[] }
  | { readonly ok: false; readonly reason: OutboxReason };

export interface AddOptions {
  /** The values that the person saw, if they differ from what the device holds. */
  readonly seen?: Partial<Values> | undefined;
  /** Until then it can be taken back, and nothing sends it. By the local clock, in milliseconds since the epoch. */
  readonly notBefore?: number | undefined;
}

const NOTHING: Values = { fields: {}, tags: [] };
const NOT_TRIED = { state: 'waiting', reason: { code: 'not-tried' }, nextTry: undefined } as const;
const NOTHING_TOUCHED: Touched = { books: [], documents: [], deleted: [] };

/**
 * Stores a change that a person asked for, without sending it. What the service would refuse is refused here,
 * with the field. May be called at any time, even during a sync: it writes no key but its own.
 */
export async function addChange(
  host: QueueHost,
  wanted: Change,
  options: AddOptions = {},
): Promise<AddResult> {
  if (wanted.kind !== 'create-highlights') return addOne(host, wanted, options);
  const problem = problemOfChange(wanted, NOTHING);
  if (problem !== null) return refused(problem);
  const entries: OutboxEntry[] = [];
  for (const change of await knownAsEdits(host.state, wanted)) {
    const added = await addOne(host, change);
    if (added.ok) entries.push(...added.entries);
    else if (added.reason.code !== 'nothing-to-change') return added;
  }
  return entries.length === 0 ? refused({ code: 'nothing-to-change' }) : { ok: true, entries };
}

async function addOne(
  host: QueueHost,
  wanted: Change,
  { seen, notBefore }: AddOptions = {},
): Promise<AddResult> {
  const { state, outbox } = host;
  const id = targetIdOf(wanted);
  const target = id === null ? null : await targetOf(state, id);
  if (id !== null && target === null) return refused(await whyUnknown(state, id));
  const waiting = await readOutbox(outbox);
  const known = withPending(target?.values ?? NOTHING, id, waiting);
  const base = { fields: { ...known.fields, ...seen?.fields }, tags: [...(seen?.tags ?? known.tags)] };
  const isEdit = wanted.kind === 'edit-highlight' || wanted.kind === 'edit-item';
  const change = isEdit ? withoutUnchanged(wanted, base) : wanted;
  const reason = problemOfChange(change, base);
  if (reason !== null) return refused(reason);
  if ((change.kind === 'edit-highlight' || change.kind === 'edit-item') && changesNothing(change))
    return refused({ code: 'nothing-to-change' });
  const entryId = nextId(host, waiting);
  const entry: OutboxEntry = {
    id: entryId,
    change: withAddresses(change, entryId),
    base,
    at: new Date(host.clock.now()).toISOString(),
    ...NOT_TRIED,
    nextTry: notBefore,
    tries: 0,
    touched: target?.touched ?? NOTHING_TOUCHED,
  };
  await putOutboxEntry(outbox, entry);
  return { ok: true, entries: [entry] };
}

const refused = (reason: OutboxReason): AddResult => ({ ok: false, reason });

/** What was deleted at the service may still be in a note, for example in one on hold. */
export async function whyUnknown(state: StateStore, id: string): Promise<OutboxReason> {
  const itemKey =
    (await new HighlightIndex(state).itemsOf([id])).get(id) ?? (await noteKeysOfIds(state, [id]))[0];
  if (itemKey === null || itemKey === undefined) return { code: 'unknown-target', target: id };
  const held = (await currentHold(state))?.notes ?? [];
  return { code: 'deleted', isNoteOnHold: held.some((note) => itemKeyOf(note.id) === shownId(itemKey)) };
}

/**
 * The values that a person starts from to change something: those that the device has, with pending changes
 * applied. Null when it knows no such target.
 */
export async function valuesToChange({ state, outbox }: Stores, id: string): Promise<Values | null> {
  const target = await targetOf(state, id);
  return target === null ? null : withPending(target.values, id, await readOutbox(outbox));
}

/** The values with the target's pending changes applied. */
function withPending(values: Values, id: string | null, entries: readonly OutboxEntry[]): Values {
  const pending = entries.filter(({ state, change }) => state !== 'refused' && targetIdOf(change) === id);
  return pending.reduce((before, { change }) => valuesAfter(before, change), values);
}

/** The values with one change applied. */
export function valuesAfter({ fields, tags }: Values, change: Change): Values {
  const edits = 'tags' in change ? change.tags : undefined;
  return {
    fields: { ...fields, ...fieldsOf(change) },
    tags: edits === undefined ? tags : (editedTags(edits, tags) ?? tags),
  };
}

/** Sorts in the order of adding, and is never reused: addresses of new highlights contain it. */
function nextId({ clock, random }: QueueHost, waiting: readonly OutboxEntry[]): string {
  const last = waiting.at(-1)?.id.slice(0, TIME_DIGITS) ?? '';
  const now = Math.max(Math.floor(clock.now()), last === '' ? 0 : parseInt(last, 36) + 1);
  const randomPart = Math.floor(random() * 36 ** RANDOM_DIGITS);
  return `${now.toString(36).padStart(TIME_DIGITS, '0')}${randomPart.toString(36).padStart(RANDOM_DIGITS, '0')}`;
}

const TIME_DIGITS = 9;
const RANDOM_DIGITS = 6;

/** Gives new highlights the address by which they are found again when an answer is lost. */
function withAddresses(change: Change, entryId: string): Change {
  if (change.kind !== 'create-highlights') return change;
  return {
    ...change,
    highlights: change.highlights.map((highlight, index) => ({
      ...highlight,
      highlightUrl: highlight.highlightUrl ?? ownAddress(highlight, `florilegium-${entryId}-${index + 1}`),
    })),
  };
}

const READER = 'https://read.readwise.io/';
const LIBRARY = 'https://readwise.io/library';

/** Leads to the source, if there is one. An address in Reader would identify a Reader highlight. */
function ownAddress({ sourceUrl = '' }: NewHighlight, mark: string): string {
  const page = /^https?:/.test(sourceUrl) && !sourceUrl.startsWith(READER) ? sourceUrl : LIBRARY;
  return `${page.split('#', 1).join('')}#${mark}`;
}

/** Removes a change from the outbox, and remembers the decision. What has reached the service stays there. */
export async function discardChange(outbox: StateStore, id: string): Promise<void> {
  const entry = await readOutboxEntry(outbox, id);
  if (entry === null) return;
  if (entry.state === 'sent') return removeOutboxEntries(outbox, [id]);
  await rememberDiscarded(outbox, entry);
  await withdraw(outbox, entry);
}

/** Removes a change that was not sent: later changes of the same target are based on what stays. */
async function withdraw(
  outbox: StateStore,
  entry: Pick<OutboxEntry, 'id' | 'base' | 'change'>,
): Promise<void> {
  await rebaseLaterChanges(outbox, entry, { from: fieldsOf(entry.change), to: entry.base.fields });
  await removeOutboxEntries(outbox, [entry.id]);
}

/**
 * Takes back a change that nothing has tried to send yet; false when it is too late for that. Unlike a discarded one,
 * it is as if it had never been asked for.
 */
export async function takeBackChange(
  { outbox, clock }: Pick<QueueHost, 'outbox' | 'clock'>,
  id: string,
): Promise<boolean> {
  const entry = await readOutboxEntry(outbox, id);
  if (entry === null || !canBeTakenBack(entry, clock.now())) return false;
  await withdraw(outbox, entry);
  return true;
}

/**
 * Replaces a change that was not sent, keeping the values that the person saw. The old one is removed only after
 * the new one is stored; if it is just being sent, the new one finds out when it reads the record.
 */
export async function replaceChange(
  host: QueueHost,
  old: Pick<OutboxEntry, 'id' | 'base' | 'change'>,
  change: Change,
  options: Pick<AddOptions, 'notBefore'> = {},
): Promise<AddResult> {
  const added = await addChange(host, change, { ...options, seen: old.base });
  if (!added.ok) return added;
  await withdraw(host.outbox, old);
  return added;
}

/** Lets a refused or waiting change be tried again at once. */
export async function retryChange(outbox: StateStore, id: string): Promise<void> {
  await updateOutboxEntry(outbox, id, (entry) => {
    if (entry.state === 'conflict' || entry.state === 'sent') return entry;
    return { ...entry, ...NOT_TRIED };
  });
}

/** `mine` is sent; `theirs` stays at the service; `values` are sent instead of mine, by field. */
export type Settlement =
  | { readonly kind: 'mine' }
  | { readonly kind: 'theirs' }
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, string>> };

/**
 * Settles the conflicts of a change: what the service has now counts as seen by the person. Null when nothing
 * is left of the change.
 */
export async function settleChange(
  outbox: StateStore,
  id: string,
  settlement: Settlement,
): Promise<AddResult | null> {
  const entry = await readOutboxEntry(outbox, id);
  const reason = entry === null ? null : problemOfSettlement(entry, settlement);
  if (reason !== null) return refused(reason);
  if (entry?.state === 'conflict') await recordDecision(outbox, entry, settlement);
  const next = await updateOutboxEntry(outbox, id, (current) => settledEntry(current, settlement));
  return next === null ? null : { ok: true, entries: [next] };
}

/** Called before the change itself is settled: if interrupted in between, it is merely settled again. */
async function recordDecision(outbox: StateStore, entry: OutboxEntry, settlement: Settlement): Promise<void> {
  if (settlement.kind === 'mine') return;
  const theirs = Object.fromEntries((entry.conflicts ?? []).map((each) => [each.field, each.theirs]));
  // The rest of the change is sent.
  const given = isEdit(entry.change) ? partsWhere(entry.change, (part) => part in theirs) : entry.change;
  if (settlement.kind === 'theirs' && given !== null)
    await rememberDiscarded(outbox, { ...entry, change: given });
  const to = settlement.kind === 'values' ? { ...theirs, ...settlement.values } : theirs;
  await rebaseLaterChanges(outbox, entry, { from: fieldsOf(entry.change), to });
}

function problemOfSettlement(entry: OutboxEntry, settlement: Settlement): OutboxReason | null {
  const next = settlement.kind === 'values' ? settledEntry(entry, settlement) : null;
  return next === null ? null : problemOfChange(next.change, next.base);
}

/** Null when nothing is left of the change. Without a conflict, returns it as it is. */
function settledEntry(entry: OutboxEntry, settlement: Settlement): OutboxEntry | null {
  if (entry.state !== 'conflict') return entry;
  const { conflicts = [] } = entry;
  const theirs = new Map(conflicts.map((conflict) => [conflict.field, conflict.theirs]));
  const change = settledChange(entry.change, theirs, settlement);
  if (change === null) return null;
  return {
    ...entry,
    change,
    base: { ...entry.base, fields: { ...entry.base.fields, ...Object.fromEntries(theirs) } },
    ...NOT_TRIED,
    conflicts: undefined,
  };
}

function settledChange(
  change: Change,
  theirs: ReadonlyMap<string, string>,
  settlement: Settlement,
): Change | null {
  if (settlement.kind === 'mine') return change;
  if (change.kind !== 'edit-highlight' && change.kind !== 'edit-item') return null;
  const chosen = settlement.kind === 'theirs' ? Object.fromEntries(theirs) : settlement.values;
  const wanted = Object.entries({ ...change.fields, ...chosen });
  const fields = wanted.filter(([field, value]) => {
    const other = theirs.get(field);
    return other === undefined || !isSameValue(field, value, other);
  });
  const next = { ...change, fields: Object.fromEntries(fields) };
  return changesNothing(next) ? null : next;
}

type Creation = Extract<Change, { kind: 'create-highlights' }>;

/**
 * New highlights with an address that the device already knows were sent before. They become edits, so that
 * later changes at the service are not overwritten; the rest are created.
 */
async function knownAsEdits(state: StateStore, creation: Creation): Promise<readonly Change[]> {
  const urls = new Set(creation.highlights.flatMap(({ highlightUrl }) => highlightUrl ?? []));
  const highlights = urls.size === 0 ? [] : await highlightsAt(state, (url) => urls.has(url));
  const known = new Map(highlights.map(({ url, id }) => [url, `rw${id}`]));
  const edits: Change[] = [];
  const unknown = creation.highlights.filter(({ highlightUrl = '', text, note = '' }) => {
    const anchor = known.get(highlightUrl);
    if (anchor === undefined) return true;
    edits.push({ kind: 'edit-highlight', anchor, fields: note === '' ? { text } : { text, note } });
    return false;
  });
  return unknown.length === 0 ? edits : [{ ...creation, highlights: unknown }, ...edits];
}

/** The highlights with a wanted address. Searches the whole library. */
export async function highlightsAt(
  state: StateStore,
  isWanted: (url: string) => boolean,
): Promise<readonly Highlight[]> {
  const found: Highlight[] = [];
  for await (const entries of stateRange(state, prefixes.item)) {
    for (const { highlights } of entries.flatMap(({ value }) => readRecord(value) ?? []))
      found.push(...highlights.filter(({ deleted, url }) => !deleted && isWanted(url)));
  }
  return found;
}
