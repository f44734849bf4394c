import { diffWords, isWord, wordsOf, type Hunk, type Words } from './word-diff';

export interface ThreeTexts {
  /** What both began with. */
  readonly base: string;
  readonly local: string;
  readonly remote: string;
}

/**
 * Brings the changes of both sides into one text, word by word; null where that could come out wrong. Changes are a conflict when
 * no word that both left alone stands between them (unless they are the same), when one side is another text altogether, and when
 * marks or lines of the two could get crossed. Words that nobody changed are written as `local` has them.
 */
export function mergeWords(texts: ThreeTexts): string | null {
  const base = wordsOf(texts.base);
  const local = sideOf(base, texts.local);
  const remote = sideOf(base, texts.remote);
  if (local === null || remote === null) return null;
  const changes = changesOf(base, { local, remote });
  return changes === null || areCrossed(base, { local, remote, changes })
    ? null
    : weave(base, { local, remote, changes });
}

interface Side {
  readonly words: Words;
  readonly hunks: readonly Hunk[];
}

/** Null when it is not the same text any more. */
function sideOf(base: Words, text: string): Side | null {
  const words = wordsOf(text);
  const hunks = diffWords(base.keys, words.keys);
  if (hunks === null) return null;
  const said = base.keys.filter(isWord).length;
  const gone = hunks.reduce(
    (sum, hunk) => sum + base.keys.slice(hunk.oldStart, hunk.oldEnd).filter(isWord).length,
    0,
  );
  const left = said - gone;
  return left * 2 < Math.min(said, words.keys.filter(isWord).length) ? null : { words, hunks };
}

/** A stretch of the base that one side changed, or both in the same way. */
interface Change {
  readonly by: 'local' | 'remote' | 'both';
  /** In the base, half-open. */
  readonly start: number;
  readonly end: number;
  /** What it became, in the words of the side. */
  readonly from: number;
  readonly to: number;
}

