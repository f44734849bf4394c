import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { MOST_EDITS } from './changed-lines';

export interface UnifiedDiff {
  readonly before: string;
  readonly after: string;
  /** What is said of where each is; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Two texts compared in the unified format, as lines; none where they are the same. */
export function unifiedDiff({ before, after, from, to }: UnifiedDiff): readonly string[] {
  if (before === after && from === to) return [];
  const head = [`--- ${from ?? '/dev/null'}`, `+++ ${to ?? '/dev/null'}`];
  const options = { context: 3, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (patch === undefined) return [...head, ...wholeHunk(before, after)];
  if (patch.hunks.length === 0) return head;
  return [...head, ...formatPatch(patch, OMIT_HEADERS).replace(/\n$/, '').split('\n')];
}

/** All lines for all lines, where the two have too little in common to be compared. */
function wholeHunk(before: string, after: string): readonly string[] {
  const [old, next] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'));
  return [
    `@@ -1,${String(old?.length)} +1,${String(next?.length)} @@`,
    ...(old ?? []).map((line) => `-${line}`),
    ...(next ?? []).map((line) => `+${line}`),
  ];
}
