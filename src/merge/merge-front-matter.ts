import { isMap, isNode, isSeq, parseDocument, Scalar } from 'yaml';
import { fingerprint } from '../model/hash';
import { UNREADABLE_PROPERTIES } from '../model/report';
import {
  commentsIn,
  dumpProperties,
  dumpProperty,
  dumpScalar,
  markOf,
  parseFrontMatter,
  type Entry,
  type ParsedFrontMatter,
  type Properties,
  type PropertyValue,
} from '../notes/front-matter/front-matter';
import type { ShownProperty } from './property-box';
import { OWNED_PROPERTIES, trailerOf, type NoteParts, type NoteVersion } from '../notes/note/note';

export interface FrontMatterSides {
  readonly yaml: string;
  /** Marks of what the last sync wrote. */
  readonly base: ReadonlyMap<string, string>;
  /** The user deleted the trailer, so that there are no marks. */
  readonly isBaseLost?: boolean;
  /** Only templates or settings changed, so that what the user changed stays. */
  readonly isOnlyTemplate?: boolean | undefined;
  /** What the last sync probably wrote; used only if its mark is in `base`. */
  readonly baseValue: (name: string) => PropertyValue | null;
  /** Properties that always take our value: identity and status. */
  readonly owned: ReadonlySet<string>;
  readonly properties: Properties;
}

export interface MergedFrontMatter {
  readonly yaml: string;
  /**
   * Properties that both sides changed, or that differ without a base; the user's value stays. `UNREADABLE_PROPERTIES` if
   * the YAML is unreadable.
   */
  readonly conflicts: readonly string[];
  /** Properties that the user had before the service had a value for them; the user's value stays. */
  readonly kept?: readonly string[];
}

/**
 * Merges property by property: untouched ones take the service's value, lists changed on both sides are
 * merged, or joined where the text of the base is not known; anything else that the user changed, added or
 * removed stays. Only changed properties are rewritten, and their comments stay. Unreadable YAML is left alone.
 * The person's order stays: new properties follow those that the template declared, ids and status come last.
 */
export function mergeFrontMatter(sides: FrontMatterSides): MergedFrontMatter {
  const { yaml } = sides;
  const unreadable = { yaml, conflicts: [UNREADABLE_PROPERTIES] };
  const parsed = parseFrontMatter(yaml);
  if (!parsed.ok) {
    const single = withoutDoubles(yaml, (name) => knownMarks(sides, name));
    return single === yaml || !parseFrontMatter(single).ok
      ? unreadable
      : mergeFrontMatter({ ...sides, yaml: single });
  }
  const wanted = new Map(sides.properties);
  const conflicts: string[] = [];
  const kept: string[] = [];
  const changed = new Set<string>();
  const pieces: string[] = [];
  let position = 0;
  let declaredEnd = 0;
  let identityEnd: number | null = null;
  for (const entry of parsed.entries) {
    const lines = withLineEnd(yaml.slice(entry.start, entry.end));
    const decided = decide(entry, lines, sides, wanted.get(entry.name));
    if (decided === 'conflict') conflicts.push(entry.name);
    if (decided === 'keep and tell') kept.push(entry.name);
    const isWritten = typeof decided === 'object';
    if (isWritten) changed.add(entry.name);
    pieces.push(yaml.slice(position, entry.start), isWritten ? decided.lines : lines);
    position = entry.end;
    if (OWNED_PROPERTIES.has(entry.name)) identityEnd = pieces.length;
    else if (wanted.has(entry.name)) declaredEnd = pieces.length;
  }
  const present = new Set(parsed.entries.map((entry) => entry.name));
  const added = sides.properties.filter(
    ([name]) => !present.has(name) && (sides.owned.has(name) || !sides.base.has(name)),
  );
  const addedLines = (isIdentity: boolean): string => {
    const properties = added.filter(([name]) => OWNED_PROPERTIES.has(name) === isIdentity);
    return indented(dumpProperties(properties), parsed.entries[0]?.indent ?? '');
  };
  // The later place first, so that the other stays where it is; at the same place, identity comes last.
  const places = [
    { at: identityEnd ?? pieces.length, lines: addedLines(true) },
    { at: declaredEnd, lines: addedLines(false) },
  ].sort((left, right) => right.at - left.at);
  for (const { at, lines } of places) pieces.splice(at, 0, lines);
  pieces.push(yaml.slice(position));
  const merged = pieces.join('');
  const untouched = parsed.entries.filter(({ name }) => !changed.has(name));
  if (merged !== yaml && !keepsValues(parseFrontMatter(merged), untouched)) return unreadable;
  return { yaml: merged, conflicts, ...(kept.length > 0 ? { kept } : {}) };
}

