import type { BaseResult, SectionResult, ViewResult } from '../../features/daily/view-result';
import { counted, oneLine } from './report-text';

const BASE: Readonly<Record<BaseResult['result'], string>> = {
  created: 'Made',
  updated: 'Renewed',
  unchanged: 'Nothing to do for',
  theirs: 'You changed this Base, so it was left as it is:',
};

const NOTHING: Readonly<Record<SectionResult['view'], string>> = {
  review: 'Today’s review has no highlight that stands in the vault.',
  day: 'No highlight in the vault was made on that day.',
};

const SECTION: Readonly<Record<SectionResult['result'], string>> = {
  created: 'Made',
  updated: 'Wrote into',
  unchanged: 'Nothing new for',
};

/** What became of a view, in lines for people. */
export function viewText(result: ViewResult): readonly string[] {
  if (result.view === 'base') return [`${BASE[result.result]} ${oneLine(result.path)}`];
  const first = sectionLine(result);
  if (result.missing === 0) return [first];
  return [first, `${counted(result.missing, 'highlight')} left out: not in the vault.`];
}

function sectionLine({ view, path, result, highlights }: SectionResult): string {
  if (highlights === 0 && result === 'unchanged') return NOTHING[view];
  return `${SECTION[result]} ${oneLine(path)}: ${counted(highlights, 'highlight')}`;
}
