import { localTime } from '../english';
import { HOLDINGS } from './library-strings';
import type { LibraryOverview } from '../../model/overview';
import { Section } from './section';

/** What this device knows of the library, and what it still has to write or fetch. */
export class HoldingsSection {
  private readonly section: Section;

  constructor(parent: HTMLElement) {
    this.section = new Section(parent, HOLDINGS.title);
  }

  draw({ counts, due, texts, files, watermarks }: LibraryOverview): void {
    const lines = linesOf({ counts, due, texts, files, watermarks });
    this.section.draw(lines, (body) => {
      for (const text of lines) body.createEl('p', { text });
    });
  }
}

function linesOf({
  counts,
  due,
  texts,
  files,
  watermarks: { highlights, documents },
}: Omit<LibraryOverview, 'hold' | 'failing' | 'failures'>): readonly string[] {
  if (highlights === null && documents === null && counts.notes === 0) return [HOLDINGS.nothingYet];
  return [
    HOLDINGS.holds(counts.items, counts.notes),
    ...(due > 0 ? [HOLDINGS.due(due)] : []),
    ...(texts > 0 ? [HOLDINGS.texts(texts)] : []),
    ...(files > 0 ? [HOLDINGS.files(files)] : []),
    ...(highlights === null ? [] : [HOLDINGS.highlights(localTime(highlights))]),
    ...(documents === null ? [] : [HOLDINGS.documents(localTime(documents))]),
  ];
}
