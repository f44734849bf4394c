import { changedLines, type Hunk } from '../diff/changed-lines';

/** What became of the lines of a text: some, from `at` on, gave way to others. In their order, and by the places in the old text. */
export type TextPatch = readonly LineChange[];

export interface LineChange {
  readonly at: number;
  readonly removed: number;
  readonly lines: readonly string[];
}

/** Finding what they have in common takes the square of this: beyond it, two texts are told apart as one difference. */
const MOST_CHANGED_LINES = 300;

/** Where two lists of lines differ, each difference as high up as it can be told; as one where they have too little in common. */
export function diffLines(old: readonly string[], next: readonly string[]): readonly Hunk[] {
  const hunks = changedLines(old, next, MOST_CHANGED_LINES);
  let floor = 0;
  return hunks.map((hunk) => {
    const raised = raise(hunk, { old, next, floor });
    floor = raised.oldEnd;
    return raised;
  });
}

/** Where one and the same line stands before and at the end of what came or went, it may as well be the one before. */
function raise(
  hunk: Hunk,
  {
    old,
    next,
    floor,
  }: { readonly old: readonly string[]; readonly next: readonly string[]; readonly floor: number },
): Hunk {
  let { oldStart, oldEnd, newStart, newEnd } = hunk;
  if (oldEnd > oldStart && newEnd > newStart) return hunk;
  const last = (): string | undefined => (oldEnd > oldStart ? old[oldEnd - 1] : next[newEnd - 1]);
  while (oldStart > floor && old[oldStart - 1] === last()) {
    oldStart -= 1;
    oldEnd -= 1;
    newStart -= 1;
    newEnd -= 1;
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

export function makePatch(before: string, after: string): TextPatch {
  const lines = after.split('\n');
  return diffLines(before.split('\n'), lines).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    at: oldStart,
    removed: oldEnd - oldStart,
    lines: lines.slice(newStart, newEnd),
  }));
}

export function applyPatch(before: string, patch: TextPatch): string {
  const old = before.split('\n');
  const pieces: (readonly string[])[] = [];
  let position = 0;
  for (const { at, removed, lines } of patch) {
    pieces.push(old.slice(position, at), lines);
    position = at + removed;
  }
  return [...pieces, old.slice(position)].flat().join('\n');
}

/** In characters. */
export const patchSize = (patch: TextPatch): number =>
  patch.reduce((sum, { lines }) => sum + lines.reduce((length, line) => length + line.length + 1, 0), 0);
