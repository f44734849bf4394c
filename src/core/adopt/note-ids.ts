/** Ids of the service's that a text names. */
export interface NamedIds {
  readonly books: readonly string[];
  /** Of Readwise's highlights. */
  readonly highlights: readonly string[];
  /** Of Reader: documents or highlights, the addresses do not say. */
  readonly reader: readonly string[];
}

const BOOK = /readwise\.io\/bookreview\/(\d+)/g;
const READER = /read\.readwise\.io\/(?:[a-z]+\/)?read\/([0-9a-z]+)/g;
const HIGHLIGHTS = [
  /readwise\.io\/open\/(\d+)/g,
  /highlight_id: ?(\d+)/g,
  /\^(?:rw|rwhi)?(\d{3,})[ \t]*$/gm,
  /^#{1,6} id(\d{3,})[ \t]*$/gm,
] as const;
const OURS_OF_READER = /\^rd([0-9a-z]+)[ \t]*$/gm;

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, id]) => id ?? []);

export const namedIds = (text: string): NamedIds => ({
  books: [...new Set(all(text, BOOK))],
  highlights: [...new Set(HIGHLIGHTS.flatMap((pattern) => all(text, pattern)))],
  reader: [...new Set([...all(text, READER), ...all(text, OURS_OF_READER)])],
});
