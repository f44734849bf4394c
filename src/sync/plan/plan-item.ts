import { isJoinedNote, isTextPart, itemKeyOf, joinedBookOf, partIdOf, partKey } from '../../model/note-part';
import { assembleItem, hasUnpairedHighlights, awaitsDocument, type Assembled } from '../../model/item';
import type { DocumentHighlight, Item, ItemHighlight, ItemNotes } from '../../model/model';
import type { RemovalReason } from '../../model/problem';
import type { ItemRecord } from '../../model/record';
import type { StoredText } from '../../store/stored';
import { once } from '../../model/collections';
import { isMarked, leavesItsPlace, planRefused, planRemoval, type DeletionPolicy } from './plan';
import { ItemFiles } from '../attachments/attachments-of-item';
import { categoriesOf, withCategories, type MadeWith } from '../../notes/layout/categories';
import { scopeFor, type Decision } from '../../notes/layout/decision';
import { layOut } from '../../notes/layout/layout';
import { plainPath } from '../../notes/names/naming';
import { splitNote } from '../../notes/note/note';
import { bothNotes, ownNotes, type OwnNotes } from '../../notes/note/own-links';
import { locateWhole, placeOfMissing } from './joined-notes';
import { linkTarget, locateNoteOf, placeNote, type Located, type LocatedNote } from './locate-note';
import { identityIn, identityOfNote } from './note-identity';
import { planNote, type LiveItem, type NoteContent, type NoteToPlan } from './plan-note';
import { textNeedOf } from '../pull/full-texts';
import type { GoneNote, ItemPlan, ItemToPlan, LeftOutNote, NotePlan, PlanContext } from './plan-context';

const WAIT: ItemPlan = { kind: 'wait' };
const NOTHING = { kind: 'notes', notes: [], isProvisional: false, wantsText: null } as const;

/** Plans the notes of one item. Reads the vault, writes nothing. */
export async function planItem(context: PlanContext, item: ItemToPlan): Promise<ItemPlan> {
  const { record } = item;
  const isOpen = hasUnpairedHighlights(record) || awaitsDocument(record);
  if (item.v2.kind === 'under way' && isOpen) return WAIT;
  const decision = context.decide(record);
  const assembled = assemble(record, context, item);
  if (assembled.kind === 'gone' && item.isAnew) return NOTHING;
  if (assembled.kind === 'gone') return planRemovedItem(context, item, assembled.reason);
  if (decision === null) return planRemovedItem(context, item, 'deleted');
  if (assembled.kind === 'out-of-scope' || decision.isLeftOut) {
    const left = await planLeftOut(context, item, { noteKeys: [...item.places.keys()] });
    return { ...NOTHING, ...left, isProvisional: assembled.isProvisional };
  }
  return planLive(context, item, { assembled, decision });
}

const assemble = (
  record: ItemRecord,
  { scope, decide }: PlanContext,
  { v2, isAnew, inUse }: Pick<ItemToPlan, 'v2' | 'isAnew'> & { readonly inUse?: ReadonlySet<string> },
): Assembled =>
  assembleItem(record, {
    scope: scopeFor(scope, decide(record)),
    // What waits keeps its item due, so nothing does in one that is only due anew.
    v2KnownUpTo: v2.kind === 'complete' && !isAnew ? v2.upTo : null,
    inUse,
  });

async function planRemovedItem(
  context: PlanContext,
  item: ItemToPlan,
  reason: RemovalReason,
): Promise<ItemPlan> {
  // Every known note of the item, and in any case that of the whole.
  const noteKeys = [...new Set([item.record.key, ...item.places.keys()])];
  const notes = await planRemovedNotes(context, item, {
    noteKeys,
    reason,
    policyOf: () => context.deletions,
  });
  return { kind: 'notes', notes, isProvisional: false, wantsText: null, parentless: parentlessIn(item) };
}

/** The Reader highlights that are in no note because their document is not known. */
function parentlessIn({ record, v2 }: ItemToPlan): readonly DocumentHighlight[] {
  const isListed = v2.kind === 'complete' && v2.isV3Complete === true;
  if (!isListed || record.document !== null || record.book !== null) return [];
  return record.documentHighlights.filter(({ deleted }) => !deleted);
}

