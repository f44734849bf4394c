import { isAlias, isMap, isNode, isScalar, Lexer, parseDocument, stringify, visit, type Scalar } from 'yaml';
import { fingerprint } from './hash';
import type { PropertyValue } from './template';

/** Properties in their order. */
export type Properties = readonly (readonly [name: string, value: PropertyValue])[];

/** YAML of properties, one top-level key after the other, without the `---` fences; ends in a line end unless empty. */
export function dumpProperties(properties: Properties): string {
  return properties.map(([name, value]) => dumpProperty(name, value)).join('');
}

export function dumpProperty(name: string, value: PropertyValue): string {
  if (typeof value === 'object') {
    return value.length === 0 ? `${dumpScalar(name)}: []\n` : `${dumpScalar(name)}:\n${value.map((entry) => `  - ${dumpScalar(entry)}\n`).join('')}`;
  }
  return `${dumpScalar(name)}: ${dumpScalar(value)}\n`;
}

/** Texts that every YAML reader takes for the same text when they stand bare. */
const BARE = /^[A-Za-z\u00c0-\u024f][\w\u00c0-\u024f ,.()/\u2018\u2019\u201c\u201d\u2013\u2014+;!?&-]*$/;
const DATE_OR_ADDRESS = /^(?:\d{4}-\d{2}-\d{2}|https?:\/\/[\w.~/?=&%+@;:-]*[\w/])$/;
const SPECIAL = /^(true|false|null|yes|no|on|off|y|n)$|[ ,]$/i;

/** Numbers, dates, times and signs of older versions of YAML, which readers still know and ours does not. */
const OLD_YAML = /^(?:[-+.]*\d[\da-fox_.:+\-eTtZz ]*|=|<<)$/i;

/** The library decides wherever a text could be taken for something else. */
export function dumpScalar(value: string | number | boolean): string {
  if (typeof value === 'string' && ((BARE.test(value) && !SPECIAL.test(value)) || DATE_OR_ADDRESS.test(value))) return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  const defaultStringType = typeof value === 'string' && OLD_YAML.test(value) ? 'QUOTE_DOUBLE' : 'PLAIN';
  return stringify(value, { lineWidth: 0, defaultStringType, blockQuote: false, version: '1.2' }).replace(/\n$/, '');
}

export interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** Fingerprint of the value, whatever its notation. */
  readonly mark: string;
  /** The blanks before the name. */
  readonly indent: string;
  /** Whether the rest of the properties may refer to it. */
  readonly isShared: boolean;
  /** Half-open range of whole lines in the text. */
  readonly start: number;
  readonly end: number;
}

export type ParsedFrontMatter = { readonly ok: true; readonly entries: readonly Entry[] } | { readonly ok: false };

/** Finds the top-level keys of YAML text with the lines they take up. Comments and blank lines belong to nobody. */
export function parseFrontMatter(yaml: string): ParsedFrontMatter {
  if (yaml.trim() === '') return { ok: true, entries: [] };
  const document = parseDocument(yaml, { uniqueKeys: false });
  if (document.errors.length > 0 || !isMap(document.contents) || document.contents.flow === true) return { ok: false };
  const values: unknown = document.toJS();
  const entries: Entry[] = [];
  for (const pair of document.contents.items) {
    const range = isScalar(pair.key) ? pair.key.range : null;
    if (!isScalar(pair.key) || range === null || range === undefined) return { ok: false };
    const name = String(pair.key.value);
    const start = yaml.lastIndexOf('\n', range[0] - 1) + 1;
    const value = propertyOf(values, name);
    entries.push({ name, value, mark: markOf(value), indent: /^ */.exec(yaml.slice(start))?.[0] ?? '', isShared: hasAnchor(pair.value), start, end: isBlockText(pair.value) ? (pair.value.range?.[1] ?? start) : start });
  }
  return { ok: true, entries: entries.map((entry, index) => ({ ...entry, end: Math.max(entry.end, endOfEntry(yaml, entry.start, entries[index + 1]?.start ?? yaml.length)) })) };
}

/** A text on lines of its own, in which what looks like a comment is none. */
const isBlockText = (value: unknown): value is Scalar => isScalar(value) && (value.type === 'BLOCK_FOLDED' || value.type === 'BLOCK_LITERAL');

function hasAnchor(value: unknown): boolean {
  let found = false;
  if (isNode(value)) {
    visit(value, (_key, node) => {
      if (isNode(node) && !isAlias(node) && node.anchor !== undefined) found = true;
    });
  }
  return found;
}

function propertyOf(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null ? Object.entries(values).find(([key]) => key === name)?.[1] : undefined;
}

/** Up to the next key, without the comments and blank lines that stand before it. */
function endOfEntry(yaml: string, start: number, nextStart: number): number {
  const lines = yaml.slice(start, nextStart).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let count = lines.length;
  while (count > 1 && /^\s*(#|$)/.test(lines[count - 1] ?? '')) count -= 1;
  return start + lines.slice(0, count).join('').length;
}

/** Fingerprint of a property's value, by which a later sync sees whether a person changed it. Dates and texts alike count as text. */
export const markOf = (value: unknown): string => fingerprint((JSON.stringify(value) ?? '').normalize('NFC')).slice(-7);

/** The comments in some lines of YAML, each with its `#`. */
export function commentsIn(yaml: string): readonly string[] {
  const tokens = yaml.includes('#') ? [...new Lexer().lex(yaml)] : [];
  // The lexer sets a control character before each scalar, so that a text that begins with `#` is no comment.
  return tokens.filter((token, index) => token.startsWith('#') && tokens[index - 1] !== '\u001f');
}
