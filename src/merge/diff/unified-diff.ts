import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { MOST_EDITS } from '../../notes/note/changed-entries';

export interface UnifiedDiff {
  readonly before: string;
  readonly after: string;
  /** Labels of the two sides; null where there is no file. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The difference of two texts in the unified format; no lines where they are equal. */
export function unifiedDiff({ before, after, from, to }: UnifiedDiff): readonly string[] {
  if (before === after && from === to) return [];
  const head = [`--- ${from ?? '/dev/null'}`, `+++ ${to ?? '/dev/null'}`];
  const options = { context: 3, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (patch === undefined) return [...head, ...wholeHunk(before, after)];
  if (patch.hunks.length === 0) return head;
  return [...head, ...formatPatch(patch, OMIT_HEADERS).replace(/\n$/, '').split('\n')];
}

/** Replaces all lines, for texts too different to compare. */
function wholeHunk(before: string, after: string): readonly string[] {
  const [old, next] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'));
  return [
    `@@ -1,${String(old?.length)} +1,${String(next?.length)} @@`,
    ...(old ?? []).map((line) => `-${line}`),
    ...(next ?? []).map((line) => `+${line}`),
  ];
}
