import { isTextPart, itemKeyOf, partIdOf, partKey } from '../../model/note-part';
import { assembleItem, hasUnpairedHighlights, type Assembled } from '../../model/item';
import type { ItemHighlight, ItemNotes } from '../../model/model';
import type { Reason } from '../../model/problem';
import type { ItemRecord } from '../../model/record';
import type { StoredText } from '../../store/stored';
import { once } from '../../model/collections';
import { planGone, type DeletionPolicy } from './plan';
import { ItemFiles } from '../attachments/attachments-of-item';
import { locateNoteOf, placeNote } from './locate-note';
import { planNote, type LiveItem, type NoteContent, type NoteToPlan } from './plan-note';
import { isTextWanted } from '../pull/full-texts';
import type { ItemPlan, ItemToPlan, LeftOutNote, NotePlan, PlanContext, V2Knowledge } from './plan-context';

const WAIT: ItemPlan = { kind: 'wait' };

/** Decides what is to be done with the notes of one item. Reads the vault, writes nothing. */
export async function planItem(context: PlanContext, item: ItemToPlan): Promise<ItemPlan> {
  const { record } = item;
  if (item.v2.kind === 'under way' && hasUnpairedHighlights(record)) return WAIT;
  const decision = context.decide(record);
  const assembled = assemble(record, context, item.v2);
  if (assembled.kind === 'gone') return planAllGone(context, item, assembled.reason);
  if (decision === null) return planAllGone(context, item, 'deleted');
  if (assembled.kind === 'out-of-scope' || decision.isLeftOut) return planLeftOut(context, item);
  return planLive(context, item, { assembled, decision });
}

const assemble = (record: ItemRecord, { scope }: PlanContext, v2: V2Knowledge): Assembled =>
  assembleItem(record, { scope, v2KnownUpTo: v2.kind === 'complete' ? v2.upTo : null });

async function planAllGone(context: PlanContext, item: ItemToPlan, reason: Reason): Promise<ItemPlan> {
  const notes: NotePlan[] = [];
  // Every note that the item is known to have, and that of the whole in any case.
  for (const noteKey of new Set([item.record.key, ...item.places.keys()]))
    notes.push(await planGoneNote(context, item, { noteKey, reason }));
  return { kind: 'notes', notes, isProvisional: false, wantsText: null };
}

/** Its notes are left alone, unless the person wants them out of the way. */
async function planLeftOut(context: PlanContext, item: ItemToPlan): Promise<ItemPlan> {
  const { outOfScope, deletions } = context;
  const nothing = { kind: 'notes', notes: [], isProvisional: false, wantsText: null } as const;
  if (outOfScope === 'leave') return nothing;
  if (outOfScope === 'ask') return { ...nothing, leftOut: await untold(context, item) };
  const policy = { ...deletions, untouched: outOfScope };
  const notes: NotePlan[] = [];
  for (const noteKey of item.places.keys())
    notes.push(await planGoneNote(context, item, { noteKey, reason: 'out-of-scope', policy }));
  return { ...nothing, notes };
}

/** Its notes that are there and of which nobody has been told. */
async function untold({ vault }: PlanContext, item: ItemToPlan): Promise<readonly LeftOutNote[]> {
  const found: LeftOutNote[] = [];
  for (const [noteKey, place] of item.places) {
    if (place.isLeftOut === true) continue;
    const { note } = await locateNoteOf(vault, item, { noteKey, expectedPath: '' });
    if (note !== null) found.push({ noteKey, place: { path: note.path, isLeftOut: true } });
  }
  return found;
}

async function planGoneNote(
  context: PlanContext,
  item: ItemToPlan,
  {
    noteKey,
    reason,
    policy = context.deletions,
  }: { readonly noteKey: string; readonly reason: Reason; readonly policy?: DeletionPolicy },
): Promise<NotePlan> {
  const { note } = await locateNoteOf(context.vault, item, { noteKey, expectedPath: '' });
  return { kind: 'gone', noteKey, action: planGone({ key: noteKey, note, policy, reason }) };
}

