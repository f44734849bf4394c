/** What another plugin knows of a highlight and its source when it writes a note. */
export interface ForeignHighlight {
  readonly id: number;
  readonly readerId: string | null;
  readonly text: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly location: number;
  readonly color: string;
}

export interface ForeignBook {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly category: string;
  readonly url: string;
  readonly highlights: readonly ForeignHighlight[];
}

const inItem = (text: string): string => text.replaceAll('\n', '\n  ');

/** Where the official plugin leads: the passage in Reader, else in the book. */
const officialLink = ({ readerId, id, location }: ForeignHighlight): string =>
  readerId === null
    ? `[Location ${String(location)}](https://readwise.io/to_kindle?action=open&asin=B0ABCDEFGH&location=${String(location)}&n=${String(id % 1)})`
    : `[View Highlight](https://read.readwise.io/read/${readerId})`;

const officialHighlight = (highlight: ForeignHighlight): string =>
  [
    `- ${inItem(highlight.text)} (${officialLink(highlight)})`,
    ...(highlight.note === '' ? [] : [`    - Note: ${highlight.note.replaceAll('\n', '\n      ')}`]),
    ...(highlight.tags.length === 0
      ? []
      : [`    - Tags: ${highlight.tags.map((tag) => `[[${tag}]]`).join(' ')}`]),
  ].join('\n');

const metadata = ({ title, author, category, url }: ForeignBook): string =>
  [
    '## Metadata',
    `- Author: [[${author}]]`,
    `- Full Title: ${title}`,
    `- Category: #${category}`,
    ...(url === '' ? [] : [`- URL: ${url}`]),
  ].join('\n');

/**
 * The official plugin's default note. `added`: how many of the last highlights came with a later sync, and
 * are under a heading of their own.
 */
export const officialNote = (book: ForeignBook, { added = 0 }: { readonly added?: number } = {}): string => {
  const first = book.highlights.slice(0, book.highlights.length - added).map(officialHighlight);
  const later = book.highlights.slice(book.highlights.length - added).map(officialHighlight);
  return [
    `# ${book.title}`,
    '',
    '![rw-book-cover](https://readwise-assets.s3.amazonaws.com/static/images/default-book-icon-4.11327a2af05a.png)',
    '',
    metadata(book),
    '',
    '## Highlights',
    ...first,
    ...(later.length === 0 ? [] : ['## New highlights added November 11, 2023 at 9:37 PM', ...later]),
    '',
  ].join('\n');
};

/** The official plugin with a template of the person's: quotes under headings with ids. */
export const officialQuotes = (book: ForeignBook): string =>
  [
    `## ${book.title} (Highlights)`,
    '',
    `![rw-book-cover](https://example.org/cover.png)`,
    '',
    ...(book.url === '' ? [] : [`**Link:** [${book.title}](${book.url})`, '']),
    '## Highlights',
    ...book.highlights.flatMap(({ id, text, note }) => [
      `### id${String(id)}`,
      '',
      ...text.split('\n').map((line) => `> ${line}`),
      '',
      ...(note === '' ? [] : [`**Note:** ${note}`, '']),
      '',
    ]),
  ].join('\n');

/** The official plugin with block ids. */
export const officialWithIds = (book: ForeignBook): string =>
  [
    `# ${book.title}`,
    '',
    metadata(book),
    '',
    '## Highlights',
    ...book.highlights.map(
      ({ id, text, note }) =>
        `- ${inItem(text)} ([View Highlight](https://readwise.io/open/${String(id)})) ^rw${String(id)}${note === '' ? '' : `\n    - Note: ${note}`}`,
    ),
    '',
  ].join('\n');

const quoted = (text: string): string => text.replace(/^/gm, '> ');
const kindle = (location: number): string =>
  `[Location ${String(location)}](https://readwise.io/to_kindle?action=open&asin=B0ABCDEFGH&location=${String(location)})`;

/** The official plugin with a template of callouts. */
export const officialCallouts = (book: ForeignBook): string =>
  [
    `# ${book.title}`,
    '',
    metadata(book),
    '',
    '## Highlights',
    ...book.highlights.flatMap(({ id, text, note, location }) => [
      `> [!quote] ${kindle(location)} · [open](https://readwise.io/open/${String(id)})`,
      quoted(text),
      ...(note === '' ? [] : ['> > [!note]', quoted(quoted(note))]),
      '',
    ]),
  ].join('\n');

/** The official plugin with ids in headings, and the date of each highlight above its text. */
export const officialDated = (book: ForeignBook): string =>
  [
    `## ${book.title}`,
    '',
    '![rw-book-cover](https://example.org/cover.png)',
    '',
    '## Highlights',
    ...book.highlights.flatMap(({ id, text, note }) => [
      `### id${String(id)}`,
      '[[2024-06-27]] 23:31',
      quoted(text),
      '',
      ...(note === '' ? [] : [`- [n] ${note.replaceAll('\n', ' ')}`, '']),
      '',
    ]),
  ].join('\n');

/** The official plugin with headings that lead to the passages below them. */
export const officialHeadings = (book: ForeignBook): string =>
  [
    `# ${book.title}`,
    '',
    '![rw-book-cover](https://example.org/cover.png)',
    '',
    '## Highlights',
    ...book.highlights.flatMap(({ id, text, note }) => [
      `### [View Highlight](https://readwise.io/open/${String(id)})`,
      '',
      quoted(text),
      '',
      ...(note === '' ? [] : [`**Note:** ${note}`, '']),
    ]),
  ].join('\n');

