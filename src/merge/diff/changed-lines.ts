import { diffArrays } from 'diff';

/** Where two lists differ: the old entries from `oldStart` to `oldEnd` became the new ones from `newStart` to `newEnd`; half-open. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** With more lines that came or went, two texts are shown as one change: to compare them would take long. */
export const MOST_EDITS = 1000;

/** Where two lists of lines differ. What differs in too much is one change from its first line to its last. */
export function changedLines(
  old: readonly string[],
  next: readonly string[],
  mostEdits = MOST_EDITS,
): readonly Hunk[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let foot = 0;
  while (foot < shorter - head && old.at(-1 - foot) === next.at(-1 - foot)) foot += 1;
  const [oldEnd, newEnd] = [old.length - foot, next.length - foot];
  if (head === oldEnd && head === newEnd) return [];
  const changes = diffArrays(old.slice(head, oldEnd), next.slice(head, newEnd), { maxEditLength: mostEdits });
  if (changes === undefined) return [{ oldStart: head, oldEnd, newStart: head, newEnd }];
  const hunks: Hunk[] = [];
  let hunk: Hunk = { oldStart: head, oldEnd: head, newStart: head, newEnd: head };
  const close = (): void => {
    if (hunk.oldEnd > hunk.oldStart || hunk.newEnd > hunk.newStart) hunks.push(hunk);
  };
  for (const { added, removed, count } of changes) {
    if (removed) hunk = { ...hunk, oldEnd: hunk.oldEnd + count };
    else if (added) hunk = { ...hunk, newEnd: hunk.newEnd + count };
    else {
      close();
      const [oldStart, newStart] = [hunk.oldEnd + count, hunk.newEnd + count];
      hunk = { oldStart, oldEnd: oldStart, newStart, newEnd: newStart };
    }
  }
  close();
  return hunks;
}
