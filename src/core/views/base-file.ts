import { fingerprint, normalizeText } from '../hash';
import { dumpScalar } from '../properties/yaml-scalar';

/** Which property holds what; by default as the built-in templates name them. */
export interface BaseProperties {
  readonly cover: string;
  readonly author: string;
  readonly category: string;
  readonly highlights: string;
  readonly lastHighlighted: string;
  readonly saved: string;
  readonly location: string;
  readonly progress: string;
}

const BUILT_IN: BaseProperties = {
  cover: 'cover',
  author: 'author',
  category: 'category',
  highlights: 'highlights',
  lastHighlighted: 'last-highlighted',
  saved: 'saved',
  location: 'location',
  progress: 'progress',
};

const RECENT = 50;
const COVER_SIZE = 180;

/**
 * The text of an Obsidian Base for the notes in a folder: covers, a table by author, what was highlighted last, and a reading
 * list. Its first line has a mark of the rest, by which `mergeBase` sees whether a person changed it.
 */
export function baseFile(options: { readonly folder: string; readonly properties?: Partial<BaseProperties> }): string {
  const names = { ...BUILT_IN, ...options.properties };
  const text = [notesOf(options.folder), displayNames(names), 'views:\n', covers(names), byAuthor(names), recent(names), readingList(names)].join('');
  return `${MARK}${bodyMark(text)}\n${text}`;
}

export type BaseVerdict =
  | { readonly kind: 'create'; readonly text: string }
  /** It is as we wrote it, and there is news. */
  | { readonly kind: 'update'; readonly text: string }
  | { readonly kind: 'unchanged' }
  /** A person, or the app for them, changed it, or made it: it is never overwritten. */
  | { readonly kind: 'theirs' };

/** What becomes of the file: `current` is its text, null where there is none; `fresh` is a `baseFile`. */
export function mergeBase({ current, fresh }: { readonly current: string | null; readonly fresh: string }): BaseVerdict {
  if (current === null) return { kind: 'create', text: fresh };
  const unix = current.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (unix === fresh) return { kind: 'unchanged' };
  const end = unix.indexOf('\n');
  const isOurs = end >= 0 && unix.slice(0, end).trimEnd() === `${MARK}${bodyMark(unix.slice(end + 1))}`;
  if (!isOurs) return { kind: 'theirs' };
  return normalizeText(unix) === normalizeText(fresh) ? { kind: 'unchanged' } : { kind: 'update', text: fresh };
}

const MARK = '# florilegium-base ';

const bodyMark = (text: string): string => fingerprint(normalizeText(text));

/** How an expression names a property: in brackets, because of the dashes. */
const inExpression = (name: string): string => `note[${JSON.stringify(name)}]`;
const hasProperty = (name: string): string => `file.hasProperty(${JSON.stringify(name)})`;
const property = (name: string): string => dumpScalar(`note.${name}`);

const notesOf = (folder: string): string => `filters:
  and:
    - ${dumpScalar(`file.inFolder(${JSON.stringify(folder)})`)}
    - ${dumpScalar('file.ext == "md"')}
    - or:
        - ${dumpScalar(hasProperty('readwise-id'))}
        - ${dumpScalar(hasProperty('reader-id'))}
`;

function displayNames(names: BaseProperties): string {
  const shown = new Map([
    [names.author, 'Author'],
    [names.category, 'Category'],
    [names.highlights, 'Highlights'],
    [names.lastHighlighted, 'Last highlighted'],
    [names.saved, 'Saved'],
    [names.location, 'Location'],
    [names.progress, 'Progress in %'],
  ]);
  return `properties:\n${[...shown].map(([name, text]) => `  ${property(name)}:\n    displayName: ${dumpScalar(text)}\n`).join('')}`;
}

const columns = (...properties: readonly string[]): string => `    order:\n${[...new Set(properties)].map((one) => `      - ${one}\n`).join('')}`;

const sorted = (by: string, direction: 'ASC' | 'DESC'): string => `    sort:
      - property: ${by}
        direction: ${direction}
`;

const grouped = (by: string): string => `    groupBy:
      property: ${by}
      direction: ASC
`;

const covers = (names: BaseProperties): string => `  - type: cards
    name: Covers
${columns('file.name', property(names.author), property(names.highlights))}${sorted(property(names.lastHighlighted), 'DESC')}    image: ${property(names.cover)}
    cardSize: ${COVER_SIZE}
    imageFit: contain
    imageAspectRatio: 1.5
`;

const byAuthor = (names: BaseProperties): string => `  - type: table
    name: By author
${grouped(property(names.author))}${columns('file.name', property(names.author), property(names.category), property(names.highlights), property(names.lastHighlighted), 'file.tags')}    summaries:
      ${property(names.highlights)}: Sum
`;

const recent = (names: BaseProperties): string => `  - type: table
    name: Recently highlighted
    filters: ${dumpScalar(hasProperty(names.lastHighlighted))}
${sorted(property(names.lastHighlighted), 'DESC')}    limit: ${RECENT}
${columns('file.name', property(names.author), property(names.highlights), property(names.lastHighlighted))}`;

const readingList = (names: BaseProperties): string => `  - type: table
    name: Reading list
    filters:
      and:
        - ${dumpScalar(hasProperty(names.location))}
        - ${dumpScalar(`${inExpression(names.location)} != "archive"`)}
${grouped(property(names.location))}${sorted(property(names.progress), 'DESC')}${columns('file.name', property(names.author), property(names.location), property(names.progress), property(names.saved))}`;