/** Hunks with no word of the base between them are one change; null when it is of both sides and not the same. */
function changesOf(
  base: Words,
  { local, remote }: { readonly local: Side; readonly remote: Side },
): readonly Change[] | null {
  const saidBefore = [0];
  for (const key of base.keys)
    saidBefore.push((saidBefore[saidBefore.length - 1] ?? 0) + (isWord(key) ? 1 : 0));
  const touches = (hunk: Hunk | undefined, end: number): hunk is Hunk =>
    hunk !== undefined && (hunk.oldStart <= end || saidBefore[hunk.oldStart] === saidBefore[end]);
  const changes: Change[] = [];
  let mine = 0;
  let theirs = 0;
  while (mine < local.hunks.length || theirs < remote.hunks.length) {
    const before = { mine, theirs };
    const start = Math.min(
      local.hunks[mine]?.oldStart ?? Infinity,
      remote.hunks[theirs]?.oldStart ?? Infinity,
    );
    let end = start;
    for (;;) {
      const [left, right] = [local.hunks[mine], remote.hunks[theirs]];
      if (touches(left, end)) {
        mine += 1;
        end = Math.max(end, left.oldEnd);
      } else if (touches(right, end)) {
        theirs += 1;
        end = Math.max(end, right.oldEnd);
      } else break;
    }
    const localRange = rangeIn(local.hunks, { start, end, before: before.mine, after: mine });
    const remoteRange = rangeIn(remote.hunks, { start, end, before: before.theirs, after: theirs });
    if (mine === before.mine) changes.push({ by: 'remote', start, end, ...remoteRange });
    else if (theirs === before.theirs) changes.push({ by: 'local', start, end, ...localRange });
    else if (
      isSame(
        local.words.keys.slice(localRange.from, localRange.to),
        remote.words.keys.slice(remoteRange.from, remoteRange.to),
      )
    )
      changes.push({ by: 'both', start, end, ...localRange });
    else return null;
  }
  return changes;
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((key, index) => key === right[index]);

/** Where a stretch of the base lies in a side, given how many of its hunks lie before the stretch and before its end. */
function rangeIn(
  hunks: readonly Hunk[],
  at: { readonly start: number; readonly end: number; readonly before: number; readonly after: number },
): { readonly from: number; readonly to: number } {
  const shift = (count: number): number => {
    const last = hunks[count - 1];
    return last === undefined ? 0 : last.newEnd - last.oldEnd;
  };
  return { from: at.start + shift(at.before), to: at.end + shift(at.after) };
}

interface Sides {
  readonly local: Side;
  readonly remote: Side;
  readonly changes: readonly Change[];
}

/** Words that nobody changed are the person's; the blanks before one are of the side that changed what stands before it. */
function weave(base: Words, { local, remote, changes }: Sides): string {
  const out: string[] = [];
  let position = 0;
  let inLocal = 0;
  let blankAfter: string | null = null;
  const pass = (count: number): void => {
    for (const end = inLocal + count; inLocal < end; inLocal += 1) {
      out.push(blankAfter ?? local.words.blanks[inLocal] ?? '', local.words.words[inLocal] ?? '');
      blankAfter = null;
    }
  };
  for (const change of changes) {
    pass(change.start - position);
    const { words } = change.by === 'remote' ? remote : local;
    for (let index = change.from; index < change.to; index += 1)
      out.push(words.blanks[index] ?? '', words.words[index] ?? '');
    blankAfter = words.blanks[change.to] ?? '';
    position = change.end;
    inLocal = change.by === 'remote' ? inLocal + change.end - change.start : change.to;
  }
  pass(base.keys.length - position);
  return out.join('');
}

/** Marks that come in pairs. A change with one of a pair has its fellow in another change of the same side. */
const PAIRED = /^(?:[*_~=$%`]+|<!--|-->|[[\]])$/;

/** The one kind that both marks of a pair are of. */
const KINDS: ReadonlyMap<string, string> = new Map([
  [']', '['],
  ['-->', '<!--'],
]);

type Party = 'local' | 'remote';

/** Whether pairs of marks of the two sides overlap, or one changed the quoting or the columns and the other the lines. */
function areCrossed(base: Words, { local, remote, changes }: Sides): boolean {
  const shapes = { local: new Set<string>(), remote: new Set<string>() };
  const open = new Map<string, Party>();
  for (const { by, start, end, from, to } of changes) {
    if (by === 'both') continue;
    const before = base.keys.slice(start, end);
    const after = (by === 'local' ? local : remote).words.keys.slice(from, to);
    for (const kind of halfPairs(before, after)) {
      const opener = open.get(kind);
      if (opener === undefined) open.set(kind, by);
      else if (opener === by) open.delete(kind);
      else return true;
    }
    for (const shape of shapesOf(before, after)) shapes[by].add(shape);
  }
  const meet = (one: string, other: string): boolean =>
    (shapes.local.has(one) && shapes.remote.has(other)) ||
    (shapes.remote.has(one) && shapes.local.has(other));
  return meet('quoting', 'lines') || meet('columns', 'columns');
}

/** Kinds of marks of which a change takes out or puts in one of a pair. */
function halfPairs(before: readonly string[], after: readonly string[]): readonly string[] {
  const odd = new Set<string>();
  for (const key of [...before, ...after]) {
    if (!PAIRED.test(key)) continue;
    const kind = KINDS.get(key) ?? key;
    if (!odd.delete(kind)) odd.add(kind);
  }
  return [...odd];
}

function shapesOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const grown = (key: string): number => countOf(after, key) - countOf(before, key);
  const shapes: string[] = [];
  if (grown('|') !== 0) shapes.push('columns');
  if (grown('\n') !== 0) shapes.push('lines');
  if (grown('>') !== 0 && grown('>') !== grown('\n')) shapes.push('quoting');
  return shapes;
}

function countOf(keys: readonly string[], key: string): number {
  let count = 0;
  for (const one of keys) if (one === key) count += 1;
  return count;
}