/** Leaves notes that the settings leave out alone, unless the user or the settings say otherwise. */
async function planLeftOut(
  context: PlanContext,
  item: ItemToPlan,
  { noteKeys, own }: Pick<Removal, 'noteKeys' | 'own'>,
): Promise<{ readonly notes: readonly NotePlan[]; readonly leftOut: readonly LeftOutNote[] }> {
  const { outOfScope, deletions } = context;
  const answerFor = (noteKey: string) => item.leavingTo?.(noteKey) ?? outOfScope;
  const policyOf = (noteKey: string): DeletionPolicy | null => {
    const isSaid = (item.leavingTo?.(noteKey) ?? null) !== null;
    if (!isSaid && isAsUndone(item, noteKey)) return null;
    const untouched = answerFor(noteKey);
    return untouched === 'trash' || untouched === 'archive' ? { ...deletions, untouched } : null;
  };
  const asked = noteKeys.filter((noteKey) => answerFor(noteKey) === 'ask');
  return {
    leftOut: await newlyLeftOut(context, item, asked),
    notes: await planRemovedNotes(context, item, { noteKeys, reason: 'out-of-scope', policyOf, own }),
  };
}

/** What undo brought back stays until its item changes. */
const isAsUndone = ({ isAnew, places }: ItemToPlan, noteKey: string): boolean =>
  isAnew && places.get(noteKey)?.isReverted === true;

/** Existing notes about which the user was not asked yet. */
async function newlyLeftOut(
  { vault }: PlanContext,
  item: ItemToPlan,
  noteKeys: readonly string[],
): Promise<readonly LeftOutNote[]> {
  const found: LeftOutNote[] = [];
  for (const noteKey of noteKeys) {
    if (item.places.get(noteKey)?.isLeftOut === true) continue;
    const { note } = await locateNoteOf(vault, item, { noteKey, expectedPath: '' });
    // A marked note has already been decided about.
    if (note !== null && !isMarked(note.text))
      found.push({ noteKey, place: { path: note.path, isLeftOut: true } });
  }
  return found;
}

interface Removal {
  readonly noteKeys: readonly string[];
  readonly reason: RemovalReason;
  /** Null for a note that stays as it is. */
  readonly policyOf: (noteKey: string) => DeletionPolicy | null;
  /** The notes that the item keeps; without it, it keeps none. */
  readonly own?: OwnNotes | undefined;
}

async function planRemovedNotes(
  { vault }: PlanContext,
  item: ItemToPlan,
  { noteKeys, reason, policyOf, own: kept }: Removal,
): Promise<readonly NotePlan[]> {
  const policies = new Map(noteKeys.map((noteKey) => [noteKey, policyOf(noteKey)]));
  if ([...policies.values()].every((policy) => policy === null)) return [];
  const located = new Map<string, LocatedNote | null>();
  for (const noteKey of policies.keys())
    located.set(noteKey, (await locateNoteOf(vault, item, { noteKey, expectedPath: '' })).note);
  const paths = [...located.values()].map((note) => note?.path ?? '');
  const own = kept ?? ownNotes(...paths);
  return [...located].flatMap(([noteKey, note]) => {
    const policy = policies.get(noteKey) ?? null;
    return policy === null ? [] : removalOf(item, noteKey, { note, policy, reason, own });
  });
}

function removalOf(
  { record, places, isKept }: ItemToPlan,
  noteKey: string,
  removal: Omit<Parameters<typeof planRemoval>[0], 'key'>,
): GoneNote {
  const action = planRemoval({ key: noteKey, ...removal });
  const isRefused = leavesItsPlace(action) && isKept?.(noteKey) === true;
  return {
    kind: 'gone',
    noteKey,
    identity: identityOfNote(record, noteKey),
    action: isRefused ? planRefused(action) : action,
    place: places.get(noteKey) ?? null,
  };
}

