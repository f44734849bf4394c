import { fingerprint } from '../../model/hash';
import type { Document, ItemHighlight } from '../../model/model';
import { marks } from '../template/built-in-templates';
import { writePage } from '../markdown/write';
import { plainOf } from '../markdown/inline';
import { lettersOf, markPassages } from './mark-passages';

export interface TextBlockOptions {
  readonly documentId: string;
  /** Of the note; a text does not repeat it. */
  readonly title: string;
  /** Converted from the service's page. */
  readonly markdown: string;
  readonly highlights: readonly ItemHighlight[];
  /** The note with the highlights; null if the text goes into that note, under a heading. */
  readonly note: string | null;
}

/** A block that does not come from the template. */
export interface ExtraBlock {
  readonly anchor: string;
  readonly text: string;
  /** The content without its presentation, to detect changes. */
  readonly source: string;
}

/** The anchor of a document's text. Document and highlight ids never collide. */
export const textAnchor = (documentId: string): string => `rd${documentId}`;

/** Short, because the app shows it while editing. Ids differ most at their end. */
const footnotePrefix = (documentId: string): string =>
  `${documentId.replace(/[^A-Za-z0-9]/g, '').slice(-4)}-`;

/** A document's text as a block with marked and linked passages; null if there is no text. */
export function textBlock({
  documentId,
  title,
  markdown,
  highlights,
  note,
}: TextBlockOptions): ExtraBlock | null {
  const page = writePage(markdown, {
    footnotes: footnotePrefix(documentId),
    topHeading: note === null ? 3 : 2,
  });
  const text = withoutTitle(page.trim(), title);
  if (text === '') return null;
  const marked = markPassages({
    text,
    passages: highlights.map((highlight) => ({ anchor: highlight.anchor, text: highlight.text })),
    note: note ?? '',
  });
  return {
    anchor: textAnchor(documentId),
    text: note === null ? marks.fullText.replace('{{text}}', () => marked) : marked,
    source: markdown,
  };
}

function withoutTitle(text: string, title: string): string {
  const [line = '', words = ''] = /^#+ (.*)/.exec(text) ?? [];
  const isTitle = words !== '' && lettersOf(plainOf(words).text) === lettersOf(title);
  return isTitle ? text.slice(line.length).trim() : text;
}

/**
 * Changes when a document's text has changed for sure. It does not tell of a corrected word; the record's time
 * stamp does, but that changes with each page read, too.
 */
export const textVersion = ({ wordCount, sourceUrl }: Document): string =>
  fingerprint(JSON.stringify([wordCount, sourceUrl])).slice(-7);
