import { fingerprint, fromBase62, toBase62 } from '../../model/hash';
import { compareText } from '../../model/record';
import { bothNotes, NO_OWN_NOTES, type OwnNotes } from './own-links';
import { linesInCode } from '../markdown/code-ranges';

/**
 * The trailer: one hidden comment at the end of a note with the base of the next merge.
 *
 *     %% florilegium 1 n=… f=… p=… k:title=… h=3… =2912.4… rd01hw3=2… -rw512002 +rw512003 %%
 *
 * `n` fingerprint of the rendered note without trailer · `f` mark of its path · `p` fingerprint of its front
 * matter · `s` the built-in style of an adopted note · `c` the categories that it was made with · `l` the item's notes that it links to · `k:<name>` mark of a property · `h=<base>` the header ·
 * one entry for each block in the service's order, `=<highlight's number in base 62>.<base>`, or
 * `<anchor>=<base>` where the id is no number · `-anchor` a
 * block that the user deleted · `+anchor` a block that was deleted at the service but has the user's text.
 *
 * A base is the number of filled lines in base 62 and the marks of text, first line and record. So a numbered
 * highlight costs 22 to 24 characters.
 */
export interface Trailer {
  readonly note: string;
  readonly path: string;
  readonly frontMatter: string;
  /** The built-in style that an adopted note has by itself; `''` for the style of the settings. */
  readonly style: string;
  /** As `categoriesOf` writes them; `''` in a note of a part. */
  readonly categories: string;
  /** Of the item's notes, those that the note links to. */
  readonly own: OwnNotes;
  readonly properties: ReadonlyMap<string, string>;
  readonly header: BlockBase | null;
  /** By anchor, in the order last written. */
  readonly blocks: ReadonlyMap<string, BlockBase>;
  readonly removed: ReadonlySet<string>;
  readonly released: ReadonlySet<string>;
}

/** What the last sync wrote for a block. */
export interface BlockBase {
  /** Lines that are not blank, to find an unchanged block's start upwards from its anchor. */
  readonly lines: number;
  /** Mark of the first filled line, to find a changed block's start; links as in `text`. */
  readonly first: string;
  /** Mark of the loose text without the targets of links to own notes. */
  readonly text: string;
  /** The item's notes, as known when the base is compared. */
  readonly own: OwnNotes;
  /** Mark of its record, to tell a changed template from changed content. */
  readonly source: string;
}

/**
 * Lengths of the marks in base 62. An edited block that keeps its text's mark would be overwritten: 7
 * characters (41 bits) miss one edit in 3,500,000,000,000, and the whole note's fingerprint has 53 bits. The
 * others decide only about blocks that the user edited, and a mistake, once in 238,000 edits, loses no word of
 * theirs: a wrong first line shifts where the block begins, a wrong record leaves the user's text as it is.
 */
export const MARK_LENGTHS = { text: 7, first: 3, source: 3 } as const;

export function writeTrailer(trailer: Trailer): string {
  const entries = [
    `n=${trailer.note}`,
    `f=${trailer.path}`,
    `p=${trailer.frontMatter}`,
    ...(trailer.style === '' ? [] : [`s=${trailer.style}`]),
    ...(trailer.categories === '' ? [] : [`c=${trailer.categories}`]),
    ...(trailer.own.size === 0 ? [] : [`l=${[...trailer.own].sort(compareText).join('.')}`]),
    // Property names are free text, so characters with a meaning in the trailer are percent-encoded.
    ...[...trailer.properties].map(([name, mark]) => `k:${encodeURIComponent(name)}=${mark}`),
    ...(trailer.header === null ? [] : [`h=${writeBase(trailer.header)}`]),
    ...[...trailer.blocks].map(([anchor, base]) => `${blockName(anchor)}${writeBase(base)}`),
    ...[...trailer.removed].sort(compareText).map((anchor) => `-${anchor}`),
    ...[...trailer.released].sort(compareText).map((anchor) => `+${anchor}`),
  ];
  return `%% florilegium 1 ${entries.join(' ')} %%`;
}