async function planLive(
  context: PlanContext,
  item: ItemToPlan,
  { assembled: found, decision: present }: Pick<LiveItem, 'assembled' | 'decision'>,
): Promise<ItemPlan> {
  const { record, places } = item;
  const { document } = record;
  const { cache = null } = context;
  const text = present.fullText === 'off' || document === null ? null : await context.textOf(document.id);
  const files = cache === null ? null : new ItemFiles(cache, record);
  const expectedPath = plainPath(present.placement);
  const { whole, joined, apart } = await locateWhole(context.vault, item, expectedPath);
  const known = once(() => ({ ...item, inUse: anchorsInUse(whole.note, item) }));
  const again = found.isProvisional ? assemble(record, context, known()) : found;
  const assembled = again.kind === 'live' ? again : found;
  // Its only highlights come with the next sync.
  if (context.scope.documents === 'highlighted' && assembled.item.highlights.length === 0) return WAIT;
  const asMade = withCategories(record, madeWith(whole.note));
  const made = context.decide(asMade) ?? present;
  const decision = { ...present, placement: made.placement, kind: made.kind, template: made.template };
  const wanted = await notesToPlan(context, item, {
    shown: assembled.item,
    decision,
    whole,
    apart,
  });
  // In an existing note, as on a new device, what has not been fetched yet would look deleted.
  if (mayBePartial(item) && wanted.some(({ placed }) => placed.note !== null)) return WAIT;
  const live: LiveItem = {
    item,
    assembled,
    decision,
    categories: categoriesOf(asMade),
    text,
    files,
    links: linksBetween(wanted, text),
    own: bothNotes(ownNotesOf(wanted), ownNotes(joined?.path ?? '')),
    written: once(() => {
      const before = item.written === null ? null : assemble(item.written, context, known());
      return before?.kind === 'live' ? before.item : null;
    }),
  };
  const notes: NotePlan[] = [];
  // Once the other note is gone, this one gets its name.
  const isBarred = joined !== null && wanted.some(({ placed }) => placed.isBarred);
  let isProvisional = assembled.isProvisional || isBarred;
  for (const note of wanted) {
    // While the text is missing or empty, its note is left alone.
    if (note.content.kind === 'text' && !hasText(text)) continue;
    const planned = await planNote(context, live, note);
    if (planned === 'wait') return WAIT;
    if (planned === 'later') isProvisional = true;
    else notes.push(planned);
  }
  const wantedKeys = new Set(wanted.map(({ noteKey }) => noteKey));
  const others = [...places.keys()].filter((noteKey) => !wantedKeys.has(noteKey) && !isJoinedNote(noteKey));
  const isLeftOut = (noteKey: string): boolean => assembled.leftOut.has(partIdOf(noteKey) ?? '');
  const left = await planLeftOut(context, item, { noteKeys: others.filter(isLeftOut), own: live.own });
  notes.push(...left.notes);
  for (const noteKey of others) {
    if (isLeftOut(noteKey) || isAsUndone(item, noteKey)) continue;
    const reason = assembled.gone.has(partIdOf(noteKey) ?? '') ? 'highlight-deleted' : 'no-own-note';
    const { note } = await locateNoteOf(context.vault, item, { noteKey, expectedPath: '' });
    notes.push(removalOf(item, noteKey, { note, policy: context.deletions, reason, own: live.own }));
  }
  const joinedKeys = new Set([...places.keys()].filter(isJoinedNote));
  if (joined !== null) joinedKeys.add(joined.noteKey);
  for (const noteKey of joinedKeys) {
    const note =
      noteKey === joined?.noteKey ? joined : await noteOfEarlierBook(context, item, { noteKey, whole });
    // Already known to be missing.
    if (note === null && places.get(noteKey)?.absence !== undefined) continue;
    const removal = { note, policy: context.deletions, reason: 'joined', own: live.own } as const;
    const place = note === null ? placeOfMissing(item, noteKey, whole.note) : null;
    notes.push({ ...removalOf(item, noteKey, removal), place });
  }
  const usesText = decision.fullText !== 'off' && document !== null;
  const wantsText = usesText ? textNeedOf(document, text) : null;
  const { leftOut } = left;
  return { kind: 'notes', notes, isProvisional, wantsText, wantsFiles: files?.wanted ?? [], leftOut };
}

/** The note of a book that joined the item and was then deleted, so that the item has another book now. */
async function noteOfEarlierBook(
  { vault }: PlanContext,
  item: ItemToPlan,
  { noteKey, whole }: { readonly noteKey: string; readonly whole: Located },
): Promise<LocatedNote | null> {
  if (joinedBookOf(noteKey) === item.record.book?.id) return null;
  const { note } = await locateNoteOf(vault, item, { noteKey, expectedPath: '' });
  return note?.path === whole.note?.path ? null : note;
}

