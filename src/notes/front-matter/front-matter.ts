import {
  isMap,
  isNode,
  isScalar,
  Lexer,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import { composed, fingerprint } from '../../model/hash';
import { tooDeepLine } from './depth';

/**
 * A property as Obsidian knows it: text, number, checkbox or list of text. Dates are ISO text. Null is a
 * property without a value, which is the person's to fill.
 */
export type PropertyValue = string | number | boolean | readonly string[] | null;

export type Properties = readonly (readonly [name: string, value: PropertyValue])[];

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:[^]*?\n)??---[ \t]*\r?(?=\n|$)/;

/** Where the front matter of a note ends, with its `---`; 0 for a note without one. */
export const frontMatterEnd = (text: string): number => FRONT_MATTER.exec(text)?.[0].length ?? 0;

/** Properties as YAML, without the `---` fences; ends in a line end unless empty. */
export function dumpProperties(properties: Properties): string {
  return properties.map(([name, value]) => dumpProperty(name, value)).join('');
}

export function dumpProperty(name: string, value: PropertyValue): string {
  if (value === null) return `${dumpScalar(name)}:\n`;
  if (typeof value !== 'object') return `${dumpScalar(name)}: ${dumpScalar(value)}\n`;
  if (value.length === 0) return `${dumpScalar(name)}: []\n`;
  return `${dumpScalar(name)}:\n${value.map((entry) => `  - ${dumpScalar(entry)}\n`).join('')}`;
}

/** Texts that every YAML reader understands without quotes. */
const BARE =
  /^\p{L}[\p{L}\p{M}\p{N} ,.()'/_\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u3001\u3002\u300c\u300d\uff1a+;!?&-]*$/u;
const DATE_OR_ADDRESS = /^(?:\d{4}-\d{2}-\d{2}|https?:\/\/[\w.~/?=&%+@;:-]*[\w/])$/;
/** Ids: with a letter that no number notation uses. */
const ID = /^\d[\da-z]*[g-hj-mp-tvwz][\da-z]*$/i;
/** Words that older YAML readers take for other types, and blanks or commas at the end. */
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n)$|[ ,]$/i;

/** Characters that are invisible or that editors change: controls, odd blanks, line ends, lone surrogates. */
const INVISIBLE = /[\u007f-\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffe\uffff]|\p{Cs}/gu;

/**
 * One value as YAML, on one line. Quoted unless every reader takes the bare text as text: the library
 * considers only itself, but other plugins use older readers.
 */
export function dumpScalar(value: string | number | boolean): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return String(value);
    if (Number.isNaN(value)) return '.nan';
    return value < 0 ? '-.inf' : '.inf';
  }
  const isBare = BARE.test(value) && !SPECIAL.test(value);
  if (isBare || DATE_OR_ADDRESS.test(value) || ID.test(value)) return value;
  return JSON.stringify(value).replace(INVISIBLE, unicodeEscape);
}

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A top-level key and its whole lines. Comments before the next key belong to neither. */
export interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** Fingerprint of the value, whatever its notation. */
  readonly mark: string;
  /** Blanks before the key. */
  readonly indent: string;
  /** Exclusive end. */
  readonly start: number;
  readonly end: number;
}

export type ParsedFrontMatter =
  { readonly ok: true; readonly entries: readonly Entry[] } | { readonly ok: false };

const UNREADABLE: ParsedFrontMatter = { ok: false };

/**
 * The top-level keys of YAML; not ok if it is no block mapping, unreadable or nested too deep. Keys that are no
 * scalars are left out. `doubles`: whether a key may occur twice.
 */
export function parseFrontMatter(
  yaml: string,
  { doubles = 'refused' }: { readonly doubles?: 'refused' | 'allowed' } = {},
): ParsedFrontMatter {
  if (tooDeepLine(yaml) !== null) return UNREADABLE;
  const document = parseDocument(yaml, { uniqueKeys: doubles === 'refused', logLevel: 'error' });
  const { contents, errors } = document;
  if (errors.length > 0) return UNREADABLE;
  if (contents === null) return { ok: true, entries: [] };
  if (!isMap(contents) || contents.flow === true) return UNREADABLE;
  try {
    const entries = contents.items.flatMap((pair) => entryOf(pair, yaml, document) ?? []);
    const names = new Set(entries.map(({ name }) => name));
    // YAML distinguishes the number 1 from the text 1; everyone else has one key.
    if (doubles === 'refused' && names.size < entries.length) return UNREADABLE;
    return { ok: true, entries };
  } catch (error) {
    // Aliases that are undefined or too large throw ReferenceError; cyclic values throw TypeError.
    if (error instanceof ReferenceError || error instanceof TypeError) return UNREADABLE;
    throw error;
  }
}

function entryOf({ key, value }: Pair, yaml: string, document: Document.Parsed): Entry | null {
  if (!isScalar(key)) return null;
  const start = yaml.lastIndexOf('\n', startOf(key) - 1) + 1;
  const node = isNode(value) ? value : null;
  const content: unknown = node === null ? null : node.toJS(document);
  return {
    name: nameOf(key),
    value: content,
    mark: markOf(content),
    indent: /^ */.exec(yaml.slice(start))?.[0] ?? '',
    start,
    end: endOfLine(yaml, Math.max(endOf(key), node === null ? 0 : endOf(node))),
  };
}

/** A key as the app shows it: numbers and booleans as text. */
export function nameOf({ value }: Scalar): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}

const startOf = (node: Node): number => node.range?.[0] ?? 0;
const endOf = (node: Node): number => node.range?.[1] ?? 0;

function endOfLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Fingerprint of a property value, to detect the user's changes. Dates count as text. */
export const markOf = (value: unknown): string =>
  fingerprint(composed(JSON.stringify(value) ?? '')).slice(-7);

/** The lexer's mark before a text, which tells a text that begins with `#` from a comment. */
const TEXT_FOLLOWS = '\u001f';

/** The comments in YAML, each with its `#`. */
export function commentsIn(yaml: string): readonly string[] {
  const tokens = [...new Lexer().lex(yaml)];
  return tokens
    .filter((token, index) => token.startsWith('#') && tokens[index - 1] !== TEXT_FOLLOWS)
    .map((comment) => comment.trimEnd());
}
