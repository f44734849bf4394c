import { anchored } from './block-anchor';
import { dumpProperties, markOf, type Properties } from '../front-matter/front-matter';
import { fingerprint, normalizeText } from '../../model/hash';
import type { ExtraBlock } from '../full-text/text-block';
import type { Item } from '../../model/model';
import type { RenderedNote } from '../template/template';
import { takeTrailer, writeTrailer, type BlockBase, type Trailer } from './trailer';
import { unixText } from '../../model/text';

/**
 * A note's text cut into what each rule is about. Joined again it is the same text, but for the place of the
 * trailer.
 */
export interface NoteParts {
  /** YAML between the `---` fences, null when there is no front matter. */
  readonly yaml: string | null;
  /** Everything else without the trailer. Line ends are `\n`. */
  readonly body: string;
  readonly trailer: Trailer | null;
}

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;

/** A note is asked about many times in a row while it is planned and written. */
let last: { readonly text: string; readonly parts: NoteParts } | null = null;

/** `isOwn`: the anchors by which the note's own trailer is told from others that got into it. */
export function splitNote(text: string, isOwn: (anchor: string) => boolean = () => false): NoteParts {
  if (last?.text === text) return last.parts;
  const unix = unixText(text);
  const match = FRONT_MATTER.exec(unix);
  const yaml = match === null ? null : match[1] === undefined ? '' : `${match[1]}\n`;
  const { lines, trailer, isOnly } = takeTrailer(unix.slice(match?.[0].length ?? 0).split('\n'), isOwn);
  const parts = { yaml, body: lines.join('\n'), trailer };
  // With several trailers it depends on who asks.
  if (isOnly) last = { text, parts };
  return parts;
}

/** Front matter, where there is any, and body as one text, with no trailer. */
export const joinNote = (yaml: string | null, body: string): string =>
  `${yaml === null ? '' : `---\n${yaml}---\n`}${body.replace(/^\n+/, '').trimEnd()}\n`;

export const withTrailer = (note: string, trailer: Trailer): string =>
  `${note.trimEnd()}\n\n${writeTrailer(trailer)}\n`;

/** A note as the service and the template make it, ready to be compared and merged. */
export interface NoteVersion {
  readonly properties: Properties;
  readonly yaml: string;
  readonly header: NoteBlock;
  /** By anchor, in the service's order. Texts carry their anchors. */
  readonly blocks: ReadonlyMap<string, NoteBlock>;
  /** Fingerprint of the whole note without the trailer. */
  readonly note: string;
}

export interface NoteBlock {
  readonly text: string;
  readonly base: BlockBase;
}

/** The lines that a part takes up in the note: none when it is empty. */
export const linesOf = ({ text }: NoteBlock): readonly string[] => (text === '' ? [] : text.split('\n'));

export const IDENTITY_PROPERTIES = {
  book: 'readwise-id',
  document: 'reader-id',
  part: 'readwise-part',
  status: 'readwise-status',
} as const;
export const OWNED_PROPERTIES: ReadonlySet<string> = new Set(Object.values(IDENTITY_PROPERTIES));

/**
 * Puts identity and anchors to a rendering. `anchors` gives, for a highlight that an existing note knows by
 * its other anchor, that one: anchors never change. `partId`: the note is that of a part, and bears its id
 * instead of the item's. `extra` is a block that stands behind the template's.
 */
export function noteVersion(options: {
  readonly item: Item;
  readonly partId?: string | null;
  readonly rendered: RenderedNote;
  readonly anchors?: ReadonlyMap<string, string>;
  readonly extra?: ExtraBlock | null;
}): NoteVersion {
  const { item, rendered, partId = null, extra = null } = options;
  const properties = [
    ...(partId === null ? identityOf(item) : [[IDENTITY_PROPERTIES.part, partId] as const]),
    ...rendered.properties,
  ];
  const yaml = dumpProperties(properties);
  const header = noteBlock(rendered.header, headerSource(item));
  const sources = new Map(item.highlights.map((highlight) => [highlight.anchor, highlight]));
  const blocks = new Map(
    rendered.blocks.map((block): readonly [string, NoteBlock] => {
      const anchor = options.anchors?.get(block.anchor) ?? block.anchor;
      const source = sources.get(block.anchor);
      return [
        anchor,
        noteBlock(
          anchored(block.text, anchor),
          JSON.stringify([source?.text, source?.note, source?.tags, source?.color]),
        ),
      ];
    }),
  );
  if (extra !== null) blocks.set(extra.anchor, noteBlock(anchored(extra.text, extra.anchor), extra.source));
  return { properties, yaml, header, blocks, note: noteMark(yaml, bodyOf(header, blocks)) };
}

