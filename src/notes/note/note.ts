import { anchored, withAnchors } from './block-anchor';
import { dumpProperties, markOf, type Properties } from '../front-matter/front-matter';
import { composed, fingerprint, normalizeText, shortMark } from '../../model/hash';
import type { ExtraBlock } from '../full-text/text-block';
import { hasContent, looseText } from './loose-text';
import { bothNotes, linkedNotes, NO_OWN_NOTES, withoutOwnTargets, type OwnNotes } from './own-links';
import type { Item } from '../../model/model';
import type { RenderedNote } from '../template/template';
import { headerSource, highlightSource } from './source';
import { MARK_LENGTHS, takeTrailer, writeTrailer, type BlockBase, type Trailer } from './trailer';
import { unixText } from '../../model/text';

/** The parts of a note. Joined, they give the same text, except for the trailer's place. */
export interface NoteParts {
  /** YAML between the `---` fences; null without front matter. */
  readonly yaml: string | null;
  /** Everything else without the trailer, with `\n` line ends. */
  readonly body: string;
  readonly trailer: Trailer | null;
}

/** Git may put a mark above it, and what is below still tells whose note it is. */
const FRONT_MATTER = /^(?:<{7} [^\n]*\n)?---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;

/** Caches the last note, because planning and writing split it several times. */
let cached: { readonly text: string; readonly parts: NoteParts } | null = null;

/** `isOwn` tells the note's own anchors, to distinguish its trailer from others. */
export function splitNote(text: string, isOwn: (anchor: string) => boolean = () => false): NoteParts {
  if (cached?.text === text) return cached.parts;
  const { yaml, rest } = splitFrontMatter(text);
  const { lines, trailer, isOnly } = takeTrailer(rest.split('\n'), isOwn);
  const parts = { yaml, body: lines.join('\n'), trailer };
  // With several trailers, the result depends on `isOwn`.
  if (isOnly) cached = { text, parts };
  return parts;
}

/** The front matter of a note, as in its parts. */
export const frontMatterOf = (text: string): string | null =>
  cached?.text === text ? cached.parts.yaml : splitFrontMatter(text).yaml;

function splitFrontMatter(text: string): { readonly yaml: string | null; readonly rest: string } {
  const unix = unixText(text);
  const match = FRONT_MATTER.exec(unix);
  if (match === null) return { yaml: null, rest: unix };
  return { yaml: match[1] === undefined ? '' : `${match[1]}\n`, rest: unix.slice(match[0].length) };
}

/** Front matter, if any, and body as one text without trailer. */
export const joinNote = (yaml: string | null, body: string): string =>
  `${yaml === null ? '' : `---\n${yaml}---\n`}${body.replace(/^\n+/, '').trimEnd()}\n`;

export const withTrailer = (note: string, trailer: Trailer): string =>
  `${note.trimEnd()}\n\n${writeTrailer(trailer)}\n`;

/** A note as rendered, ready to be compared and merged. */
export interface NoteVersion {
  readonly properties: Properties;
  readonly yaml: string;
  /** The whole note without trailer. */
  readonly text: string;
  readonly header: NoteBlock;
  /** By anchor, in the service's order. Texts include their anchors. */
  readonly blocks: ReadonlyMap<string, NoteBlock>;
  /** Fingerprint of `text`. */
  readonly note: string;
  /** As in the trailer. */
  readonly style: string;
  /** As in the trailer. */
  readonly categories: string;
  /** The item's notes, whether it links to them or not. */
  readonly own: OwnNotes;
}

export interface NoteBlock {
  readonly text: string;
  readonly base: BlockBase;
}

/** The lines of a block; none if it is empty. */
export const linesOf = ({ text }: NoteBlock): readonly string[] => (text === '' ? [] : text.split('\n'));

export const IDENTITY_PROPERTIES = {
  book: 'readwise-id',
  document: 'reader-id',
  part: 'readwise-part',
  status: 'readwise-status',
} as const;
/**
 * Why a note is not updated any more: its item or highlight was deleted, the settings leave the item out, they
 * ask for no such note, or the item has another one since a book and a document were joined.
 */
