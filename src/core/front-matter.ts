import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import { fingerprint } from './hash';
import type { PropertyValue } from './template';

/** Properties in their order. */
export type Properties = readonly (readonly [name: string, value: PropertyValue])[];

/** YAML of properties, one top-level key after the other, without the `---` fences; ends in a line end unless empty. */
export function dumpProperties(properties: Properties): string {
  return properties.map(([name, value]) => dumpProperty(name, value)).join('');
}

function dumpProperty(name: string, value: PropertyValue): string {
  if (typeof value === 'object') {
    return value.length === 0 ? `${dumpScalar(name)}: []\n` : `${dumpScalar(name)}:\n${value.map((entry) => `  - ${dumpScalar(entry)}\n`).join('')}`;
  }
  return `${dumpScalar(name)}: ${dumpScalar(value)}\n`;
}

/** Texts that every YAML reader takes for the same text when they stand bare. */
const BARE = /^[A-Za-z\u00c0-\u024f][\w\u00c0-\u024f ,.()/\u2018\u2019\u201c\u201d\u2013\u2014+;!?&-]*$/;
const DATE_OR_ADDRESS = /^(?:\d{4}-\d{2}-\d{2}|https?:\/\/[\w.~/?=&%+@;:-]*[\w/])$/;
const SPECIAL = /^(true|false|null|yes|no|on|off|y|n)$|[ ,]$/i;

/** The library decides wherever a text could be taken for something else. */
function dumpScalar(value: string | number | boolean): string {
  if (typeof value === 'string' && ((BARE.test(value) && !SPECIAL.test(value)) || DATE_OR_ADDRESS.test(value))) return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false, version: '1.2' }).replace(/\n$/, '');
}

interface Entry {
  readonly name: string;
  /** Fingerprint of the value, whatever its notation. */
  readonly mark: string;
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
    entries.push({ name, mark: markOf(propertyOf(values, name)), start, end: start });
  }
  return { ok: true, entries: entries.map((entry, index) => ({ ...entry, end: endOfEntry(yaml, entry.start, entries[index + 1]?.start ?? yaml.length) })) };
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
export const markOf = (value: unknown): string => fingerprint(JSON.stringify(value) ?? '').slice(-7);

export interface MergedFrontMatter {
  readonly yaml: string;
  /** Names of properties whose value both sides changed; the person's stays. */
  readonly conflicts: readonly string[];
}

/**
 * Property by property: what the person did not touch takes the service's value, what they changed, added or removed stays theirs.
 * Lines of keys that are not ours are kept byte for byte. `base` holds the marks of what the last sync wrote; `owned` are the
 * properties that nobody else may change (identity and status). YAML that cannot be read is left alone.
 */
export function mergeFrontMatter(options: {
  readonly yaml: string;
  readonly base: ReadonlyMap<string, string>;
  readonly owned: ReadonlySet<string>;
  readonly properties: Properties;
}): MergedFrontMatter {
  const parsed = parseFrontMatter(options.yaml);
  if (!parsed.ok) return { yaml: options.yaml, conflicts: ['properties'] };
  const wanted = new Map(options.properties);
  const conflicts: string[] = [];
  const pieces: string[] = [];
  let position = 0;
  let insertAt = 0;
  for (const entry of parsed.entries) {
    pieces.push(options.yaml.slice(position, entry.start));
    const verdict = judge({ entry, wanted, base: options.base, owned: options.owned });
    const value = wanted.get(entry.name);
    if (verdict === 'conflict') conflicts.push(entry.name);
    if (verdict === 'take' && value !== undefined) pieces.push(dumpProperty(entry.name, value));
    if (verdict === 'keep' || verdict === 'conflict') pieces.push(endedLine(options.yaml.slice(entry.start, entry.end)));
    position = entry.end;
    if (wanted.has(entry.name)) insertAt = pieces.length;
  }
  const present = new Set(parsed.entries.map((entry) => entry.name));
  const added = options.properties.filter(([name]) => !present.has(name) && (options.owned.has(name) || !options.base.has(name)));
  pieces.splice(insertAt, 0, dumpProperties(added));
  pieces.push(options.yaml.slice(position));
  return { yaml: pieces.join(''), conflicts };
}

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

type Verdict = 'keep' | 'take' | 'drop' | 'conflict';

function judge(options: {
  readonly entry: Entry;
  readonly wanted: ReadonlyMap<string, PropertyValue>;
  readonly base: ReadonlyMap<string, string>;
  readonly owned: ReadonlySet<string>;
}): Verdict {
  const { entry } = options;
  const value = options.wanted.get(entry.name);
  const base = options.base.get(entry.name);
  if (value === undefined) return options.owned.has(entry.name) || base === entry.mark ? 'drop' : 'keep';
  const mark = markOf(value);
  if (mark === entry.mark) return 'keep';
  if (options.owned.has(entry.name) || base === entry.mark) return 'take';
  return base !== undefined && base !== mark ? 'conflict' : 'keep';
}