/**
 * What a header says, as opposed to how: a change of these is the service's, a change of anything else the
 * template's.
 */
const headerSource = ({ book, document }: Item): string =>
  JSON.stringify([
    [book?.title, book?.author, book?.summary, book?.documentNote, book?.tags],
    [document?.title, document?.author, document?.summary, document?.note, document?.tags],
  ]);

/** Fingerprint of a whole note without its trailer. */
const noteMark = (yaml: string, body: string): string => textMark(joinNote(yaml, body).trimEnd());

/**
 * Whether a note holds nothing but what the last sync wrote. Without its trailer nobody can tell, so it does
 * not.
 */
export const isUntouched = (parts: NoteParts): boolean =>
  parts.trailer !== null && parts.yaml !== null && noteMark(parts.yaml, parts.body) === parts.trailer.note;

/** The text of a note that holds nothing but its rendering. `path`: mark of the path that it goes by. */
export const composeNote = (version: NoteVersion, path: string): string =>
  withTrailer(joinNote(version.yaml, bodyOf(version.header, version.blocks)), trailerOf(version, path));

/** Mark of a path, by which a later sync sees whether the note still is where it was put. */
export const pathMark = (path: string): string => fingerprint(path.normalize('NFC')).slice(-7);

export const bodyOf = (header: NoteBlock, blocks: ReadonlyMap<string, NoteBlock>): string =>
  [header.text, ...[...blocks.values()].map((block) => block.text)]
    .filter((text) => text !== '')
    .join('\n\n');

export function trailerOf(version: NoteVersion, path: string): Trailer {
  return {
    note: version.note,
    path,
    frontMatter: fingerprint(version.yaml),
    properties: new Map(
      version.properties
        .filter(([name]) => !OWNED_PROPERTIES.has(name))
        .map(([name, value]) => [name, markOf(value)]),
    ),
    header: version.header.base,
    blocks: new Map([...version.blocks].map(([anchor, block]) => [anchor, block.base])),
    removed: new Set(),
    released: new Set(),
  };
}

function identityOf(item: Item): Properties {
  const documentId = item.document?.id ?? item.book?.documentId ?? null;
  return [
    ...(item.book === null ? [] : [[IDENTITY_PROPERTIES.book, numberOrText(item.book.id)] as const]),
    ...(documentId === null ? [] : [[IDENTITY_PROPERTIES.document, documentId] as const]),
  ];
}

/** The id of a book as it stands in a property. */
export const numberOrText = (id: string): number | string => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** Mark of what a block says, as opposed to how. */
export const sourceMark = (source: string): string => fingerprint(source).slice(-7);

export function noteBlock(text: string, source: string): NoteBlock {
  return {
    text,
    base: {
      lines: filledLines(text),
      first: lineMark(firstFilledLine(text)),
      text: textMark(text),
      source: sourceMark(source),
    },
  };
}

function filledLines(text: string): number {
  let count = 0;
  for (const line of text.split('\n')) if (isFilled(line)) count += 1;
  return count;
}

function firstFilledLine(text: string): string {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  return end < 0 ? start : start.slice(0, end);
}

export const isFilled = (line: string): boolean => line.trim() !== '';

/** Short mark of one line, blanks at its ends aside. */
export const lineMark = (line: string): string => fingerprint(line.trim().normalize('NFC')).slice(-5);

const TO_A_NOTE = /\]\((?!\w+:)[^()\s]*\.md\)/g;
const TO_A_BLOCK = /\[\[[^[\]|#]+(?=#\^r[wd][0-9a-z]+[|\]])/g;

/**
 * Mark of a text as it counts for comparison. Links between the notes of an item count without their targets:
 * the app points them at a note that is moved, and then nobody has edited the text.
 */
export function textMark(text: string): string {
  const normal = normalizeText(text);
  const plain = normal.includes('.md)') ? normal.replace(TO_A_NOTE, ']()') : normal;
  return fingerprint(plain.includes('#^r') ? plain.replace(TO_A_BLOCK, '[[') : plain);
}

/** The text of a believed ancestor, if it is the one that the trailer has the mark of. */
export const believedText = (ancestor: NoteBlock | undefined, base: BlockBase): string | null =>
  ancestor !== undefined && ancestor.base.text === base.text ? ancestor.text : null;
