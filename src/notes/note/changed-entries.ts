import { diffArrays } from 'diff';

/** Old entries `oldStart` to `oldEnd` (exclusive) became new entries `newStart` to `newEnd` (exclusive). */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Above this, two texts are shown as one change, because comparing them would take too long. */
export const MOST_EDITS = 1000;

/** The differences between two lists of lines or words. Above `mostEdits` they are one change. */
export function changedEntries(
  old: readonly string[],
  next: readonly string[],
  mostEdits = MOST_EDITS,
): readonly Hunk[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let foot = 0;
  while (foot < shorter - head && old.at(-1 - foot) === next.at(-1 - foot)) foot += 1;
  const whole = { oldStart: head, oldEnd: old.length - foot, newStart: head, newEnd: next.length - foot };
  const changes = diffArrays(old.slice(head, whole.oldEnd), next.slice(head, whole.newEnd), {
    maxEditLength: mostEdits,
  });
  if (changes === undefined) return [whole];
  const hunks: Hunk[] = [];
  let oldAt = head;
  let newAt = head;
  for (const { added, removed, count } of changes) {
    const hunk = {
      oldStart: oldAt,
      oldEnd: added ? oldAt : oldAt + count,
      newStart: newAt,
      newEnd: removed ? newAt : newAt + count,
    };
    oldAt = hunk.oldEnd;
    newAt = hunk.newEnd;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    const isAdjacent = last?.oldEnd === hunk.oldStart && last.newEnd === hunk.newStart;
    if (isAdjacent) hunks[hunks.length - 1] = { ...last, oldEnd: hunk.oldEnd, newEnd: hunk.newEnd };
    else hunks.push(hunk);
  }
  return hunks;
}
