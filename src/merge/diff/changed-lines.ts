import { diffArrays } from 'diff';

/**
 * Where two lists differ: the old entries from `oldStart` to `oldEnd` became the new ones from `newStart` to
 * `newEnd`; half-open.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** With more lines that came or went, two texts are shown as one change: to compare them would take long. */
export const MOST_EDITS = 1000;

/**
 * Where two lists of lines or words differ. What differs in too much is one change from its first entry to
 * its last.
 */
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
    const goesOn = last?.oldEnd === hunk.oldStart && last.newEnd === hunk.newStart;
    if (goesOn) hunks[hunks.length - 1] = { ...last, oldEnd: hunk.oldEnd, newEnd: hunk.newEnd };
    else hunks.push(hunk);
  }
  return hunks;
}
