import { diffWordsWithSpace, type ChangeObject } from 'diff';
import { changedEntries } from '../../notes/note/changed-entries';

/** The text of a note without trailer, before and after a sync; empty when there is no note. */
export interface NoteLook {
  readonly before: string;
  readonly after: string;
}

/** A part of a line. */
export interface DiffRun {
  readonly text: string;
  readonly isChanged: boolean;
}

export type DiffLine =
  | { readonly kind: 'same'; readonly text: string }
  /** A removed or added line; its changed parts are what differs from the line it replaces. */
  | { readonly kind: 'removed' | 'added'; readonly runs: readonly DiffRun[] }
  /** Unchanged lines that are left out. */
  | { readonly kind: 'folded'; readonly count: number };

export interface TextDiff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Changed lines that are only counted, not in `lines`. */
  readonly notShown: number;
}

/** Unchanged lines shown around a change. */
const CONTEXT = 3;

/** Most removed and most added lines shown: a note may have a hundred thousand. */
const MOST_SHOWN = 2000;

/** Compares two texts line by line. Equal ones give no lines. */
export function diffTexts(before: string, after: string): TextDiff {
  const old = linesOf(before);
  const next = linesOf(after);
  const lines: DiffLine[] = [];
  let added = 0;
  let removed = 0;
  let notShown = 0;
  let position = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changedEntries(old, next)) {
    const removedLines = old.slice(oldStart, oldEnd).slice(0, Math.max(0, MOST_SHOWN - removed));
    const addedLines = next.slice(newStart, newEnd).slice(0, Math.max(0, MOST_SHOWN - added));
    removed += oldEnd - oldStart;
    added += newEnd - newStart;
    notShown += oldEnd - oldStart - removedLines.length + (newEnd - newStart - addedLines.length);
    if (removedLines.length + addedLines.length === 0) continue;
    lines.push(...sameLines(old.slice(position, oldStart), position === 0 ? 'before' : 'between'));
    position = oldEnd;
    lines.push(...changedLines(removedLines, addedLines));
  }
  if (lines.length > 0 && notShown === 0) lines.push(...sameLines(old.slice(position), 'after'));
  return { lines, added, removed, notShown };
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function sameLines(lines: readonly string[], where: 'before' | 'between' | 'after'): readonly DiffLine[] {
  const head = where === 'before' ? 0 : CONTEXT;
  const foot = where === 'after' ? 0 : CONTEXT;
  const shown = lines.map((text): DiffLine => ({ kind: 'same', text }));
  const count = lines.length - head - foot;
  // Replacing one line by a fold saves nothing.
  if (count <= 1) return shown;
  return [...shown.slice(0, head), { kind: 'folded', count }, ...shown.slice(lines.length - foot)];
}

/** Longer changes are not compared word by word. */
const MOST_COMPARED = 12_000;

/** Above this, two texts count as entirely different. */
const MOST_WORDS = 1000;

/** Removed lines and the added lines for them, with changed words marked if the two have much in common. */
function changedLines(removedLines: readonly string[], addedLines: readonly string[]): readonly DiffLine[] {
  const hasBoth = removedLines.length > 0 && addedLines.length > 0;
  const changes = hasBoth ? changedWords(removedLines.join('\n'), addedLines.join('\n')) : null;
  const removed =
    changes === null ? removedLines.map(wholeLine) : linesOfRuns(changes.filter((change) => !change.added));
  const added =
    changes === null ? addedLines.map(wholeLine) : linesOfRuns(changes.filter((change) => !change.removed));
  return [
    ...removed.map((runs): DiffLine => ({ kind: 'removed', runs })),
    ...added.map((runs): DiffLine => ({ kind: 'added', runs })),
  ];
}

/** Two texts, with the words marked that only one of them has; none where they have little in common. */
export function compareTexts(
  one: string,
  other: string,
): { readonly one: readonly DiffRun[]; readonly other: readonly DiffRun[] } {
  const changes = one === '' || other === '' ? null : changedWords(one, other);
  if (changes === null)
    return { one: [{ text: one, isChanged: false }], other: [{ text: other, isChanged: false }] };
  const runs = (left: 'added' | 'removed'): readonly DiffRun[] =>
    changes
      .filter((change) => !change[left])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  return { one: runs('added'), other: runs('removed') };
}

const wholeLine = (text: string): readonly DiffRun[] => [{ text, isChanged: true }];

/** The differences word by word; null where the texts are long or have little in common. */
function changedWords(before: string, after: string): readonly ChangeObject<string>[] | null {
  if (before.length + after.length > MOST_COMPARED) return null;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS });
  return changes !== undefined && haveMuchInCommon(changes) ? changes : null;
}

/** Marking single words that two different texts happen to share would only confuse. */
function haveMuchInCommon(changes: readonly ChangeObject<string>[]): boolean {
  let same = 0;
  let removedLetters = 0;
  let addedLetters = 0;
  for (const { value, added, removed } of changes) {
    const letters = value.replace(/[^\p{L}\p{N}]/gu, '').length;
    if (added) addedLetters += letters;
    else if (removed) removedLetters += letters;
    else same += letters;
  }
  return same * 3 >= same + Math.min(removedLetters, addedLetters);
}

/** Splits changes at line ends. */
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
