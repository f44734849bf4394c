import type { Hunk } from '../merge/word-diff';
import { changedLines } from './changed-lines';

/** Lines of context around a change, as `diff -u` has them. */
const CONTEXT = 3;

export interface UnifiedDiff {
  readonly before: string;
  readonly after: string;
  /** What is said of where each is; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Two texts compared in the unified format, as lines; none where they are the same. */
export function unifiedDiff({ before, after, from, to }: UnifiedDiff): readonly string[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const hunks = changedLines(old, next);
  if (hunks.length === 0 && from === to) return [];
  const lines = [`--- ${from ?? '/dev/null'}`, `+++ ${to ?? '/dev/null'}`];
  for (const group of grouped(hunks)) lines.push(...groupLines(group, { old, next }));
  return lines;
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Changes whose context meets are told together. */
function grouped(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups[groups.length - 1];
    const before = last?.[last.length - 1];
    if (last !== undefined && before !== undefined && hunk.oldStart - before.oldEnd <= 2 * CONTEXT)
      last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function groupLines(
  group: readonly Hunk[],
  { old, next }: { readonly old: readonly string[]; readonly next: readonly string[] },
): readonly string[] {
  const [first, last] = [group[0], group[group.length - 1]];
  if (first === undefined || last === undefined) return [];
  const head = Math.min(CONTEXT, first.oldStart);
  const foot = Math.min(CONTEXT, old.length - last.oldEnd);
  const [oldStart, newStart] = [first.oldStart - head, first.newStart - head];
  const lines = [
    `@@ -${range(oldStart, last.oldEnd + foot - oldStart)} +${range(newStart, last.newEnd + foot - newStart)} @@`,
  ];
  let position = oldStart;
  for (const hunk of group) {
    lines.push(
      ...old.slice(position, hunk.oldStart).map((line) => ` ${line}`),
      ...old.slice(hunk.oldStart, hunk.oldEnd).map((line) => `-${line}`),
      ...next.slice(hunk.newStart, hunk.newEnd).map((line) => `+${line}`),
    );
    position = hunk.oldEnd;
  }
  return [...lines, ...old.slice(position, position + foot).map((line) => ` ${line}`)];
}

/** Lines are counted from 1; a range of none names the line before it. */
const range = (start: number, count: number): string =>
  `${String(count === 0 ? start : start + 1)},${String(count)}`;
