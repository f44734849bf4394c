import { fingerprint } from '../../model/hash';
import type { Document, ItemHighlight } from '../../model/model';
import { marks } from '../template/built-in-templates';
import { fullText } from './full-text';
import { markPassages } from './mark-passages';

export interface TextBlockOptions {
  readonly documentId: string;
  /** As the converter made it of the service's page. */
  readonly markdown: string;
  readonly highlights: readonly ItemHighlight[];
  /**
   * The name of the note that the highlights stand in; null when it is the one that the text goes into, under
   * a heading.
   */
  readonly note: string | null;
}

/** A block of a note that is not one of the template's. */
export interface ExtraBlock {
  readonly anchor: string;
  readonly text: string;
  /** What it says, as opposed to how. */
  readonly source: string;
}

/**
 * The anchor of a document's text. Ids of documents and highlights are of one kind, so it is no highlight's.
 */
export const textAnchor = (documentId: string): string => `rd${documentId}`;

/** Short, because the app shows it while a person edits: the end of an id is what tells it from others. */
const footnotePrefix = (documentId: string): string =>
  `${documentId.replace(/[^A-Za-z0-9]/g, '').slice(-4)}-`;

/**
 * A document's text as a block of a note, its highlighted passages marked and linked; null when there is
 * nothing to read.
 */
export function textBlock({ documentId, markdown, highlights, note }: TextBlockOptions): ExtraBlock | null {
  const text = fullText(markdown, {
    footnotes: footnotePrefix(documentId),
    topHeading: note === null ? 3 : 2,
  }).trim();
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

/**
 * Changes when the text of a document may be another at the service. Its own time stamp moves with each page
 * read, so that is left out: no text is fetched twice for it.
 */
export const textVersion = ({ wordCount, sourceUrl }: Document): string =>
  fingerprint(JSON.stringify([wordCount, sourceUrl])).slice(-7);
