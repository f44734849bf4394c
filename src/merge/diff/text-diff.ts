import { changedLines } from './changed-lines';
import { clipRuns, wordRuns, type DiffRun } from './word-runs';

/** What is to become of the text of a note, without the trailer; nothing before a note is made, and nothing after it has gone. */
export interface NoteLook {
  readonly before: string;
  readonly after: string;
}

/** One line of a comparison, to be drawn in this order. */
export type DiffLine =
  | { readonly kind: 'same'; readonly text: string }
  /** A line that went or came, in stretches; those that are changed say what makes the difference to the line it replaces. */
  | { readonly kind: 'removed' | 'added'; readonly runs: readonly DiffRun[] }
  /** So many lines that are the same in both and far from any change. */
  | { readonly kind: 'folded'; readonly count: number };

/** How two texts differ, line by line. */
export interface TextDiff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Changed lines beyond those that `lines` has. */
  readonly untold: number;
}

/** Lines of context around a change. */
const CONTEXT = 3;

/** Lines that came or went beyond so many are only counted: nobody reads them, and a note may have a hundred thousand. */
const MOST_CHANGED = 4000;

/** Of all changes together this many characters are compared word by word; the rest is shown line by line. */
const MOST_COMPARED = 100_000;

/** Compares two texts. Equal ones give no lines. */
export function diffTexts(before: string, after: string): TextDiff {
  const [old, next] = [linesOf(before), linesOf(after)];
  const lines: DiffLine[] = [];
  let [added, removed, untold, compared, position] = [0, 0, 0, 0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of changedLines(old, next)) {
    const went = old.slice(oldStart, oldEnd);
    const came = next.slice(newStart, newEnd);
    const room = MOST_CHANGED - (added + removed - untold);
    removed += went.length;
    added += came.length;
    untold += Math.max(0, went.length + came.length - room);
    if (room <= 0) continue;
    lines.push(...sameLines(old.slice(position, oldStart), position === 0 ? 'before' : 'between'));
    position = oldEnd;
    const shownOfWent = went.slice(0, Math.max(room - came.length, Math.ceil(room / 2)));
    const shownOfCame = came.slice(0, room - shownOfWent.length);
    compared += lengthOf(shownOfWent) + lengthOf(shownOfCame);
    const runs = wordRuns(shownOfWent, shownOfCame, { isByWord: compared <= MOST_COMPARED });
    lines.push(
      ...runs.removed.map((line) => ({ kind: 'removed', runs: clipRuns(line) }) as const),
      ...runs.added.map((line) => ({ kind: 'added', runs: clipRuns(line) }) as const),
    );
  }
  if (lines.length > 0 && untold === 0) lines.push(...sameLines(old.slice(position), 'after'));
  return { lines, added, removed, untold };
}

/** An end of line at the end of the text begins no line of its own. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Lines that both texts have: before the first change, between two, or after the last. */
function sameLines(lines: readonly string[], where: 'before' | 'between' | 'after'): readonly DiffLine[] {
  const head = where === 'before' ? 0 : CONTEXT;
  const foot = where === 'after' ? 0 : CONTEXT;
  const shown = (from: number, to?: number): readonly DiffLine[] =>
    lines.slice(from, to).map((text) => ({
      kind: 'same',
      text: clipRuns([{ text, isChanged: false }])
        .map((run) => run.text)
        .join(''),
    }));
  const count = lines.length - head - foot;
  // A fold in the place of one line saves none.
  if (count <= 1) return shown(0);
  return [...shown(0, head), { kind: 'folded', count }, ...(foot === 0 ? [] : shown(lines.length - foot))];
}
