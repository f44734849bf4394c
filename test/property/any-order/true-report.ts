import type { SyncReport } from '../../../src/model/report';
import type { Picture } from './picture';

/** What a report says was done is what was done to the notes. */
export function expectTrue(
  { notes, vaultWrites, outcome, failures, cause }: SyncReport,
  before: Picture,
  now: Picture,
): void {
  const isSame = sameNotes(before.notes, now.notes) && before.trash.size === now.trash.size;
  if (vaultWrites === 0) expect(['nothing written', isSame]).toEqual(['nothing written', true]);
  const { created, updated, renamed, trashed, archived, kept } = notes;
  if (outcome === 'done' || outcome === 'held') expect(failures).toEqual([]);
  if (outcome === 'failed') expect([cause, failures.length > 0]).toEqual([expect.any(String), true]);
  if (notes.failed > 0 || outcome === 'failed') return;
  const intoTrash = now.trash.size - before.trash.size;
  expect(trashed).toBe(intoTrash);
  // What it made and took away again, it took away.
  const made = now.notes.size - before.notes.size + intoTrash;
  expect([created, Math.max(created, made - intoTrash), Math.min(created, made)]).toEqual([
    created,
    created,
    created,
  ]);
  if (!isSame) expect(created + updated + renamed + trashed + archived + kept).toBeGreaterThan(0);
}

const sameNotes = (left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean =>
  left.size === right.size && [...left].every(([path, text]) => right.get(path) === text);
