import type { Failure } from '../../model/report';
import type { StateStore } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import type { DocumentPage } from '../../readwise/pages';
import { orphanKeys } from '../../store/register';
import { readRecords } from '../../store/library';
import { keys, prefixes } from '../../store/keys';
import { readOne, stateRange } from '../../store/read-state';
import type { DueItem, PullChanges, Replica } from '../../store/replica';
import { readCandidates, readRecord } from '../../store/stored';

/**
 * Finds v3 highlights and notes that are in no note, because the service does not list what they belong to.
 * Such a record is reported when it comes and when it changes, and by every full pull, so that a quiet sync
 * stays quiet.
 */
export class ParentlessRecords {
  /** Items that got v3 highlights without having a document or a book. */
  private readonly itemKeys = new Set<string>();
  private readonly noteIds = new Set<string>();

  constructor(private readonly deps: { readonly state: StateStore; readonly replica: Replica }) {}

  /** Stores a page, and remembers what on it has no parent so far. */
  async take(page: DocumentPage, changes: PullChanges): Promise<readonly DueItem[]> {
    const { state, replica } = this.deps;
    const orphans = page.notes.map(({ highlightId, id }) => keys.orphan(highlightId, id));
    const known = await state.getMany(orphans);
    page.notes.forEach(({ id }, index) => {
      if (known[index] === undefined) this.noteIds.add(id);
    });
    const due = await replica.takeDocuments(page, changes);
    for (const { record } of due) {
      const hasParent = record.document !== null || record.book !== null;
      if (!hasParent && record.documentHighlights.some(({ deleted }) => !deleted))
        this.itemKeys.add(record.key);
    }
    return due;
  }

  /** Call when both pulls are complete. After a full one, all records are looked at. */
  async find({ isFull }: { readonly isFull: boolean }): Promise<readonly Failure[]> {
    const highlights = await this.highlights(isFull);
    const notes = isFull || this.noteIds.size > 0 ? await this.notes(isFull) : [];
    this.itemKeys.clear();
    this.noteIds.clear();
    return [...highlights, ...notes];
  }

  private async highlights(isFull: boolean): Promise<readonly Failure[]> {
    const { state } = this.deps;
    if (!isFull && this.itemKeys.size === 0) return [];
    const candidates = await readOne(state, keys.candidates, readCandidates);
    const seemDeleted = new Set(candidates.map(({ id }) => id));
    const failures: Failure[] = [];
    for await (const record of isFull ? allRecords(state) : recordsOf(state, [...this.itemKeys])) {
      if (record.document !== null || record.book !== null) continue;
      for (const { id, deleted } of record.documentHighlights)
        if (!deleted && !seemDeleted.has(id))
          failures.push(failure('highlight', id, record.key.slice('d:'.length)));
    }
    return failures;
  }

  private async notes(isFull: boolean): Promise<readonly Failure[]> {
    const waiting = await orphanKeys(this.deps.state, ({ noteId }) => isFull || this.noteIds.has(noteId));
    return waiting.map((key) => {
      const [highlightId = '', noteId = ''] = key.slice(prefixes.orphan.length).split('/');
      return failure('note', noteId, highlightId);
    });
  }
}

const failure = (kind: 'highlight' | 'note', id: string, parent: string): Failure => ({
  id,
  path: null,
  problem: { code: 'parent-not-listed', kind, id, parent },
});

async function* allRecords(state: StateStore): AsyncGenerator<ItemRecord> {
  for await (const entries of stateRange(state, prefixes.item)) {
    for (const { value } of entries) {
      const record = readRecord(value);
      if (record !== null) yield record;
    }
  }
}

async function* recordsOf(state: StateStore, itemKeys: readonly string[]): AsyncGenerator<ItemRecord> {
  for (const record of await readRecords(state, itemKeys)) if (record !== null) yield record;
}
