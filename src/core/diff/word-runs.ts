import { diffWords, isWord, wordsOf, type Hunk, type Words } from '../merge/word-diff';

/** A stretch of a line. */
export interface DiffRun {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The lines of one change, each in its stretches. */
export interface ChangedRuns {
  readonly removed: readonly (readonly DiffRun[])[];
  readonly added: readonly (readonly DiffRun[])[];
}

/** More characters in one change are not compared word by word. */
const MOST_IN_ONE = 12_000;

/** Marks the words that make the difference between lines that went and those that came for them; all of it where too little is left. */
export function wordRuns(
  went: readonly string[],
  came: readonly string[],
  { isByWord }: { readonly isByWord: boolean },
): ChangedRuns {
  const whole = { removed: went.map(wholeLine), added: came.map(wholeLine) };
  if (went.length === 0 || came.length === 0) return whole;
  const [before, after] = [went.join('\n'), came.join('\n')];
  if (!isByWord || before.length + after.length > MOST_IN_ONE)
    return went.length === 1 && came.length === 1 ? byEnds(before, after) : whole;
  const [old, next] = [wordsOf(before), wordsOf(after)];
  const hunks = diffWords(old.keys, next.keys);
  if (hunks === null || !haveMuchInCommon(old, next, hunks)) return whole;
  return {
    removed: linesOfRuns(
      old,
      hunks.map(({ oldStart, oldEnd }) => [oldStart, oldEnd]),
    ),
    added: linesOfRuns(
      next,
      hunks.map(({ newStart, newEnd }) => [newStart, newEnd]),
    ),
  };
}

const wholeLine = (text: string): readonly DiffRun[] => [{ text, isChanged: true }];

/** Single words that happen to stand in both of two different texts only confuse. */
function haveMuchInCommon(old: Words, next: Words, hunks: readonly Hunk[]): boolean {
  const said = ({ keys }: Words): number => keys.filter(isWord).length;
  const gone = hunks.reduce(
    (sum, { oldStart, oldEnd }) => sum + old.keys.slice(oldStart, oldEnd).filter(isWord).length,
    0,
  );
  const left = said(old) - gone;
  return left * 3 >= Math.min(said(old), said(next));
}

/** The text of these words, cut at its line ends; words within the ranges are changed. */
function linesOfRuns(
  { blanks, words }: Words,
  changed: readonly (readonly [number, number])[],
): readonly (readonly DiffRun[])[] {
  const lines: DiffRun[][] = [[]];
  const add = (text: string, isChanged: boolean): void => {
    const line = lines[lines.length - 1] ?? [];
    const last = line[line.length - 1];
    if (text === '') return;
    if (last?.isChanged === isChanged) line[line.length - 1] = { text: last.text + text, isChanged };
    else line.push({ text, isChanged });
  };
  let range = 0;
  for (const [index, word] of words.entries()) {
    while ((changed[range]?.[1] ?? Infinity) <= index) range += 1;
    const [start, end] = changed[range] ?? [Infinity, Infinity];
    const isChanged = index >= start && index < end;
    add(blanks[index] ?? '', isChanged && index > start);
    if (word === '\n') lines.push([]);
    else add(word, isChanged);
  }
  return lines;
}

/** One long line for another: what lies between their common beginning and their common end. */
function byEnds(before: string, after: string): ChangedRuns {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let foot = 0;
  while (foot < shorter - head && before[before.length - 1 - foot] === after[after.length - 1 - foot])
    foot += 1;
  const runsOf = (text: string): readonly DiffRun[] =>
    [
      { text: text.slice(0, head), isChanged: false },
      { text: text.slice(head, text.length - foot), isChanged: true },
      { text: text.slice(text.length - foot), isChanged: false },
    ].filter((run) => run.text !== '');
  return { removed: [runsOf(before)], added: [runsOf(after)] };
}
