import reviewTemplate from '../../../templates/review-section.hbs';
import { embedOf, type PlacedHighlight } from './highlight-embed';
import { findSections, linesOf, withNewSection, type SectionId, type SectionVerdict } from './note-section';
import { sectionLines } from './section-template';

/**
 * The daily review as a section of a note: the daily note, or one for all reviews. Once a day: as long as the day's section, or its
 * first comment, is there, nothing is written, whatever the service has in its review by then.
 */
export function reviewSection({
  day,
  entries,
  current,
}: {
  readonly day: string;
  readonly entries: readonly PlacedHighlight[];
  readonly current: string | null;
}): SectionVerdict {
  const id: SectionId = { name: 'review', key: day };
  const lines = linesOf(current);
  if (entries.length === 0 || findSections(lines, id, () => false).length > 0) return { kind: 'unchanged' };
  const body = sectionLines(reviewTemplate, { texts: { day }, embeds: entries.map(embedOf) });
  return { kind: 'new', text: withNewSection(lines, { id, marks: [], body }) };
}
