import { mergeWords } from '../merge/three-way';
import type { Hunk } from '../diff/changed-lines';
import { anchorAtEnd } from '../note/block-anchor';
import { isFilled } from '../note/note';
import { diffLines } from './text-patch';

export interface ThreeBodies {
  /** What both changed: as a run left it. */
  readonly base: readonly string[];
  /** As it is now. */
  readonly local: readonly string[];
  /** As it was before the run. */
  readonly remote: readonly string[];
}

/**
 * Takes a run's changes out of lines that a person changed since. What they put in stands below the lines that it stood below; null
 * where these go, or where both changed the same words.
 */
export function reverseLines(texts: ThreeBodies): readonly string[] | null {
  const sides = { mine: diffLines(texts.base, texts.local), theirs: diffLines(texts.base, texts.remote) };
  const lines: string[] = [];
  let position = 0;
  let isSeam = false;
  const put = (some: readonly string[]): void => {
    if (isSeam && some.length > 0 && isFilled(lines[lines.length - 1] ?? '') && isFilled(some[0] ?? ''))
      lines.push('');
    if (some.length > 0) isSeam = false;
    for (const line of some) lines.push(line);
  };
  for (const cluster of clustersOf(sides)) {
    put(texts.base.slice(position, cluster.start));
    const pieces = settle(cluster, texts);
    if (pieces === null) return null;
    for (const piece of pieces) {
      put(piece);
      isSeam ||= pieces.length > 1;
    }
    position = cluster.end;
  }
  put(texts.base.slice(position));
  return lines;
}

/** Changes of one side, or of both that touch each other. */
interface Cluster {
  /** In the base, half-open. */
  readonly start: number;
  readonly end: number;
  readonly mine: readonly Hunk[];
  readonly theirs: readonly Hunk[];
}

function clustersOf({
  mine,
  theirs,
}: {
  readonly mine: readonly Hunk[];
  readonly theirs: readonly Hunk[];
}): readonly Cluster[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, isMine: true })),
    ...theirs.map((hunk) => ({ hunk, isMine: false })),
  ].sort((left, right) => left.hunk.oldStart - right.hunk.oldStart || left.hunk.oldEnd - right.hunk.oldEnd);
  const clusters: { start: number; end: number; mine: Hunk[]; theirs: Hunk[] }[] = [];
  for (const { hunk, isMine } of all) {
    const last = clusters[clusters.length - 1];
    const cluster =
      last !== undefined && hunk.oldStart <= last.end
        ? last
        : { start: hunk.oldStart, end: hunk.oldEnd, mine: [], theirs: [] };
    if (cluster !== last) clusters.push(cluster);
    cluster.end = Math.max(cluster.end, hunk.oldEnd);
    (isMine ? cluster.mine : cluster.theirs).push(hunk);
  }
  return clusters;
}

/** The lines of a cluster piece by piece; null where they cannot be told apart. */
function settle(cluster: Cluster, texts: ThreeBodies): readonly (readonly string[])[] | null {
  const { start, end, mine, theirs } = cluster;
  const local = sideOf(texts.base, { side: texts.local, hunks: mine, start, end });
  const remote = sideOf(texts.base, { side: texts.remote, hunks: theirs, start, end });
  if (theirs.length === 0) return [local];
  if (mine.length === 0) return [remote];
  if (local.join('\n') === remote.join('\n')) return [remote];
  return inTurn(cluster, texts) ?? byWords({ base: texts.base.slice(start, end), local, remote });
}

/** What a stretch of the base became on one side. */
function sideOf(
  base: readonly string[],
  {
    side,
    hunks,
    start,
    end,
  }: {
    readonly side: readonly string[];
    readonly hunks: readonly Hunk[];
    readonly start: number;
    readonly end: number;
  },
): readonly string[] {
  const lines: string[] = [];
  let position = start;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    lines.push(...base.slice(position, oldStart), ...side.slice(newStart, newEnd));
    position = oldEnd;
  }
  return [...lines, ...base.slice(position, end)];
}

/** Changes that touch and do not overlap: one after the other; where both begin in one place, the person's before all but an anchor of what stands above. */
function inTurn(
  { start, end, mine, theirs }: Cluster,
  { base, local, remote }: ThreeBodies,
): readonly (readonly string[])[] | null {
  const all = [
    ...mine.map((hunk) => ({ hunk, isMine: true })),
    ...theirs.map((hunk) => ({ hunk, isMine: false })),
  ].sort(
    (left, right) =>
      left.hunk.oldStart - right.hunk.oldStart ||
      sortOf(left.hunk) - sortOf(right.hunk) ||
      turnOf(left, remote) - turnOf(right, remote),
  );
  const pieces: (readonly string[])[] = [];
  let position = start;
  let last: { readonly hunk: Hunk; readonly isMine: boolean } | null = null;
  for (const { hunk, isMine } of all) {
    const { oldStart, oldEnd, newStart, newEnd } = hunk;
    if (oldStart < position) return null;
    // What the person wrote under a block goes where the block goes: it cannot stay when that goes.
    if (
      isMine &&
      last !== null &&
      !last.isMine &&
      last.hunk.oldEnd === oldStart &&
      last.hunk.oldEnd > last.hunk.oldStart &&
      !endsAlike(last.hunk, { base, remote })
    )
      return null;
    pieces.push(base.slice(position, oldStart), (isMine ? local : remote).slice(newStart, newEnd));
    position = oldEnd;
    last = { hunk, isMine };
  }
  return [...pieces, base.slice(position, end)];
}

const turnOf = (
  { hunk: { newStart, newEnd }, isMine }: { readonly hunk: Hunk; readonly isMine: boolean },
  remote: readonly string[],
): number => {
  if (isMine) return 1;
  const first = remote.slice(newStart, newEnd).find(isFilled)?.trim() ?? '';
  return first === `^${anchorAtEnd(first) ?? ''}` ? 0 : 2;
};

/** What only puts lines in comes before what takes the lines of that place out. */
const sortOf = ({ oldStart, oldEnd }: Hunk): number => (oldEnd > oldStart ? 1 : 0);

const endsAlike = (
  { oldStart, oldEnd, newStart, newEnd }: Hunk,
  { base, remote }: Pick<ThreeBodies, 'base' | 'remote'>,
): boolean => lastAnchor(base.slice(oldStart, oldEnd)) === lastAnchor(remote.slice(newStart, newEnd));

const lastAnchor = (lines: readonly string[]): string | null =>
  lines
    .map(anchorAtEnd)
    .filter((anchor) => anchor !== null)
    .pop() ?? null;

function byWords({ base, local, remote }: ThreeBodies): readonly (readonly string[])[] | null {
  const merged = mergeWords({ base: base.join('\n'), local: local.join('\n'), remote: remote.join('\n') });
  if (merged === null) return null;
  const lines = merged.split('\n');
  const anchors = (some: readonly string[]): string =>
    some.flatMap((line) => anchorAtEnd(line) ?? []).join(' ');
  return anchors(lines) === anchors(remote) ? [lines] : null;
}
