import * as z from 'zod/mini';
import {
  isDeletion,
  outboxEntrySchema,
  type ChangeResult,
  type Deletion,
  type Edit,
  type NewHighlight,
  type OutboxEntry,
  type Touched,
  type Values,
} from '../model/outbox';
import type { StateChange, StateStore } from '../model/ports';
import { documentKey } from '../model/record';
import { keys, prefixes } from '../store/keys';
import { itemsOfBooks } from '../store/library';
import { readOutbox, type Stores } from '../store/outbox-store';
import { readOne, stateRange } from '../store/read-state';
import { readDocumentId, readNotePlace, storedAs } from '../store/stored';
import { resultOfEntry } from './change-result';
import { changesNothing, problemOfChange, withoutUnchanged } from './check-change';
import { editedTags, tagEdits } from './compare';
import { highlightsAt } from './waiting-changes';
import { targetOf } from './targets';

// What was sent since the last run that can be undone. Undo leaves it alone, here and at the service.

const sentSchema = z.lazy(() =>
  z.object({
    entry: outboxEntrySchema,
    /** Keys of the items that it changed. */
    items: z.array(z.string()),
  }),
);
type Sent = z.infer<typeof sentSchema>;
const readSent = storedAs<Sent>(sentSchema);

export interface AnsweredChange {
  readonly entry: OutboxEntry;
  /** Keys of the items that it changed. */
  readonly items: readonly string[];
}

export const putSent = ({ entry, items }: AnsweredChange): StateChange => ({
  put: keys.sent(entry.id),
  value: { entry, items: [...items] } satisfies Sent,
});

export type ReverseChange = Edit | Deletion;

/** A change that was sent. */
export interface SentSince {
  readonly change: ChangeResult;
  /** The path of its note; without a note, its title or text. */
  readonly name: string;
  /** The changes that restore what was there before; empty if nothing can be restored. */
  readonly back: readonly ReverseChange[];
}

/** What was sent, oldest first, except what has been reversed since. */
export async function sentSince(state: StateStore): Promise<readonly SentSince[]> {
  const found: SentSince[] = [];
  for (const sent of await answeredChanges(state)) {
    const back = await reverseChanges(state, sent.entry);
    if (back.length === 0 && !isDeletion(sent.entry.change.kind)) continue;
    found.push({ change: resultOfEntry(sent.entry), name: await nameOf(state, sent), back });
  }
  return found;
}

/** Keys of the items that were changed by what was sent, even if the answer is not fetched yet. */
export async function itemsSentSince({ state, outbox }: Stores): Promise<ReadonlySet<string>> {
  const answered = (await answeredChanges(state)).flatMap(({ items }) => items);
  const open = (await readOutbox(outbox)).filter((entry) => entry.state === 'sent');
  const unanswered = await Promise.all(open.map(({ touched }) => itemsTouched(state, touched)));
  return new Set([...answered, ...unanswered.flat()]);
}

export async function itemsTouched(
  state: StateStore,
  { books, documents, deleted }: Touched,
): Promise<readonly string[]> {
  const ids = [...documents, ...deleted];
  const entries = (await state.getMany(ids.map(keys.documentId))).map(readDocumentId);
  const ofDocuments = ids.map((id, index) => entries[index]?.key ?? documentKey(id));
  return [...(await itemsOfBooks(state, books)), ...ofDocuments];
}

async function answeredChanges(state: StateStore): Promise<readonly Sent[]> {
  const found: Sent[] = [];
  for await (const entries of stateRange(state, prefixes.sent))
    found.push(...entries.flatMap(({ value }) => readSent(value) ?? []));
  return found;
}

async function nameOf(state: StateStore, { entry, items: [item = ''] }: Sent): Promise<string> {
  const place = await readOne(state, keys.note(item), readNotePlace);
  const { title, text } = entry.base.fields;
  return place?.path ?? title ?? text ?? resultOfEntry(entry).target;
}

async function reverseChanges(state: StateStore, entry: OutboxEntry): Promise<readonly ReverseChange[]> {
  const { change, base, touched, wasThere = false } = entry;
  switch (change.kind) {
    case 'edit-highlight':
    case 'edit-item': {
      const target = await targetOf(state, 'anchor' in change ? change.anchor : change.id);
      const back = target === null ? null : reverseEdit(change, base, target.values);
      return back === null ? [] : [back];
    }
    case 'create-highlights':
      return deletionsOf(state, change.highlights);
    case 'save-document':
      return wasThere ? [] : deletionsOfDocuments(state, touched.documents);
    case 'delete-highlight':
    case 'delete-document':
      return [];
  }
}

/** Null when everything is as before, or when the service does not accept the former values. */
function reverseEdit<E extends Edit>(change: E, base: Values, now: Values): E | null {
  const former = Object.keys(change.fields).map((field) => [field, base.fields[field] ?? ''] as const);
  const isAccepted = ([field, value]: readonly [string, string]): boolean =>
    problemOfChange({ ...change, fields: { [field]: value }, tags: undefined, confirmedEmpty: true }, now) ===
    null;
  const fields = Object.fromEntries(former.filter(isAccepted));
  const tags = reverseTagEdits(change.tags, base, now);
  const isEmptying = Object.values(fields).includes('');
  const back = withoutUnchanged(
    { ...change, fields, tags, confirmedEmpty: isEmptying ? true : undefined },
    now,
  );
  return changesNothing(back) ? null : back;
}

/** Undefined when no tags have to be changed back. */
function reverseTagEdits(edits: Edit['tags'], base: Values, now: Values): Edit['tags'] {
  const after = edits === undefined ? null : editedTags(edits, base.tags);
  if (after === null) return undefined;
  const back = tagEdits(after, base.tags);
  return editedTags(back, now.tags) === null ? undefined : back;
}

/** Only of highlights with the address that they were sent with: the others existed before. */
async function deletionsOf(
  state: StateStore,
  highlights: readonly NewHighlight[],
): Promise<readonly ReverseChange[]> {
  const urls = new Set(highlights.flatMap(({ highlightUrl }) => highlightUrl ?? []));
  const made = await highlightsAt(state, (url) => urls.has(url));
  return made.map(({ id }) => ({ kind: 'delete-highlight', anchor: `rw${id}` }));
}

async function deletionsOfDocuments(
  state: StateStore,
  ids: readonly string[],
): Promise<readonly ReverseChange[]> {
  const targets = await Promise.all(ids.map((id) => targetOf(state, id)));
  return targets.flatMap((target) =>
    target?.kind === 'document' ? [{ kind: 'delete-document', id: target.id } as const] : [],
  );
}
