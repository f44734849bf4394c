import { diffWords, type Hunk } from '../merge/word-diff';

/** Beyond so many lines between the first change and the last, finding what they have in common would take long. */
const MOST_LINES = 60_000;

/** Where two lists of lines differ. What differs in too much is one change from its first line to its last. */
export function changedLines(old: readonly string[], next: readonly string[]): readonly Hunk[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let foot = 0;
  while (foot < shorter - head && old[old.length - 1 - foot] === next[next.length - 1 - foot]) foot += 1;
  const middle: Hunk = {
    oldStart: head,
    oldEnd: old.length - foot,
    newStart: head,
    newEnd: next.length - foot,
  };
  if (middle.oldEnd === middle.oldStart && middle.newEnd === middle.newStart) return [];
  const length = middle.oldEnd - middle.oldStart + middle.newEnd - middle.newStart;
  const hunks =
    length > MOST_LINES ? null : diffWords(old.slice(head, middle.oldEnd), next.slice(head, middle.newEnd));
  if (hunks === null) return [middle];
  return hunks.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    oldStart: head + oldStart,
    oldEnd: head + oldEnd,
    newStart: head + newStart,
    newEnd: head + newEnd,
  }));
}
