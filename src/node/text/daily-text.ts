import type { DailyResult } from '../../features/daily/run-daily';
import type { SectionResult } from '../../features/daily/write-section';
import { counted, oneLine } from './report-text';

const NOTHING: Readonly<Record<SectionResult['view'], string>> = {
  review: 'Today’s review has no highlights.',
  day: 'No highlights in the vault are from that day.',
};

const WRITTEN: Readonly<Record<SectionResult['result'], string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Nothing new for',
};

export function dailyText(result: DailyResult): readonly string[] {
  if (result.view === 'base') {
    const path = oneLine(result.path);
    return [
      result.result === 'created'
        ? `Created ${path}`
        : `${path} already exists. To get a new one, delete it first.`,
    ];
  }
  const first = sectionLine(result);
  if (result.missing === 0) return [first];
  return [first, `${counted(result.missing, 'highlight')} left out: not in the vault.`];
}

function sectionLine({ view, path, result, highlights }: SectionResult): string {
  if (highlights === 0 && result === 'unchanged') return NOTHING[view];
  return `${WRITTEN[result]} ${oneLine(path)}: ${counted(highlights, 'highlight')}`;
}