/** Whether all properties that should not change kept their values. */
function keepsValues(merged: ParsedFrontMatter, untouched: readonly Entry[]): boolean {
  if (!merged.ok) return false;
  const marks = new Map(merged.entries.map(({ name, mark }) => [name, mark]));
  return untouched.every(({ name, mark }) => marks.get(name) === mark);
}

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const indented = (yaml: string, indent: string): string =>
  indent === '' ? yaml : yaml.replace(/^(?=.)/gm, indent);

/** Decides one property. `value` is the service's. */
function decide(
  entry: Entry,
  lines: string,
  sides: FrontMatterSides,
  value: PropertyValue | undefined,
): 'keep' | 'keep and tell' | 'conflict' | { readonly lines: string } {
  const base = sides.base.get(entry.name);
  const isOurs = sides.owned.has(entry.name) || base === entry.mark || isLedElsewhere(entry, sides);
  if (value === undefined) return isOurs ? { lines: commentLines(commentsIn(lines), entry) } : 'keep';
  // It was declared empty, so it is the person's from the start.
  if (value === null) return 'keep';
  const mark = markOf(value);
  if (mark === entry.mark) return 'keep';
  if (!isOurs && base === undefined) {
    const joined = joinedLines(entry, lines, value);
    if (joined !== null) return { lines: joined };
    return sides.isBaseLost === true ? 'conflict' : 'keep and tell';
  }
  if (!isOurs && (base === mark || sides.isOnlyTemplate === true)) return 'keep';
  if (isOurs) return { lines: rewritten(entry, lines, value) };
  const baseValue = sides.baseValue(entry.name);
  if (!Array.isArray(entry.value) || !Array.isArray(value)) return 'conflict';
  // Only a base that is a list tells who removed an entry: without one, none is taken out.
  const isBaseList = Array.isArray(baseValue) && markOf(baseValue) === base;
  const list = isBaseList ? mergeLists(baseValue, entry.value, value) : joinLists(entry.value, value);
  const written = rewrittenList(entry, lines, list);
  return written === null ? 'conflict' : { lines: written };
}

/** Whether the vault led a link of ours to where its note is now: then it is what the last sync would write now. */
function isLedElsewhere({ name, value, mark }: Entry, { base, baseValue }: FrontMatterSides): boolean {
  if (!base.has(name) || !JSON.stringify(value).includes('[[')) return false;
  const written = baseValue(name);
  return written !== null && markOf(written) === mark;
}

/** The properties with another value of one of them. */
export const withProperty = (yaml: string, { name, value }: Pick<ShownProperty, 'name' | 'value'>): string =>
  mergeFrontMatter({
    yaml,
    base: new Map(),
    baseValue: () => null,
    owned: new Set([name]),
    properties: [[name, value]],
  }).yaml;

/** A property without a base, as a list with the entries of both sides. Null if one side is no list. */
function joinedLines(entry: Entry, lines: string, value: PropertyValue): string | null {
  if (!Array.isArray(value)) return null;
  const { value: own } = entry;
  if (Array.isArray(own)) return rewrittenList(entry, lines, joinLists(own, value));
  if (own === null) return rewritten(entry, lines, value);
  // A list of one, as people write it. Other texts may be several entries in one.
  const isOneWord = typeof own === 'string' && /^[^\s,]+$/.test(own);
  return isOneWord ? rewritten(entry, lines, joinLists([own], value).map(String)) : null;
}

/** The user's entries, then those of the service that the user does not have in another case. */
function joinLists(local: readonly unknown[], remote: readonly unknown[]): readonly unknown[] {
  const known = new Set(local.map(foldedCase));
  return [...local, ...remote.filter((entry) => !known.has(foldedCase(entry)))];
}

