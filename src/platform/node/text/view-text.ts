import type { BaseResult, FoundHighlight, SectionResult, ViewResult } from '../../../core/views/view-result';
import { counted, oneLine } from './report-text';

/** What became of a view, for people: `results` is what they asked to see, `messages` what there is to say about it. */
export interface ViewText {
  readonly results: readonly string[];
  readonly messages: readonly string[];
}

export function viewText(result: ViewResult): ViewText {
  switch (result.view) {
    case 'base':
      return { results: [], messages: [baseLine(result)] };
    case 'review':
    case 'day':
    case 'gather':
      return { results: [], messages: sectionLines(result) };
    case 'search':
    case 'random':
      return {
        results: result.highlights.flatMap(highlightLines),
        messages: result.highlights.length === 0 ? ['No highlight has these words.'] : [],
      };
  }
}

const BASE: Readonly<Record<BaseResult['result'], string>> = {
  created: 'Made',
  updated: 'Renewed',
  unchanged: 'Nothing to do for',
  theirs: 'You changed this Base, so it was left as it is:',
};

const baseLine = ({ result, path }: BaseResult): string => `${BASE[result]} ${oneLine(path)}`;

const NOTHING: Readonly<Record<SectionResult['view'], string>> = {
  review: 'Today’s review has no highlight that stands in the vault.',
  day: 'No highlight in the vault was made on that day.',
  gather: 'No highlight in the vault has this tag.',
};
const SECTION: Readonly<Record<SectionResult['result'], string>> = {
  created: 'Made',
  updated: 'Wrote into',
  unchanged: 'Nothing new for',
};

function sectionLines({ view, path, result, highlights, missing }: SectionResult): readonly string[] {
  const first =
    highlights === 0 && result === 'unchanged'
      ? NOTHING[view]
      : `${SECTION[result]} ${oneLine(path)}: ${counted(highlights, 'highlight')}`;
  return missing === 0 ? [first] : [first, `${counted(missing, 'highlight')} left out: not in the vault.`];
}

const highlightLines = ({
  path,
  anchor,
  title,
  author,
  text,
  note,
  tags,
}: FoundHighlight): readonly string[] => [
  oneLine(text),
  ...(note === '' ? [] : [`  ${oneLine(note)}`]),
  `  ${oneLine([title, author].filter((part) => part !== '').join(', '))}${tags.map((tag) => ` #${oneLine(tag)}`).join('')}`,
  `  ${path === null ? 'not in the vault' : `${oneLine(path)}#^${anchor}`}`,
  '',
];