/** Reads the entries. Unreadable ones are skipped; their blocks count as the user's. */
function readTrailer(entries: readonly string[]): Trailer {
  const fields = new Map<string, string>();
  const properties = new Map<string, string>();
  const blocks = new Map<string, string>();
  const removed = new Set<string>();
  const released = new Set<string>();
  for (const entry of entries) {
    const [name = '', value] = splitOnce(entry, '=');
    if (value === undefined) {
      if (entry.startsWith('-')) removed.add(entry.slice(1));
      else if (entry.startsWith('+')) released.add(entry.slice(1));
    } else if (name === '') {
      const [number, written = ''] = splitOnce(value, '.');
      blocks.set(`rw${String(fromBase62(number))}`, written);
    } else if (name.startsWith('k:')) properties.set(decodeName(name.slice(2)), value);
    else if (/^r[wd]/.test(name)) blocks.set(name, value);
    else fields.set(name, value);
  }
  const names = fields.get('l') ?? '';
  const own: OwnNotes = names === '' ? NO_OWN_NOTES : new Set(names.split('.'));
  return {
    note: fields.get('n') ?? '',
    path: fields.get('f') ?? '',
    frontMatter: fields.get('p') ?? '',
    style: fields.get('s') ?? '',
    categories: fields.get('c') ?? '',
    own,
    properties,
    header: readBase(fields.get('h') ?? '', own),
    blocks: new Map(
      [...blocks].flatMap(([anchor, written]) => {
        const base = readBase(written, own);
        return base === null ? [] : [[anchor, base] as const];
      }),
    ),
    removed,
    released,
  };
}

/** Numbers that are written as they are: without leading zeros, and exact. */
const NUMBERED = /^rw([1-9]\d{0,14})$/;

function blockName(anchor: string): string {
  const number = NUMBERED.exec(anchor)?.[1];
  return number === undefined ? `${anchor}=` : `=${toBase62(Number(number))}.`;
}

const writeBase = ({ lines, text, first, source }: BlockBase): string =>
  `${toBase62(lines)}${text}${first}${source}`;

/** An adopted block has a `-` before the mark of its record. */
const BASE = /^([0-9A-Za-z]+)([0-9A-Za-z]{7})([0-9A-Za-z]{3})(-?[0-9A-Za-z]{3})$/;

function readBase(value: string, own: OwnNotes): BlockBase | null {
  const [, lines, text, first, source] = BASE.exec(value) ?? [];
  if (lines === undefined || text === undefined || first === undefined || source === undefined) return null;
  return { lines: fromBase62(lines), text, own, first, source };
}

function splitOnce(entry: string, separator: string): readonly [string, string?] {
  const index = entry.indexOf(separator);
  return index < 0 ? [entry] : [entry.slice(0, index), entry.slice(index + 1)];
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // The trailer was damaged by hand. An unknown name matches no property, so the user's value stays.
    if (error instanceof URIError) return name;
    throw error;
  }
}

/**
 * The base of a block adopted from another plugin's note. It keeps that plugin's style until the service
 * changes its content, which is marked by a `-` before the source.
 */
export const adoptedBase = (base: BlockBase): BlockBase => ({ ...base, source: `-${base.source}` });

/** Whether a block has another plugin's style and unchanged content. */
export const keepsAdoptedStyle = (base: BlockBase, next: BlockBase): boolean =>
  base.source === `-${next.source}`;

/**
 * The base of a block of which nothing tells what it was last written with: the service's text is put beside what
 * stands there.
 */
export const unknownBase = (base: BlockBase): BlockBase => ({
  ...base,
  text: '0'.repeat(MARK_LENGTHS.text),
  source: '0'.repeat(MARK_LENGTHS.source),
});

export interface FoundTrailer {
  /** The lines without trailer, but with what the user wrote into it. */
  readonly lines: readonly string[];
  readonly trailer: Trailer | null;
  /** There was only one trailer. */
  readonly isOnly: boolean;
}

interface Candidate {
  /** Exclusive end. */
  readonly start: number;
  readonly end: number;
  readonly trailer: Trailer;
  /** Text on the trailer's lines that is not part of it. */
  readonly foreign: string;
}

/** The trailer for a vault in which the item's notes have these names by now. */
export function withOwnNotes(trailer: Trailer, more: OwnNotes): Trailer {
  const own = bothNotes(trailer.own, more);
  if (own === trailer.own) return trailer;
  const blocks = [...trailer.blocks].map(([anchor, base]) => [anchor, { ...base, own }] as const);
  const header = trailer.header === null ? null : { ...trailer.header, own };
  return { ...trailer, own, header, blocks: new Map(blocks) };
}