export const NOTE_STATUSES = ['deleted', 'left-out', 'no-own-note', 'joined'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

export const OWNED_PROPERTIES: ReadonlySet<string> = new Set(Object.values(IDENTITY_PROPERTIES));

export interface NoteVersionOptions {
  readonly item: Item;
  /** The note bears this id instead of the item's. */
  readonly partId?: string | null;
  readonly rendered: RenderedNote;
  /** From a highlight's anchor to the one the note already uses, because anchors never change. */
  readonly anchors?: ReadonlyMap<string, string>;
  /** Put after the template's blocks. */
  readonly extra?: ExtraBlock | null;
  readonly style?: string;
  readonly categories?: string;
  readonly own?: OwnNotes;
}

/** Adds identity and anchors to a rendering. */
export function noteVersion({
  item,
  partId = null,
  rendered,
  anchors = new Map<string, string>(),
  extra = null,
  style = '',
  categories = '',
  own = NO_OWN_NOTES,
}: NoteVersionOptions): NoteVersion {
  const properties = [
    ...rendered.properties,
    ...(partId === null ? identityOf(item) : [[IDENTITY_PROPERTIES.part, partId] as const]),
  ];
  const yaml = dumpProperties(properties);
  const header = noteBlock(
    withAnchors(rendered.header, anchors),
    headerSource(item, { listsHighlights: rendered.listsHighlights === true }),
    own,
  );
  const highlights = new Map(item.highlights.map((highlight) => [highlight.anchor, highlight]));
  const blocks = new Map<string, NoteBlock>();
  for (const block of rendered.blocks) {
    const anchor = anchors.get(block.anchor) ?? block.anchor;
    const source = highlightSource(highlights.get(block.anchor));
    blocks.set(anchor, noteBlock(anchored(block.text, anchor), source, own));
  }
  if (extra !== null) {
    const text = anchored(extra.text, extra.anchor);
    blocks.set(extra.anchor, noteBlock(text, extra.source, own));
  }
  const text = joinNote(yaml, bodyOf(header, blocks));
  return { properties, yaml, text, header, blocks, note: noteMark(text, own), style, categories, own };
}

/** Fingerprint of a whole note without trailer. */
const noteMark = (text: string, own: OwnNotes): string =>
  fingerprint(withoutOwnTargets(looseNote(text), own));

/** A note without differences that a formatter or a file sync makes. Those of properties are in their dump. */
export function looseNote(text: string): string {
  const { yaml, rest } = splitFrontMatter(text);
  return yaml === null ? looseText(rest) : `---\n${normalizeText(yaml)}\n---\n${looseText(rest)}`;
}

/**
 * Whether a note is exactly as last written, but for what formatters change. Without trailer this is unknown,
 * and counts as no. `own`: the item's notes by the names that they have now.
 */
export const isUntouched = ({ yaml, body, trailer }: NoteParts, own = NO_OWN_NOTES): boolean =>
  trailer !== null &&
  yaml !== null &&
  noteMark(joinNote(yaml, body), bothNotes(trailer.own, own)) === trailer.note;

/** The text of a note that is only its rendering. `path` is the mark of its path. */
export const composeNote = (version: NoteVersion, path: string): string =>
  withTrailer(version.text, trailerOf(version, path));

/** Mark of a path, to detect that the user moved the note. */
export const pathMark = (path: string): string => fingerprint(composed(path)).slice(-7);

const bodyOf = (header: NoteBlock, blocks: ReadonlyMap<string, NoteBlock>): string =>
  [header.text, ...[...blocks.values()].map((block) => block.text)]
    .filter((text) => text !== '')
    .join('\n\n');

export function trailerOf(version: NoteVersion, path: string): Trailer {
  return {
    note: version.note,
    path,
    frontMatter: fingerprint(version.yaml),
    style: version.style,
    categories: version.categories,
    own: linkedNotes(version.text, version.own),
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

/** A book's id as a property value. */
const numberOrText = (id: string): number | string => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** Mark of a block's content without its presentation. */
export const sourceMark = (source: string): string => shortMark(source, MARK_LENGTHS.source);

export function noteBlock(text: string, source: string, own = NO_OWN_NOTES): NoteBlock {
  const lines = text.split('\n').filter(hasContent);
  return {
    text,
    base: {
      lines: lines.length,
      first: lineMark(lines[0] ?? '', own),
      text: textMark(text, own),
      own,
      source: sourceMark(source),
    },
  };
}

export const isFilled = (line: string): boolean => line.trim() !== '';

/** Short mark of one line, however a formatter spells it. */
export const lineMark = (line: string, own: OwnNotes): string =>
  shortMark(withoutOwnTargets(looseText(line), own), MARK_LENGTHS.first);

/** Mark of a block's text for comparison. */
export const textMark = (text: string, own: OwnNotes): string =>
  shortMark(withoutOwnTargets(looseText(text), own), MARK_LENGTHS.text);

/** The ancestor's text, if its mark equals the base's. */
export const knownBaseText = (ancestor: NoteBlock | undefined, base: BlockBase): string | null =>
  ancestor !== undefined && ancestor.base.text === base.text ? ancestor.text : null;

/** The ancestor's text, if it shows the record that the base did: by the same template, or by a later one. */
export const likelyBaseText = (ancestor: NoteBlock | undefined, base: BlockBase): string | null =>
  ancestor?.base.source === base.source ? ancestor.text : knownBaseText(ancestor, base);