const foldedCase = (entry: unknown): unknown => (typeof entry === 'string' ? entry.toLowerCase() : entry);

const commentLines = (comments: readonly string[], { indent }: Entry): string =>
  comments.map((comment) => `${indent}${comment}\n`).join('');

/** Replaces the old value by the service's. */
function rewritten(entry: Entry, lines: string, value: PropertyValue): string {
  const comments = commentsIn(lines);
  const dumped = indented(dumpProperty(entry.name, value), entry.indent);
  if (comments.length === 0) return dumped;
  const list = Array.isArray(value) ? rewrittenList(entry, lines, value) : null;
  const end = dumped.indexOf('\n');
  return list ?? `${dumped.slice(0, end)} ${comments.join(' ')}${dumped.slice(end)}`;
}

/** Rewrites a list to hold `wanted`. Entries that stay keep notation and comments. Null if it is no list. */
function rewrittenList(entry: Entry, lines: string, wanted: readonly unknown[]): string | null {
  const document = parseDocument(lines, { logLevel: 'error' });
  const list: unknown = isMap(document.contents) ? document.contents.items[0]?.value : null;
  // An entry that refers to another property cannot be read by itself.
  if (!isSeq(list) || !parseFrontMatter(lines).ok) return null;
  const present = list.items.filter(isNode).map((node) => ({ node, mark: markOf(node.toJS(document)) }));
  list.items = wanted.map((value) => {
    const same = present.findIndex(({ mark }) => mark === markOf(value));
    const [taken] = same < 0 ? [] : present.splice(same, 1);
    return taken?.node ?? newScalar(value);
  });
  const written = indented(document.toString({ lineWidth: 0, flowCollectionPadding: false }), entry.indent);
  const read = parseFrontMatter(written);
  if (!read.ok || read.entries[0]?.mark !== markOf(wanted)) return null;
  // Comments on removed entries are the user's.
  const kept = commentsIn(written);
  const lost = commentsIn(lines).filter((comment) => !kept.includes(comment));
  return written + commentLines(lost, entry);
}

function newScalar(value: unknown): Scalar {
  const scalar = new Scalar(value);
  if (typeof value === 'string' && dumpScalar(value).startsWith('"')) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** Merges lists: the user's order without what the service removed, then what the service added. */
function mergeLists(
  base: readonly unknown[],
  local: readonly unknown[],
  remote: readonly unknown[],
): readonly unknown[] {
  const before = new Set(base);
  const now = new Set(remote);
  const mine = new Set(local);
  return [
    ...local.filter((entry) => now.has(entry) || !before.has(entry)),
    ...remote.filter((entry) => !before.has(entry) && !mine.has(entry)),
  ];
}

/** Marks of the property's values at the service, latest first; null if only we may change it. */
function knownMarks(
  { owned, properties, baseValue, base }: FrontMatterSides,
  name: string,
): readonly string[] | null {
  if (owned.has(name)) return null;
  const values = [new Map(properties).get(name) ?? null, baseValue(name)];
  const marks = values.flatMap((value) => (value === null ? [] : [markOf(value)]));
  const last = base.get(name);
  return last === undefined ? marks : [...marks, last];
}

/**
 * Removes repeated keys, which a line-wise file sync leaves and no YAML reader accepts. The service's latest
 * value stays; the user's values and those with comments are never removed.
 */
function withoutDoubles(yaml: string, marksOf: (name: string) => readonly string[] | null): string {
  const parsed = parseFrontMatter(yaml, { doubles: 'allowed' });
  if (!parsed.ok) return yaml;
  const byName = new Map<string, { readonly entry: Entry; readonly rank: number }[]>();
  for (const entry of parsed.entries) {
    const isUsers = commentsIn(yaml.slice(entry.start, entry.end)).length > 0;
    const rank = isUsers ? -1 : (marksOf(entry.name)?.indexOf(entry.mark) ?? 0);
    byName.set(entry.name, [...(byName.get(entry.name) ?? []), { entry, rank }]);
  }
  const removed = [...byName.values()].flatMap((same) => {
    const kept = same.reduce((best, one) => (one.rank < best.rank ? one : best));
    return same.filter((one) => one !== kept && one.rank >= 0).map(({ entry }) => entry);
  });
  return removed
    .sort((left, right) => right.start - left.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), yaml);
}

