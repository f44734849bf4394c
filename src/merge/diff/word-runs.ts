import { diffWordsWithSpace, type ChangeObject } from 'diff';

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

/** More words that came or went make two texts of one. */
const MOST_EDITS = 1000;

/** Marks the words that make the difference between lines that went and those that came for them; all of it where too little is left. */
export function wordRuns(
  went: readonly string[],
  came: readonly string[],
  { isByWord }: { readonly isByWord: boolean },
): ChangedRuns {
  const whole = { removed: went.map(wholeLine), added: came.map(wholeLine) };
  const [before, after] = [went.join('\n'), came.join('\n')];
  if (!isByWord || went.length === 0 || came.length === 0 || before.length + after.length > MOST_IN_ONE)
    return whole;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined || !haveMuchInCommon(changes)) return whole;
  return {
    removed: linesOfRuns(changes.filter(({ added }) => !added)),
    added: linesOfRuns(changes.filter(({ removed }) => !removed)),
  };
}

const wholeLine = (text: string): readonly DiffRun[] => [{ text, isChanged: true }];

/** Single words that happen to stand in both of two different texts only confuse. */
function haveMuchInCommon(changes: readonly ChangeObject<string>[]): boolean {
  let [same, gone, come] = [0, 0, 0];
  for (const { value, added, removed } of changes) {
    const letters = value.replace(/[^\p{L}\p{N}]/gu, '').length;
    if (added) come += letters;
    else if (removed) gone += letters;
    else same += letters;
  }
  return same * 3 >= same + Math.min(gone, come);
}

/** The stretches of a text, cut at its line ends. */
function linesOfRuns(changes: readonly ChangeObject<string>[]): readonly (readonly DiffRun[])[] {
  const lines: DiffRun[][] = [[]];
  for (const { value, added, removed } of changes) {
    for (const [index, text] of value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, isChanged: added || removed });
    }
  }
  return lines;
}

/** Lines up to this long are shown whole. */
const MOST_SHOWN = 10_000;

/** Of an unchanged stretch of a longer line, as much as this stays at either end. */
const BESIDE_CHANGE = 200;

/** Leaves the middle out of what is too long to be looked at. */
export function clipRuns(runs: readonly DiffRun[]): readonly DiffRun[] {
  if (runs.reduce((sum, { text }) => sum + text.length, 0) <= MOST_SHOWN) return runs;
  return runs.map(({ text, isChanged }) => ({
    text: clip(text, isChanged ? MOST_SHOWN / 2 : BESIDE_CHANGE),
    isChanged,
  }));
}

function clip(text: string, ends: number): string {
  if (text.length <= 2 * ends) return text;
  // Half a surrogate pair is no character.
  const head = text.slice(0, ends).replace(/[\uD800-\uDBFF]$/, '');
  const foot = text.slice(-ends).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head} … ${foot}`;
}
