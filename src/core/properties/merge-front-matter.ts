import {
  commentsIn,
  dumpProperties,
  dumpProperty,
  markOf,
  parseFrontMatter,
  type Entry,
  type ParsedFrontMatter,
  type Properties,
} from './front-matter';
import { isTorn, withoutDoubles } from './file-sync-traces';
import { mergeLists, rewriteList } from './property-list';
import type { PropertyValue } from '../template/template';
import type { ReadYaml } from './yaml-entries';

export interface FrontMatterSides {
  readonly yaml: string;
  /** Marks of what the last sync wrote. */
  readonly base: ReadonlyMap<string, string>;
  /** What the last sync is believed to have written; believed where its mark is in `base`. */
  readonly baseValue: (name: string) => PropertyValue | null;
  /** Properties that nobody else may change: identity and status. */
  readonly owned: ReadonlySet<string>;
  readonly properties: Properties;
  readonly readYaml: ReadYaml;
}

export interface MergedFrontMatter {
  readonly yaml: string;
  /** Names of properties whose value both sides changed; the person's stays. */
  readonly conflicts: readonly string[];
}

/**
 * Property by property: what the person did not touch takes the service's value, lists that both changed are brought together, and
 * what else they changed, added or removed stays theirs. All that is not ours is kept byte for byte, comments on our lines, too.
 * YAML that cannot be read is left alone.
 */
export function mergeFrontMatter(sides: FrontMatterSides): MergedFrontMatter {
  const { yaml, readYaml } = sides;
  const parsed = parseFrontMatter(yaml, readYaml);
  if (!parsed.ok) return mergeUndoubled(sides);
  const wanted = new Map(sides.properties);
  const conflicts: string[] = [];
  const changed = new Set<string>();
  const pieces: string[] = [];
  let position = 0;
  let insertAt = 0;
  for (const entry of parsed.entries) {
    const lines = endedLine(yaml.slice(entry.start, entry.end));
    const verdict = judge({ entry, lines, sides, value: wanted.get(entry.name) });
    if (verdict.kind === 'conflict') conflicts.push(entry.name);
    if (verdict.kind === 'write') changed.add(entry.name);
    pieces.push(yaml.slice(position, entry.start), verdict.kind === 'write' ? verdict.lines : lines);
    position = entry.end;
    if (wanted.has(entry.name)) insertAt = pieces.length;
  }
  const present = new Set(parsed.entries.map((entry) => entry.name));
  const added = sides.properties.filter(
    ([name]) => !present.has(name) && (sides.owned.has(name) || !sides.base.has(name)),
  );
  pieces.splice(insertAt, 0, indented(dumpProperties(added), parsed.entries[0]?.indent ?? ''));
  pieces.push(yaml.slice(position));
  const merged = pieces.join('');
  return merged === yaml ||
    isIntact(
      parseFrontMatter(merged, readYaml),
      parsed.entries.filter(({ name }) => !changed.has(name)),
    )
    ? { yaml: merged, conflicts }
    : { yaml, conflicts: ['properties'] };
}

function mergeUndoubled(sides: FrontMatterSides): MergedFrontMatter {
  const { yaml, base, baseValue, owned, properties, readYaml } = sides;
  const wanted = new Map(properties);
  const marksOf = (name: string): readonly string[] | null =>
    owned.has(name)
      ? null
      : [wanted.get(name), baseValue(name)]
          .flatMap((value) => (value === null || value === undefined ? [] : [markOf(value)]))
          .concat(base.get(name) ?? []);
  const single = withoutDoubles(yaml, { readYaml, marksOf });
  const merged = single === yaml ? null : mergeFrontMatter({ ...sides, yaml: single });
  return merged === null || merged.conflicts.includes('properties')
    ? { yaml, conflicts: ['properties'] }
    : merged;
}

/** Whether all that was not to be changed still says what it said. */
function isIntact(merged: ParsedFrontMatter, untouched: readonly Entry[]): boolean {
  if (!merged.ok) return false;
  const marks = new Map(merged.entries.map(({ name, mark }) => [name, mark]));
  return untouched.every(({ name, mark }) => marks.get(name) === mark);
}

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const indented = (yaml: string, indent: string): string =>
  indent === '' ? yaml : yaml.replace(/^(?=.)/gm, indent);

type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'write'; readonly lines: string };

const KEEP: Verdict = { kind: 'keep' };
const CONFLICT: Verdict = { kind: 'conflict' };

interface Judged {
  readonly entry: Entry;
  readonly lines: string;
  readonly sides: FrontMatterSides;
  /** What the service has. */
  readonly value: PropertyValue | undefined;
}

function judge({ entry, lines, sides, value }: Judged): Verdict {
  const base = sides.base.get(entry.name);
  const isOurs =
    sides.owned.has(entry.name) ||
    base === entry.mark ||
    (base !== undefined && isTorn(entry, { base, former: sides.baseValue(entry.name), value }));
  if (value === undefined)
    return !isOurs
      ? KEEP
      : entry.isShared
        ? CONFLICT
        : {
            kind: 'write',
            lines: commentsIn(lines, sides.readYaml)
              .map((comment) => `${entry.indent}${comment}\n`)
              .join(''),
          };
  const mark = markOf(value);
  if (mark === entry.mark || (!isOurs && (base === undefined || base === mark))) return KEEP;
  if (entry.isShared) return CONFLICT;
  return isOurs
    ? { kind: 'write', lines: rewritten({ entry, lines, sides, value }) }
    : mergedList({ entry, lines, sides, value });
}

/** The service's value in the place of its old one. */
function rewritten({
  entry,
  lines,
  sides: { readYaml },
  value,
}: Judged & { readonly value: PropertyValue }): string {
  const comments = commentsIn(lines, readYaml);
  const dumped = indented(dumpProperty(entry.name, value), entry.indent);
  if (comments.length === 0) return dumped;
  const kept =
    Array.isArray(value) && Array.isArray(entry.value)
      ? rewriteList({ lines, name: entry.name, current: entry.value, wanted: value, readYaml })
      : null;
  const end = dumped.indexOf('\n');
  return kept ?? `${dumped.slice(0, end)} ${comments.join(' ')}${dumped.slice(end)}`;
}

/** Both sides changed it: lists whose common ancestor is known can be brought together. */
function mergedList({ entry, lines, sides, value }: Judged): Verdict {
  const base = sides.baseValue(entry.name);
  if (
    base === null ||
    markOf(base) !== sides.base.get(entry.name) ||
    !Array.isArray(base) ||
    !Array.isArray(value) ||
    !Array.isArray(entry.value)
  )
    return CONFLICT;
  const list = rewriteList({
    lines,
    name: entry.name,
    current: entry.value,
    wanted: mergeLists({ base, local: entry.value, remote: value }),
    readYaml: sides.readYaml,
  });
  return list === null ? CONFLICT : { kind: 'write', lines: list };
}
