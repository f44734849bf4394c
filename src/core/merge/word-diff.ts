/** Where two lists of words differ: the old ones from `oldStart` to `oldEnd` became the new ones from `newStart` to `newEnd`; half-open. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A text cut into words, line ends and marks, each with the blanks before it. Blanks and words in turn are the text. */
export interface Words {
  readonly blanks: readonly string[];
  readonly words: readonly string[];
  /** What they are compared by. A single blank, or none, makes no difference: else blanks would be matched at the cost of words. */
  readonly keys: readonly string[];
}

// An address or a link is one word: two changes of one would make a third that leads nowhere. A script that writes no blanks
// between words is compared character by character.
const WORD = new RegExp(
  `[^\\S\\n]*(?:${[
    String.raw`https?:\/\/[^\s<>()\]]+`,
    String.raw`!?\[\[[^[\]\n]*\]\]`,
    String.raw`\^[A-Za-z0-9-]+(?=[ \t]*(?:\n|$))`,
    String.raw`<!--|-->`,
    String.raw`([*_~=$%\x60])\1*`,
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*`,
    String.raw`[\p{L}\p{M}\p{N}]+(?:['\u2019.,:-][\p{L}\p{M}\p{N}]+)*`,
    String.raw`[\s\S]|$`,
  ].join('|')})`,
  'gu',
);

export function wordsOf(text: string): Words {
  const blanks: string[] = [];
  const words: string[] = [];
  const keys: string[] = [];
  const isComposed = text.normalize('NFC') === text;
  for (const part of text.match(WORD) ?? []) {
    if (part === '') continue;
    const length = blankLength(part);
    const word = part.slice(length);
    const blank = part.slice(0, length);
    blanks.push(blank);
    words.push(word);
    keys.push((length > 1 || blank === '\t' ? blank : '') + (isComposed ? word : word.normalize('NFC')));
  }
  return { blanks, words, keys };
}

/** How much of it is blank; a line end is none. */
function blankLength(part: string): number {
  let length = 0;
  while (length < part.length && part[length] !== '\n' && (part[length] ?? '').trim() === '') length += 1;
  return length;
}

/** Whether it is something that is said, as opposed to blanks, marks and anchors. */
export const isWord = (key: string): boolean => !key.startsWith('^') && /[\p{L}\p{N}]/u.test(key);

/** Beyond so many words that came or went, two texts are different texts, and comparing them would take long. */
const MOST_EDITS = 1000;

/**
 * Where two lists of words differ, or null when they differ in too much. Words are matched before marks and line ends, of which
 * there are always some that look alike: as many of either as can be (Myers' algorithm).
 */
export function diffWords(
  old: readonly string[],
  next: readonly string[],
  mostEdits = MOST_EDITS,
): readonly Hunk[] | null {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let foot = 0;
  while (foot < shorter - head && old[old.length - 1 - foot] === next[next.length - 1 - foot]) foot += 1;
  const partners = partnersOf(
    old.slice(head, old.length - foot),
    next.slice(head, next.length - foot),
    mostEdits,
  );
  return partners === null
    ? null
    : hunksOf(partners, { head, oldEnd: old.length - foot, newEnd: next.length - foot });
}

/** For each old word the place of the new one that it is, or -1. */
function partnersOf(old: readonly string[], next: readonly string[], mostEdits: number): Int32Array | null {
  const places = (keys: readonly string[]): readonly number[] =>
    keys.flatMap((key, index) => (isWord(key) ? [index] : []));
  const [oldWords, newWords] = [places(old), places(next)];
  const matched = matchesOf(
    oldWords.map((place) => old[place] ?? ''),
    newWords.map((place) => next[place] ?? ''),
    mostEdits,
  );
  if (matched === null) return null;
  const partners = new Int32Array(old.length).fill(-1);
  let oldStart = 0;
  let newStart = 0;
  for (const [index, partner] of [...matched.entries(), [oldWords.length, newWords.length] as const]) {
    if (partner < 0) continue;
    const oldEnd = oldWords[index] ?? old.length;
    const newEnd = newWords[partner] ?? next.length;
    const between = matchesOf(old.slice(oldStart, oldEnd), next.slice(newStart, newEnd), mostEdits);
    if (between === null) return null;
    for (const [offset, place] of between.entries())
      if (place >= 0) partners[oldStart + offset] = newStart + place;
    if (oldEnd < old.length) partners[oldEnd] = newEnd;
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return partners;
}

/** The same with all words alike, on the shortest way from one list to the other; null when that is too long. */
function matchesOf(old: readonly string[], next: readonly string[], mostEdits: number): Int32Array | null {
  const partners = new Int32Array(old.length).fill(-1);
  if (old.length === 0 || next.length === 0) return partners;
  const trace = furthestReaches(old, next, mostEdits);
  if (trace === null) return null;
  let x = old.length;
  let y = next.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const diagonal = x - y;
    const reach = trace[edits] ?? new Int32Array(0);
    const from = comesFromAbove(reach, { diagonal, edits }) ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : (reach[from + edits + 1] ?? 0);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      partners[x] = y;
    }
    x = fromX;
    y = fromY;
  }
  return partners;
}

/** How far one gets on each diagonal with 0, 1, 2 … edits: before each round, for the diagonals `-edits - 1` to `edits + 1`. */
function furthestReaches(
  old: readonly string[],
  next: readonly string[],
  mostEdits: number,
): readonly Int32Array[] | null {
  const most = Math.min(old.length + next.length, mostEdits);
  const centre = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    const before = reach.slice(centre - edits - 1, centre + edits + 2);
    trace.push(before);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = comesFromAbove(before, { diagonal, edits })
        ? (reach[centre + diagonal + 1] ?? 0)
        : (reach[centre + diagonal - 1] ?? 0) + 1;
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) x += 1;
      reach[centre + diagonal] = x;
      if (x >= old.length && x - diagonal >= next.length) return trace;
    }
  }
  return null;
}

/** Whether the furthest way to a diagonal ends with a word that came, as opposed to one that went. */
function comesFromAbove(
  before: Int32Array,
  { diagonal, edits }: { readonly diagonal: number; readonly edits: number },
): boolean {
  const at = diagonal + edits + 1;
  return diagonal === -edits || (diagonal !== edits && (before[at - 1] ?? 0) < (before[at + 1] ?? 0));
}

function hunksOf(
  partners: Int32Array,
  ends: { readonly head: number; readonly oldEnd: number; readonly newEnd: number },
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let oldStart = ends.head;
  let newStart = ends.head;
  const close = (oldEnd: number, newEnd: number): void => {
    if (oldEnd > oldStart || newEnd > newStart) hunks.push({ oldStart, oldEnd, newStart, newEnd });
  };
  partners.forEach((partner, index) => {
    if (partner < 0) return;
    close(ends.head + index, ends.head + partner);
    oldStart = ends.head + index + 1;
    newStart = ends.head + partner + 1;
  });
  close(ends.oldEnd, ends.newEnd);
  return hunks;
}
