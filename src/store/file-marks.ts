import { hashBelow } from '../model/hash';
import type { StateChange, StateStore } from '../model/ports';
import { keys } from './keys';
import { readFileMarks } from './stored';

/** Over how many values each is spread: where it holds every note, a few changed ones do not rewrite all of it. */
const BUCKETS = { files: 16, unedited: 16, conflicts: 1, missing: 1 } as const;

/** What is kept of notes: marks of their files, for `missing` their keys. */
type Purpose = keyof typeof BUCKETS;

const bucketOf = (path: string, purpose: Purpose): number => hashBelow(path, BUCKETS[purpose]);

/** What was kept for this purpose when the notes were last looked at, by path. */
export async function storedFileMarks(
  state: StateStore,
  purpose: Purpose,
): Promise<ReadonlyMap<string, string>> {
  const buckets = Array.from({ length: BUCKETS[purpose] }, (_, bucket) => keys[purpose](bucket));
  const marks = new Map<string, string>();
  for (const value of await state.getMany(buckets)) {
    for (const [path, mark] of Object.entries(readFileMarks(value) ?? {})) marks.set(path, mark);
  }
  return marks;
}

/** The changes that store `after` in place of `before`: only of buckets that differ. */
export function fileMarkChanges(
  purpose: Purpose,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly StateChange[] {
  if (isSame(before, after)) return [];
  const values = new Map<number, Record<string, string>>();
  const changed = new Set<number>();
  for (const [path, mark] of after) {
    const bucket = bucketOf(path, purpose);
    const value = values.get(bucket) ?? {};
    value[path] = mark;
    values.set(bucket, value);
    if (before.get(path) !== mark) changed.add(bucket);
  }
  for (const path of before.keys()) if (!after.has(path)) changed.add(bucketOf(path, purpose));
  return [...changed].map((bucket) => {
    const value = values.get(bucket);
    return value === undefined ? { remove: keys[purpose](bucket) } : { put: keys[purpose](bucket), value };
  });
}

function isSame(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  if (before.size !== after.size) return false;
  for (const [path, mark] of after) if (before.get(path) !== mark) return false;
  return true;
}