async function planLive(
  context: PlanContext,
  item: ItemToPlan,
  { assembled, decision }: Pick<LiveItem, 'assembled' | 'decision'>,
): Promise<ItemPlan> {
  const { record, places } = item;
  const { document } = record;
  const { cache = null } = context;
  const text = decision.fullText === 'off' || document === null ? null : await context.textOf(document.id);
  const files = cache === null ? null : new ItemFiles(cache, record);
  const wanted = await notesToPlan(context, item, assembled.item.highlights);
  const live: LiveItem = {
    item,
    assembled,
    decision,
    text,
    files,
    links: linksBetween(wanted, text),
    written: once(() => {
      const before = item.written === null ? null : assemble(item.written, context, item.v2);
      return before?.kind === 'live' ? before.item : null;
    }),
  };
  const notes: NotePlan[] = [];
  let { isProvisional } = assembled;
  for (const note of wanted) {
    // As long as there is no text to read, nothing is said about its note.
    if (note.content.kind === 'text' && !hasWords(text)) continue;
    const planned = await planNote(context, live, note);
    if (planned === 'wait') return WAIT;
    if (planned === 'later') isProvisional = true;
    else notes.push(planned);
  }
  const wantedKeys = new Set(wanted.map(({ noteKey }) => noteKey));
  for (const noteKey of places.keys()) {
    if (wantedKeys.has(noteKey)) continue;
    const isGone = assembled.gone.has(partIdOf(noteKey) ?? '');
    const reason = isGone ? 'highlight-deleted' : 'no-own-note';
    notes.push(await planGoneNote(context, item, { noteKey, reason }));
  }
  const wantsText =
    decision.fullText !== 'off' && document !== null && isTextWanted(document, text) ? document.id : null;
  return { kind: 'notes', notes, isProvisional, wantsText, wantsFiles: files?.wanted ?? [] };
}

const hasWords = (text: StoredText | null): boolean => text !== null && text.markdown.trim() !== '';

/**
 * The notes that an item in scope is to have, that of the whole first, each with what it is made of and where
 * it is.
 */
async function notesToPlan(
  context: PlanContext,
  item: ItemToPlan,
  live: readonly ItemHighlight[],
): Promise<readonly NoteToPlan[]> {
  const highlights = new Map(live.map((highlight) => [highlight.anchor, highlight]));
  const notes: NoteToPlan[] = [];
  for (const { noteKey: plannedKey, placement } of context.layOut(item.record)) {
    const content = contentOf(partIdOf(plannedKey), highlights);
    if (content === null) continue;
    const noteKey = keyInUse(plannedKey, content, item);
    notes.push({
      noteKey,
      content,
      placement,
      placed: await placeNote(context, item, { noteKey, placement }),
    });
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

/** The note of a highlight that was written when only v3 had told of it keeps the key that it has. */
function keyInUse(noteKey: string, content: NoteContent, { places }: ItemToPlan): string {
  if (content.kind !== 'highlight' || content.highlight.otherAnchor === null) return noteKey;
  const other = partKey(itemKeyOf(noteKey), content.highlight.otherAnchor);
  return places.has(other) ? other : noteKey;
}

/** Where the notes of an item that others of it link to will be. An item with one note has no such links. */
function linksBetween(notes: readonly NoteToPlan[], text: StoredText | null): ItemNotes {
  if (notes.length < 2) return { whole: '', fullText: '' };
  const placeOf = (kind: NoteContent['kind']) => notes.find(({ content }) => content.kind === kind)?.placed;
  const textNote = placeOf('text');
  // Without a text that is here, only a note that another device may have made.
  const hasTextNote = text === null ? textNote !== undefined && textNote.note !== null : hasWords(text);
  return {
    whole: placeOf('whole')?.destination ?? '',
    fullText: hasTextNote ? (textNote?.destination ?? '') : '',
  };
}
