import { fingerprint } from '../hash';
import type { PropertyValue } from '../template/template';
import { yamlEntries, type ReadYaml, type ReadYamlResult, type YamlEntry } from './yaml-entries';
import { dumpScalar } from './yaml-scalar';

/** Properties in their order. */
export type Properties = readonly (readonly [name: string, value: PropertyValue])[];

/** YAML of properties, one top-level key after the other, without the `---` fences; ends in a line end unless empty. */
export function dumpProperties(properties: Properties): string {
  return properties.map(([name, value]) => dumpProperty(name, value)).join('');
}

export function dumpProperty(name: string, value: PropertyValue): string {
  if (typeof value === 'object') {
    return value.length === 0
      ? `${dumpScalar(name)}: []\n`
      : `${dumpScalar(name)}:\n${value.map((entry) => `  - ${dumpScalar(entry)}\n`).join('')}`;
  }
  return `${dumpScalar(name)}: ${dumpScalar(value)}\n`;
}

export interface Entry extends Pick<YamlEntry, 'indent' | 'start' | 'end'> {
  readonly name: string;
  readonly value: unknown;
  /** Fingerprint of the value, whatever its notation. */
  readonly mark: string;
  /** Whether the rest of the properties refer to it. */
  readonly isShared: boolean;
}

export type ParsedFrontMatter =
  { readonly ok: true; readonly entries: readonly Entry[] } | { readonly ok: false };

const NOT_READ: ParsedFrontMatter = { ok: false };

/** Finds the top-level keys of YAML text with the lines they take up. Keys of another form (`? key`) and their lines belong to nobody. */
export function parseFrontMatter(yaml: string, readYaml: ReadYaml): ParsedFrontMatter {
  const found = yamlEntries(yaml);
  const read = readYaml(yaml);
  if (!found.ok || !read.ok || Array.isArray(read.value)) return NOT_READ;
  const values = new Map<string, unknown>(Object.entries(read.value ?? {}));
  // Were a line in the midst of a text taken for a key, there would be more of them than the reader sees.
  if (values.size !== found.entries.length) return NOT_READ;
  const entries: Entry[] = [];
  for (const { key, indent, start, end } of found.entries) {
    if (key === null) continue;
    const name = nameOf(key, readYaml);
    if (!values.has(name)) return NOT_READ;
    const value = values.get(name);
    entries.push({
      name,
      value,
      mark: markOf(value),
      indent,
      start,
      end,
      isShared: isShared(yaml.slice(start, end), yaml),
    });
  }
  return { ok: true, entries };
}

/** Keys that are names by themselves: they are most of all, and reading each costs more than all the rest. */
const PLAIN_KEY = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w-]*$/i;

function nameOf(key: string, readYaml: ReadYaml): string {
  if (PLAIN_KEY.test(key)) return key;
  const read = readYaml(`${key}: 1`);
  return read.ok && typeof read.value === 'object' ? (Object.keys(read.value ?? {})[0] ?? '') : '';
}

const ANCHOR = /[\s[{,]&([^\s,[\]{}]+)/g;

const isShared = (lines: string, yaml: string): boolean =>
  [...lines.matchAll(ANCHOR)].some(([, name = '']) => yaml.includes(`*${name}`));

/** Fingerprint of a property's value, by which a later sync sees whether a person changed it. Dates and texts alike count as text. */
export const markOf = (value: unknown): string =>
  fingerprint((JSON.stringify(value) ?? '').normalize('NFC')).slice(-7);

/** The comments in some lines of YAML, each with its `#`: what can be taken away to the end of the line without a change of what the lines say. */
export function commentsIn(yaml: string, readYaml: ReadYaml): readonly string[] {
  const comments: string[] = [];
  const said = JSON.stringify(readYaml(yaml));
  const isNothing = (start: number, end: number): boolean =>
    JSON.stringify(readYaml(yaml.slice(0, start) + yaml.slice(end))) === said;
  let position = 0;
  for (const line of yaml.split('\n')) {
    const start = position;
    const at = numberSigns(line).find((sign) => isNothing(start + sign, start + line.length));
    if (at !== undefined) comments.push(line.slice(at).trimEnd());
    position += line.length + 1;
  }
  return comments;
}

/** Where a comment could begin. */
const numberSigns = (line: string): readonly number[] =>
  [...line.matchAll(/#/g)].flatMap(({ index }) =>
    index === 0 || /\s/.test(line[index - 1] ?? '') ? [index] : [],
  );

export const isSaid = (read: ReadYamlResult, value: unknown): boolean =>
  read.ok && JSON.stringify(read.value) === JSON.stringify(value);
