import { fromBase62, shortMark } from '../model/hash';
import type { StateChange, StateStore } from '../model/ports';
import { keys } from './keys';
import { readFileMarks } from './stored';

/** The marks are spread over this many values, so that a few changed notes do not rewrite all of them. */
const BUCKETS = 64;

const bucketOf = (path: string): number => fromBase62(shortMark(path, 2)) % BUCKETS;

/** What the marks are used for. */
type Purpose = 'files' | 'unedited' | 'conflicts';

/** The mark of each note's file when the note was last looked at for this purpose, by path. */
export async function storedFileMarks(
  state: StateStore,
  purpose: Purpose,
): Promise<ReadonlyMap<string, string>> {
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => keys[purpose](bucket));
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
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(path) !== after.get(path)) changed.set(bucketOf(path), {});
  }
  if (changed.size === 0) return [];
  for (const [path, mark] of after) {
    const bucket = changed.get(bucketOf(path));
    if (bucket !== undefined) bucket[path] = mark;
  }
  return [...changed].map(([bucket, marks]) =>
    Object.keys(marks).length === 0
      ? { remove: keys[purpose](bucket) }
      : { put: keys[purpose](bucket), value: marks },
  );
}
