import { plainText } from '../../notes/markdown/plain-text';
import { changedEntries } from '../../notes/note/changed-entries';

/** Two texts to choose from, as a person reads them. */
export interface ReadTexts {
  readonly mine: string;
  readonly theirs: string;
}

/**
 * What a person reads of two markdown texts, without the lines that both have. Where only markup differs, the
 * markdown itself.
 */
export function textsAsRead({ mine, theirs }: ReadTexts): ReadTexts {
  const plain = differingLines(readLines(mine), readLines(theirs));
  if (plain.mine !== plain.theirs) return plain;
  return differingLines(mine.split('\n'), theirs.split('\n'));
}

const readLines = (markdown: string): readonly string[] =>
  markdown
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '');

function differingLines(mine: readonly string[], theirs: readonly string[]): ReadTexts {
  const changes = changedEntries(mine, theirs);
  return {
    mine: changes.flatMap(({ oldStart, oldEnd }) => mine.slice(oldStart, oldEnd)).join('\n'),
    theirs: changes.flatMap(({ newStart, newEnd }) => theirs.slice(newStart, newEnd)).join('\n'),
  };
}