export interface MergedProperties {
  readonly yaml: string;
  /** Marks for the next merge. */
  readonly base: ReadonlyMap<string, string>;
  readonly frontMatter: string;
  /** Properties whose conflict no callout showed yet. */
  readonly conflicts: readonly string[];
  /** What callouts have to show. */
  readonly shown: readonly Pick<ShownProperty, 'name' | 'value'>[];
  /** As in `MergedFrontMatter`; from now on they have a base, so that this is told once. */
  readonly kept: readonly string[];
}

interface PropertySides {
  readonly parts: NoteParts;
  readonly version: NoteVersion;
  /** What the last sync probably wrote. */
  readonly ancestor: NoteVersion | null;
  readonly isOnlyTemplate?: boolean | undefined;
  /** What callouts in the note show. */
  readonly shown: readonly ShownProperty[];
}

/**
 * Merges the properties of a note. The service's value becomes the base, also of one that conflicts: the callout
 * keeps it until the person chooses.
 */
export function mergeProperties({
  parts,
  version,
  ancestor,
  isOnlyTemplate,
  shown,
}: PropertySides): MergedProperties {
  const before = parts.trailer?.properties ?? new Map<string, string>();
  const base = new Map([...keptBases({ parts, version, shown }), ...trailerOf(version, '').properties]);
  const frontMatter = parts.yaml === null ? '' : fingerprint(version.yaml);
  if (parts.yaml !== null && fingerprint(parts.yaml) === parts.trailer?.frontMatter)
    return { yaml: version.yaml, base, frontMatter, conflicts: [], shown: [], kept: [] };
  const merged = mergeFrontMatter({
    yaml: parts.yaml ?? '',
    base: before,
    isBaseLost: parts.trailer === null,
    isOnlyTemplate,
    baseValue: (name) => valueIn(ancestor, name),
    owned: OWNED_PROPERTIES,
    properties: version.properties,
  });
  const { kept = [] } = merged;
  if (merged.conflicts.length + shown.length === 0)
    return { yaml: merged.yaml, base, frontMatter, conflicts: [], shown, kept };
  const front = parseFrontMatter(merged.yaml);
  // The base stays too, so that the properties catch up once they can be read.
  if (!front.ok)
    return {
      yaml: merged.yaml,
      base: before,
      frontMatter: parts.trailer?.frontMatter ?? '',
      conflicts: merged.conflicts,
      shown,
      kept: [],
    };
  const isShown = (name: string): boolean =>
    shown.some((property) => property.name === name && property.mark === base.get(name));
  const stays = (name: string): boolean =>
    shown.some((property) => property.name === name) &&
    (isOnlyTemplate === true || before.get(name) === base.get(name));
  const marks = new Map(front.entries.map(({ name, mark }) => [name, mark]));
  const isOpen = ([name]: readonly [string, PropertyValue]): boolean =>
    marks.has(name) && marks.get(name) !== base.get(name) && (merged.conflicts.includes(name) || stays(name));
  return {
    yaml: merged.yaml,
    base,
    frontMatter,
    conflicts: merged.conflicts.filter((name) => !isShown(name)),
    shown: version.properties.filter(isOpen).map(([name, value]) => ({ name, value })),
    kept,
  };
}

/** Of properties that the template has no longer, and that stay because the user changed them. An open conflict ends. */
function keptBases({
  parts: { yaml, trailer },
  version,
  shown,
}: Pick<PropertySides, 'parts' | 'version' | 'shown'>): ReadonlyMap<string, string> {
  const left = new Map(trailer?.properties);
  for (const [name] of version.properties) left.delete(name);
  for (const { name } of shown) left.delete(name);
  const front = left.size === 0 ? null : parseFrontMatter(yaml ?? '');
  const marks = new Map(front?.ok === true ? front.entries.map(({ name, mark }) => [name, mark]) : []);
  return new Map([...left].filter(([name, mark]) => marks.has(name) && marks.get(name) !== mark));
}

const valueIn = (version: NoteVersion | null, name: string): PropertyValue | null =>
  version?.properties.find(([one]) => one === name)?.[1] ?? null;