export const TRAILER_START = '%% florilegium 1 ';
/** Mark of a note's trailer as it stands there, which tells one version of the note from another. */
export function trailerMark(text: string): string {
  const start = text.lastIndexOf(TRAILER_START);
  if (start < 0) return '';
  const end = text.indexOf('\n', start);
  return fingerprint(text.slice(start, end < 0 ? undefined : end).trimEnd());
}

/**
 * A trailer entry, possibly cut short: ids almost always begin with a digit, and numbers in base 62 almost
 * always have a digit or a capital.
 */
const ENTRY =
  /^(?:[nfphscl]=|k:|[-+]r[wd]|r[wd](?:\d|[A-Za-z0-9-]+=)|=[0-9A-Za-z]+\.[0-9A-Za-z-]*$|=[a-z]*[0-9A-Z][0-9A-Za-z]*$)/;
const WHOLE_ENTRY = /^(?:[nfphscl]=|k:[^=]+=|r[wd][A-Za-z0-9-]+=|[-+]r[wd]|=[0-9A-Za-z]+\.)[\w.-]*$|^%%$/;

/**
 * Removes the trailer from a note, wherever it is and however damaged. Of several, the note's own knows most
 * of `isOwn`'s anchors (the last one, if equal). Others that know any of these are removed, too; trailers of
 * other notes stay.
 */
export function takeTrailer(lines: readonly string[], isOwn: (anchor: string) => boolean): FoundTrailer {
  const candidates = lines.flatMap((line, index) =>
    line.includes(TRAILER_START) ? (candidateAt(lines, index) ?? []) : [],
  );
  const [only = null, second] = candidates;
  if (second === undefined)
    return { lines: linesWithout(lines, candidates), trailer: only?.trailer ?? null, isOnly: true };
  const scores = new Map(
    candidates.map((candidate) => [candidate, anchorsOf(candidate.trailer).filter(isOwn).length]),
  );
  const scoreOf = (candidate: Candidate): number => scores.get(candidate) ?? 0;
  const best = candidates.reduce((left, right) => (scoreOf(right) >= scoreOf(left) ? right : left));
  const inCode = linesInCode(lines);
  const own = candidates.filter(
    (candidate) => candidate === best || (scoreOf(candidate) > 0 && !inCode.has(candidate.start)),
  );
  return { lines: linesWithout(lines, own), trailer: best.trailer, isOnly: false };
}

/** All anchors that a trailer mentions. */
export const anchorsOf = ({ blocks, removed, released }: Trailer): readonly string[] => [
  ...blocks.keys(),
  ...removed,
  ...released,
];

function candidateAt(lines: readonly string[], start: number): Candidate | null {
  const line = lines[start] ?? '';
  const at = line.indexOf(TRAILER_START);
  const before = line.slice(0, at);
  const rest = line.slice(at + TRAILER_START.length);
  // Users may write about trailers: theirs are in code or after other text.
  if (before.trim() !== '' && (before.includes('`') || !rest.startsWith('n='))) return null;
  let payload = rest;
  let end = start + 1;
  while (!payload.includes('%%') && isContinuation(lines[end])) {
    payload += ` ${lines[end] ?? ''}`;
    end += 1;
  }
  const close = payload.indexOf('%%');
  const entries = (close < 0 ? payload : payload.slice(0, close))
    .split(/\s+/)
    .filter((entry) => entry !== '');
  const after = close < 0 ? '' : payload.slice(close + 2);
  const own: string[] = [];
  const others: string[] = [];
  for (const entry of entries) (ENTRY.test(entry) ? own : others).push(entry);
  const foreign = [before.trimEnd(), ...others, after.trim()].filter((text) => text !== '').join(' ');
  return { start, end, trailer: readTrailer(own), foreign };
}

/** Whether a line can only be the rest of a broken trailer. */
const isContinuation = (line: string | undefined): boolean =>
  line !== undefined &&
  line
    .trim()
    .split(/\s+/)
    .every((entry) => WHOLE_ENTRY.test(entry));

function linesWithout(lines: readonly string[], candidates: readonly Candidate[]): readonly string[] {
  const left: string[] = [];
  let position = 0;
  for (const { start, end, foreign } of candidates) {
    // One by one: a note may have more lines than a call can have arguments.
    for (const line of lines.slice(position, start)) left.push(line);
    if (foreign !== '') left.push(foreign);
    position = Math.max(position, end);
    // The blank lines around it become one.
    if (foreign === '' && left[left.length - 1] === '' && lines[position] === '') position += 1;
  }
  return [...left, ...lines.slice(position)];
}