function mayBePartial({ record, v2 }: ItemToPlan): boolean {
  const { neverPulled = [] } = v2;
  if (neverPulled.length === 0) return false;
  if (v2.kind === 'under way' || neverPulled.includes('highlights')) return true;
  return record.document === null && record.book?.documentId !== null;
}

/** All notes with an id of the item, by their present names and by those that this sync gives them. */
const ownNotesOf = (notes: readonly NoteToPlan[]): OwnNotes =>
  ownNotes(
    ...notes.flatMap(({ placed: { note, destination, duplicates } }) => [
      note?.path ?? '',
      destination,
      ...duplicates,
    ]),
  );

/** The anchors of the blocks in the item's note and of the highlights with notes of their own. */
const anchorsInUse = (note: LocatedNote | null, { places }: ItemToPlan): ReadonlySet<string> =>
  new Set([
    ...((note === null ? null : splitNote(note.text).trailer)?.blocks.keys() ?? []),
    ...[...places.keys()].flatMap((noteKey) => partIdOf(noteKey) ?? []),
  ]);

const hasText = (text: StoredText | null): boolean => text !== null && text.markdown.trim() !== '';

function madeWith(note: LocatedNote | null): MadeWith {
  if (note === null) return { categories: '', bookId: null };
  const { trailer } = splitNote(note.text);
  return { categories: trailer?.categories ?? '', bookId: identityIn(note.text).bookId };
}

/** The notes that an item in scope should have, the main note first. */
async function notesToPlan(
  context: PlanContext,
  item: ItemToPlan,
  live: {
    readonly shown: Item;
    readonly decision: Decision;
    readonly whole: Located;
    readonly apart: readonly string[];
  },
): Promise<readonly NoteToPlan[]> {
  const highlights = new Map(live.shown.highlights.map((highlight) => [highlight.anchor, highlight]));
  const notes: NoteToPlan[] = [];
  for (const { noteKey: plannedKey, placement } of layOut(live.shown, live.decision, context)) {
    const content = contentOf(partIdOf(plannedKey), highlights);
    if (content === null) continue;
    const noteKey = keyInUse(plannedKey, content, item);
    const expectedPath = plainPath(placement);
    const located =
      content.kind === 'whole'
        ? live.whole
        : await locateNoteOf(context.vault, item, { noteKey, expectedPath });
    const apart = content.kind === 'whole' ? live.apart : [];
    const placed = await placeNote(context, item, { noteKey, placement, located, apart });
    notes.push({ noteKey, content, placement, placed });
  }
  return notes;
}

function contentOf(
  partId: string | null,
  highlights: ReadonlyMap<string, ItemHighlight>,
): NoteContent | null {
  if (partId === null) return { kind: 'whole' };
  if (isTextPart(partId)) return { kind: 'text' };
  const highlight = highlights.get(partId);
  return highlight === undefined ? null : { kind: 'highlight', highlight };
}

/** A highlight's note keeps the key it was created with, even if v2 has the highlight now. */
function keyInUse(noteKey: string, content: NoteContent, { places }: ItemToPlan): string {
  if (content.kind !== 'highlight' || content.highlight.otherAnchor === null) return noteKey;
  const other = partKey(itemKeyOf(noteKey), content.highlight.otherAnchor);
  return places.has(other) ? other : noteKey;
}

/** Paths of notes that other notes of the item link to; empty for an item with one note. */
function linksBetween(notes: readonly NoteToPlan[], text: StoredText | null): ItemNotes {
  if (notes.length < 2) return { whole: '', fullText: '' };
  const noteOf = (kind: NoteContent['kind']) => notes.find(({ content }) => content.kind === kind);
  const targetOf = (note: NoteToPlan | undefined): string =>
    note === undefined ? '' : linkTarget(note.placement, note.placed);
  const textNote = noteOf('text');
  // If no text was fetched here, another device may have made the note.
  const hasTextNote = text === null ? textNote !== undefined && textNote.placed.note !== null : hasText(text);
  return { whole: targetOf(noteOf('whole')), fullText: hasTextNote ? targetOf(textNote) : '' };
}
