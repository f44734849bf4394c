import { fromBase62, shortMark } from '../model/hash';
import type { StateChange, StateStore } from '../model/ports';
import { keys } from './keys';
import { readFileMarks } from './stored';

/** Over how many values each is spread: where it holds every note, a few changed ones do not rewrite all of it. */
const BUCKETS = { files: 16, unedited: 16, conflicts: 1, missing: 1 } as const;

/** What is kept of notes: marks of their files, for `missing` their keys. */
type Purpose = keyof typeof BUCKETS;

const bucketOf = (path: string, purpose: Purpose): number =>
  BUCKETS[purpose] === 1 ? 0 : fromBase62(shortMark(path, 2)) % BUCKETS[purpose];

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
  const changed = new Map<number, Record<string, string>>();
  const noteDifference = (path: string): void => {
    if (before.get(path) !== after.get(path)) changed.set(bucketOf(path, purpose), {});
  };
  for (const path of before.keys()) noteDifference(path);
  for (const path of after.keys()) noteDifference(path);
  if (changed.size === 0) return [];
  for (const [path, mark] of after) {
    const bucket = changed.get(bucketOf(path, purpose));
    if (bucket !== undefined) bucket[path] = mark;
  }
  return [...changed].map(([bucket, marks]) =>
    Object.keys(marks).length === 0
      ? { remove: keys[purpose](bucket) }
      : { put: keys[purpose](bucket), value: marks },
  );
}
