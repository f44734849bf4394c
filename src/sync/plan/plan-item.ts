import { isTextPart, itemKeyOf, partIdOf, partKey } from '../../notes/layout/note-part';
import type { Decision } from '../../notes/layout/decision';
import { assembleItem, hasUnpairedHighlights, type Assembled } from '../../model/item';
import type { NoteLayout } from '../../notes/layout/layout';
import type { Item } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { once } from '../../model/collections';
import { planGone, type DeletionPolicy } from './plan';
import { ItemFiles } from '../attachments/attachments-of-item';
import { notesOfItem } from './item-notes';
import { locateNoteOf } from './locate-note';
import { planNote, type NoteToPlan } from './plan-note';
import { isTextWanted } from '../pull/full-texts';
import type { ItemPlan, ItemToPlan, LeftOutNote, NotePlan, PlanContext, V2Knowledge } from './item-plan';

const WAIT: ItemPlan = { kind: 'wait' };

/** Decides what is to be done with the notes of one item. Reads the vault, writes nothing. */
export async function planItem(context: PlanContext, item: ItemToPlan): Promise<ItemPlan> {
  const { record } = item;
  if (item.v2.kind === 'under way' && hasUnpairedHighlights(record)) return WAIT;
  const decision = context.decide(record);
  const assembled = assemble(record, context, item.v2);
  if (assembled.kind === 'gone' || decision === null)
    return planAllGone(context, item, assembled.kind === 'gone' ? assembled.reason : 'deleted in Readwise');
  if (assembled.kind === 'out-of-scope' || decision.isLeftOut) return planLeftOut(context, item);
  return planLive(context, { item, assembled, decision });
}

const assemble = (record: ItemRecord, { scope }: PlanContext, v2: V2Knowledge): Assembled =>
  assembleItem(record, { scope, v2KnownUpTo: v2.kind === 'complete' ? v2.upTo : null });

/** Every note that the item is known to have, and that of the whole in any case. */
const knownNotes = ({ record, places }: ItemToPlan): readonly string[] => [
  ...new Set([record.key, ...places.keys()]),
];

async function planAllGone(context: PlanContext, item: ItemToPlan, reason: string): Promise<ItemPlan> {
  const notes: NotePlan[] = [];
  for (const noteKey of knownNotes(item))
    notes.push(await planOneGone(context, { item, noteKey, reason, policy: context.deletions }));
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
    notes.push(await planOneGone(context, { item, noteKey, reason: 'left out by your settings', policy }));
  return { ...nothing, notes };
}

/** Its notes that are there and of which nobody has been told. */
async function untold({ vault }: PlanContext, item: ItemToPlan): Promise<readonly LeftOutNote[]> {
  const found: LeftOutNote[] = [];
  for (const [noteKey, place] of item.places) {
    if (place.isLeftOut === true) continue;
    const { note } = await locateNoteOf(vault, { item, noteKey, expectedPath: '' });
    if (note !== null) found.push({ noteKey, place: { path: note.path, isLeftOut: true } });
  }
  return found;
}

interface GoneNote {
  readonly item: ItemToPlan;
  readonly noteKey: string;
  readonly reason: string;
  readonly policy: DeletionPolicy;
}

async function planOneGone(
  context: PlanContext,
  { item, noteKey, reason, policy }: GoneNote,
): Promise<NotePlan> {
  const { note } = await locateNoteOf(context.vault, { item, noteKey, expectedPath: '' });
  return {
    kind: 'gone',
    noteKey,
    action: planGone({ key: noteKey, note, policy, reason }),
  };
}

interface LiveItem {
  readonly item: ItemToPlan;
  readonly assembled: Extract<Assembled, { kind: 'live' }>;
  readonly decision: Decision;
}

async function planLive(context: PlanContext, live: LiveItem): Promise<ItemPlan> {
  const { item, assembled, decision } = live;
  const notes: NotePlan[] = [];
  const wanted = new Set<string>();
  let { isProvisional } = assembled;
  const { document } = item.record;
  const text = decision.fullText === 'off' || document === null ? null : await context.textOf(document.id);
  const { cache = null } = context;
  const files = cache === null ? null : new ItemFiles(cache, item.record);
  const layouts = context.layOut(item.record);
  const links = await notesOfItem(context, { item, layouts, text });
  for (const note of notesOf(context, live, { layouts, text, files, notes: links })) {
    wanted.add(note.noteKey);
    // As long as there is no text to read, nothing is said about its note.
    if (note.content.kind === 'text' && (text === null || text.markdown.trim() === '')) continue;
    const planned = await planNote(context, note);
    if (planned === 'wait') return WAIT;
    if (planned === 'later') isProvisional = true;
    else notes.push(planned);
  }
  for (const noteKey of item.places.keys()) {
    if (wanted.has(noteKey)) continue;
    notes.push(
      await planOneGone(context, {
        item,
        noteKey,
        reason: reasonFor(noteKey, assembled),
        policy: context.deletions,
      }),
    );
  }
  const wantsText =
    decision.fullText !== 'off' && document !== null && isTextWanted(document, text) ? document.id : null;
  return { kind: 'notes', notes, isProvisional, wantsText, wantsFiles: files?.wanted ?? [] };
}

const reasonFor = (noteKey: string, { gone }: { readonly gone: ReadonlySet<string> }): string =>
  gone.has(partIdOf(noteKey) ?? '')
    ? 'its highlight was deleted in Readwise'
    : 'your settings want no note of its own';

/** The notes that an item in scope is to have, each with what it is made of. */
function notesOf(
  context: PlanContext,
  { item, assembled, decision }: LiveItem,
  {
    layouts,
    ...shared
  }: Pick<NoteToPlan, 'text' | 'files' | 'notes'> & { readonly layouts: readonly NoteLayout[] },
): readonly NoteToPlan[] {
  const highlights = new Map(assembled.item.highlights.map((highlight) => [highlight.anchor, highlight]));
  const written = once((): Item | null => {
    const before = item.written === null ? null : assemble(item.written, context, item.v2);
    return before?.kind === 'live' ? before.item : null;
  });
  return layouts.flatMap(({ noteKey, placement }): readonly NoteToPlan[] => {
    const partId = partIdOf(noteKey);
    const common = { item, assembled, decision, placement, written, ...shared };
    if (partId === null) return [{ ...common, noteKey, content: { kind: 'whole' } }];
    if (isTextPart(partId)) return [{ ...common, noteKey, content: { kind: 'text' } }];
    const highlight = highlights.get(partId);
    if (highlight === undefined) return [];
    // Written when only v3 had told of it: it keeps the key that it has.
    const other = highlight.otherAnchor === null ? null : partKey(itemKeyOf(noteKey), highlight.otherAnchor);
    const own = other !== null && item.places.has(other) ? other : noteKey;
    return [{ ...common, noteKey: own, content: { kind: 'highlight', highlight } }];
  });
}