/** Readwise Mirror's note as it was in 2021, when its title had become a link with a path. */
export const earlyMirrorNote = (book: ForeignBook): string =>
  [
    '%%',
    `ID: ${String(book.id)}`,
    'Updated: 2021-05-13',
    '%%',
    '![](https://example.org/cover.png)',
    '',
    '# About',
    `Title: [[Readwise/Books/${book.title}]]`,
    `Author: [[${book.author}]]`,
    `Category: #${book.category}`,
    `Number of Highlights: ==${String(book.highlights.length)}==`,
    'Last Highlighted: *2020-12-03*',
    `Readwise URL: https://readwise.io/bookreview/${String(book.id)}`,
    '',
    '# Highlights ',
    ...book.highlights.flatMap(({ id, text, note, location }) => [
      `${text} ([${String(location)}](https://readwise.io/to_kindle?action=open&asin=null&location=${String(location)})) ^${String(id)}`,
      ...(note === '' ? [] : ['', `**Note: ${note}**`]),
      '',
      '---',
      '',
    ]),
  ].join('\n');

/** Readwise Mirror's default note. */
export const mirrorNote = (book: ForeignBook): string =>
  [
    '---',
    `id: ${String(book.id)}`,
    'created: 2024-03-15T10:30:00Z',
    'updated: 2024-03-16T09:15:00Z',
    `title: ${JSON.stringify(book.title)}`,
    'author:',
    `  - ${JSON.stringify(book.author)}`,
    `uri: https://readwise.io/bookreview/${String(book.id)}`,
    '---',
    '',
    '%%',
    `ID: ${String(book.id)}`,
    'Updated: 2024-03-16T09:15:00Z',
    '%%',
    '',
    '![](https://example.com/image?size=large)',
    '',
    '# About',
    `Title: [[${book.title}]]`,
    `Authors: [[${book.author}]]`,
    `Category: #${book.category}`,
    `Number of Highlights: ==${String(book.highlights.length)}==`,
    `Readwise URL: https://readwise.io/bookreview/${String(book.id)}`,
    ...(book.url === '' ? [] : [`Source URL: ${book.url}`]),
    'Date: [[2024-03-15T10:30:00Z]]',
    'Last Highlighted: *2024-03-16T09:15:00Z*',
    '',
    '---',
    '',
    '# Highlights',
    '',
    ...book.highlights.flatMap(({ id, text, note, tags, color, location }) => [
      `${text}${book.category === 'books' ? ` ([${String(location)}](https://readwise.io/to_kindle?action=open&location=${String(location)}))` : ''}${color === '' ? '' : ` %% Color: ${color} %%`} ^${String(id)}`,
      ...(note === '' ? [] : ['', `Note: ${note}`]),
      ...(tags.length === 0 ? [] : ['', `Tags: ${tags.map((tag) => `#${tag}`).join(', ')}`]),
      '',
      '---',
      '',
    ]),
  ].join('\n');

/** The older community plugin (renehernandez): one line under the other. */
export const communityNote = (book: ForeignBook): string =>
  [
    `- **URL:** ${book.url}`,
    `- **Author:** ${book.author}`,
    `- **Tags:** #${book.category}`,
    '- **Date:** [[2021-08-27]]',
    '---',
    '',
    ...book.highlights.flatMap(({ id, text, note }) => [
      `${text} %% highlight_id: ${String(id)} %%`,
      ...(note === '' ? [] : [`Note: ${note}`]),
    ]),
    '',
  ].join('\n');

/** Readwise's own markdown export. */
export const exportedNote = (book: ForeignBook): string =>
  [
    `# ${book.title}`,
    '',
    '![rw-book-cover](https://example.org/cover.png)',
    '',
    '## Metadata',
    `- Author: ${book.author}`,
    `- Full Title: ${book.title}`,
    `- Category: #${book.category}`,
    ...(book.url === '' ? [] : [`- URL: ${book.url}`]),
    '',
    '## Highlights',
    ...book.highlights.map(
      ({ text, note, location }) =>
        `- ${inItem(text)} (Location ${String(location)})${note === '' ? '' : `\n    - Note: ${note}`}`,
    ),
    '',
  ].join('\n');

/** A person's own note, with passages that they copied together with their links. */
export const handMadeNote = (book: ForeignBook): string =>
  [
    `My reading of ${book.title}, see https://readwise.io/bookreview/${String(book.id)}`,
    '',
    'What I take from it is my own matter.',
    '',
    ...book.highlights.flatMap(({ id, text, note }, index) =>
      index % 2 === 0
        ? [
            ...text.split('\n').map((line) => `> ${line}`),
            ...(note === '' ? [] : [`> Note: ${note}`]),
            `> [source](https://readwise.io/open/${String(id)})`,
            '',
          ]
        : [
            `- A thought of mine`,
            `    - ${text.replaceAll('\n', ' ')} ([in Readwise](https://readwise.io/open/${String(id)}))`,
            '    - and another thought',
            '',
          ],
    ),
  ].join('\n');
