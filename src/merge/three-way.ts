import { changedEntries } from '../notes/note/changed-entries';
import { looseText } from '../notes/note/loose-text';
import { wordsOf } from '../notes/note/words';

export interface ThreeTexts {
  /** The common ancestor. */
  readonly base: string;
  readonly local: string;
  readonly remote: string;
}

/**
 * Merges both sides word by word; null when they clash. The text is cut at words that both sides kept;
 * between two of these, only one side may have changed, or both in the same way. It is also a clash when one
 * side is mostly new text, or when markup or lines could cross.
 */
export function mergeWords(texts: ThreeTexts): string | null {
  const stretches = stretchesOf(texts);
  if (stretches === null) return null;
  const merged: string[] = [];
  for (const stretch of stretches) {
    const text = mergedStretch(stretch);
    if (text === null) return null;
    merged.push(text, stretch.word);
  }
  return areCrossed(stretches) ? null : merged.join('');
}

/** The text between two words that both sides kept. */
interface Stretch extends ThreeTexts {
  /** The next kept word as `local` writes it; `''` at the end. */
  readonly word: string;
}

/** Null when one of the sides is mostly new text. */
function stretchesOf(texts: ThreeTexts): readonly Stretch[] | null {
  const words = { base: wordsOf(texts.base), local: wordsOf(texts.local), remote: wordsOf(texts.remote) };
  const inLocal = placesIn(texts.local, texts.base);
  const inRemote = placesIn(texts.remote, texts.base);
  if (inLocal === null || inRemote === null) return null;
  const stretches: Stretch[] = [];
  const from = { base: 0, local: 0, remote: 0 };
  for (const [index, base] of words.base.entries()) {
    const local = words.local[inLocal.get(index) ?? -1];
    const remote = words.remote[inRemote.get(index) ?? -1];
    if (local === undefined || remote === undefined) continue;
    stretches.push({
      base: texts.base.slice(from.base, base.start),
      local: texts.local.slice(from.local, local.start),
      remote: texts.remote.slice(from.remote, remote.start),
      word: texts.local.slice(local.start, local.end),
    });
    from.base = base.end;
    from.local = local.end;
    from.remote = remote.end;
  }
  stretches.push({
    base: texts.base.slice(from.base),
    local: texts.local.slice(from.local),
    remote: texts.remote.slice(from.remote),
    word: '',
  });
  return stretches;
}

function mergedStretch({ base, local, remote }: ThreeTexts): string | null {
  for (const isSame of [isEqual, isLoose]) {
    if (isSame(remote, base)) return local;
    if (isSame(local, base)) return remote;
    if (isSame(local, remote)) return local;
  }
  return null;
}

const isEqual = (left: string, right: string): boolean => left.normalize('NFC') === right.normalize('NFC');

/** Whether two gaps between words are the same but for what formatters change. */
const isLoose = (left: string, right: string): boolean =>
  left === right || looseGap(left) === looseGap(right);

/** With a word at either end, because a gap may begin and end within a line. */
const looseGap = (gap: string): string => looseText(`x${gap}x`);

/** Above this, two texts count as entirely different. */
const MOST_EDITS = 2000;

/** Maps words of the base to their places in `side`; null when fewer than half are left. */
function placesIn(side: string, base: string): ReadonlyMap<number, number> | null {
  const before = wordsOf(base).map(({ key }) => key);
  const after = wordsOf(side).map(({ key }) => key);
  const places = new Map<number, number>();
  let at = 0;
  let shift = 0;
  const keepUntil = (end: number): void => {
    for (; at < end; at += 1) places.set(at, at + shift);
  };
  for (const { oldStart, oldEnd, newEnd } of changedEntries(before, after, MOST_EDITS)) {
    keepUntil(oldStart);
    at = oldEnd;
    shift = newEnd - oldEnd;
  }
  keepUntil(before.length);
  return places.size * 2 < Math.min(before.length, after.length) ? null : places;
}

type Side = 'local' | 'remote';

/** Whether markup pairs of both sides overlap, or one changed quoting or columns and the other lines. */
function areCrossed(stretches: readonly Stretch[]): boolean {
  const shapes = { local: new Set<Shape>(), remote: new Set<Shape>() };
  const open = new Map<string, Side>();
  for (const { base, local, remote } of stretches) {
    const isLocal = !isLoose(local, base);
    // Unchanged, or changed in the same way.
    if (isLocal === !isLoose(remote, base)) continue;
    const by = isLocal ? 'local' : 'remote';
    const [before, after] = [marksIn(base), marksIn(isLocal ? local : remote)];
    for (const kind of unpairedMarks([...before, ...after])) {
      const opener = open.get(kind);
      if (opener === undefined) open.set(kind, by);
      else if (opener === by) open.delete(kind);
      else return true;
    }
    for (const shape of shapesOf(before, after)) shapes[by].add(shape);
  }
  const haveBoth = (one: Shape, other: Shape): boolean =>
    (shapes.local.has(one) && shapes.remote.has(other)) ||
    (shapes.remote.has(one) && shapes.local.has(other));
  return haveBoth('quoting', 'lines') || haveBoth('columns', 'columns');
}

const MARK = /<!--|-->|([*_~=$%`])\1*|[[\]|>\n]/g;

function marksIn(text: string): readonly string[] {
  const words = wordsOf(text);
  const gaps = words.map(({ start }, index) => text.slice(words[index - 1]?.end ?? 0, start));
  return [...gaps, text.slice(words.at(-1)?.end ?? 0)].flatMap((gap) => gap.match(MARK) ?? []);
}

/** Closing marks and their openers. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  [']', '['],
  ['-->', '<!--'],
]);

/** Marks added or removed without their partner, which must be in another change of the same side. */
function unpairedMarks(marks: readonly string[]): readonly string[] {
  const odd = new Set<string>();
  for (const mark of marks) {
    if (/[|>\n]/.test(mark) && mark !== '-->') continue;
    const kind = OPENERS.get(mark) ?? mark;
    if (!odd.delete(kind)) odd.add(kind);
  }
  return [...odd];
}

type Shape = 'columns' | 'lines' | 'quoting';

function shapesOf(before: readonly string[], after: readonly string[]): readonly Shape[] {
  const count = (marks: readonly string[], mark: string): number =>
    marks.filter((one) => one === mark).length;
  const grown = (mark: string): number => count(after, mark) - count(before, mark);
  const shapes: Shape[] = [];
  if (grown('|') !== 0) shapes.push('columns');
  if (grown('\n') !== 0) shapes.push('lines');
  if (grown('>') !== 0 && grown('>') !== grown('\n')) shapes.push('quoting');
  return shapes;
}
