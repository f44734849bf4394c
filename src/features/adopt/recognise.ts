import { IDENTITY_PROPERTIES, splitNote } from '../../notes/note/note';

/** The program that wrote a note. */
export type NoteOrigin = 'official' | 'mirror' | 'community' | 'export' | 'by hand';

/** What a note reveals about its item. */
export interface NoteEvidence {
  readonly origin: NoteOrigin;
  readonly ids: NamedIds;
  /** Addresses of the source. */
  readonly addresses: readonly string[];
  readonly titles: readonly string[];
  readonly author: string;
}

export type Recognised =
  | { readonly kind: 'candidate'; readonly evidence: NoteEvidence }
  /** A note of this program. */
  | { readonly kind: 'ours' }
  /** The full text of a document, without its highlights. */
  | { readonly kind: 'full text' }
  | { readonly kind: 'other' };

const TRACES = /readwise|highlight_id:|rw-book-cover|^## Metadata[ \t]*$|^- \*\*URL:\*\*|%% Color: /m;
/** A property that names an item: the note is the program's own. */
export const IDENTITY_LINE = new RegExp(`^(?:${Object.values(IDENTITY_PROPERTIES).join('|')}):`, 'm');
const ADDRESS =
  /^(?:[-*] )?(?:\*\*)?(?:url|source[ _]url|source|link|uri)(?:\*\*)?::?(?:\*\*)? *["'<]?(?:\[[^\]]*\]\()?(https?:\/\/[^\s"'<>)]+)/gim;
const TITLE = /^(?:[-*] )?(?:\*\*)?(?:full[ -]title|title)(?:\*\*)?::?(?:\*\*)? *(.+)$/gim;
const AUTHOR = /^(?:[-*] )?(?:\*\*)?authors?(?:\*\*)?::?(?:\*\*)? *(.+)$/im;

/** Classifies a note by its text and name. */
export function recognise({ path, text }: { readonly path: string; readonly text: string }): Recognised {
  if (!TRACES.test(text)) return { kind: 'other' };
  const { yaml, body, trailer } = splitNote(text);
  if (trailer !== null || IDENTITY_LINE.test(yaml ?? '')) return { kind: 'ours' };
  if (isFullText(path, body)) return { kind: 'full text' };
  const ids = namedIds(text);
  const origin = originOf({ yaml: yaml ?? '', body });
  const head = `${yaml ?? ''}\n${headOf(body)}`;
  const mirrorId = origin === 'mirror' ? (/^%%\nID: (\d+)$/m.exec(body)?.[1] ?? null) : null;
  const evidence: NoteEvidence = {
    origin,
    ids: mirrorId === null ? ids : { ...ids, books: [...new Set([mirrorId, ...ids.books])] },
    addresses: [...head.matchAll(ADDRESS)].flatMap(([, address]) => address ?? []),
    titles: [
      ...new Set([
        ...[...head.matchAll(TITLE)].map(([, title = '']) => plain(title)),
        plain(/^# (.+)$/m.exec(body)?.[1] ?? ''),
        plain(path.replace(/^.*\/|\.md$/g, '')),
      ]),
    ].filter((title) => title !== ''),
    author: plain(AUTHOR.exec(head)?.[1] ?? ''),
  };
  const hasIds = ids.books.length + ids.highlights.length + ids.reader.length > 0;
  return origin === 'by hand' && !hasIds ? { kind: 'other' } : { kind: 'candidate', evidence };
}

function originOf({ yaml, body }: { readonly yaml: string; readonly body: string }): NoteOrigin {
  if (/%% highlight_id: \d+ %%/.test(body)) return 'community';
  if (
    /^%%\nID: \d+$/m.test(body) ||
    /^uri: *["']?https:\/\/readwise\.io\/bookreview\//m.test(yaml) ||
    /^Readwise URL: /m.test(body) ||
    /%% Color: \w* ?%%|\^\d{5,}[ \t]*\n+(?:Note|Tags): /.test(body)
  )
    return 'mirror';
  const isExport = /^#+ Metadata[ \t]*$/m.test(body) && /^- Author::? (?!\[\[|#)/m.test(body);
  if (isExport) return 'export';
  const isOfficial =
    /!\[rw-book-cover\]\(|^## New highlights added |^- Full Title: |\(\[View (?:Highlight|Tweet)\]\(https:\/\/read(?:\.read)?wise\.io\//m.test(
      body,
    );
  if (isOfficial) return 'official';
  return /^- \*\*(?:URL|Author):\*\*/m.test(body) && /^- \*\*Tags:\*\* #/m.test(body)
    ? 'community'
    : 'by hand';
}

/** The official plugin puts full texts into separate files. */
const isFullText = (path: string, body: string): boolean =>
  /(?:^|\/)Full Document Contents\//.test(path) ||
  (/^#+ Full Document[ \t]*$/m.test(body) && !/^#+ (?:New )?highlights/im.test(body));

/** The part above the highlights, which holds the metadata. */
const headOf = (body: string): string => body.slice(0, body.search(/^#+ (?:New )?highlights/im) >>> 0);

const plain = (value: string): string =>
  value
    .trim()
    .replace(/ \(highlights\)$/i, '')
    .replace(/^["'](.*)["']$/, '$1')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replace(/^\[|\]$/g, '')
    .trim();

/** The service's ids found in a text. */
export interface NamedIds {
  readonly books: readonly string[];
  /** v2 highlights. */
  readonly highlights: readonly string[];
  /** Reader documents or highlights; their addresses look alike. */
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
