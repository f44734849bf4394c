import { mergeFrontMatter } from './merge-front-matter';
import { fingerprint } from '../model/hash';
import { markOf } from '../notes/front-matter/front-matter';
import { OWNED_PROPERTIES, trailerOf, type NoteParts, type NoteVersion } from '../notes/note/note';
import type { PropertyValue } from '../notes/template/template';

export interface MergedProperties {
  readonly yaml: string;
  /** Marks for the next merge. */
  readonly base: ReadonlyMap<string, string>;
  readonly frontMatter: string;
  /** Of which nobody was told when the note was last written. */
  readonly conflicts: readonly string[];
}

/** Property by property. `ancestor`: what the last sync is believed to have written; a value of it counts when its mark does. */
export function mergeProperties(
  parts: NoteParts,
  options: {
    readonly version: NoteVersion;
    readonly ancestor: () => NoteVersion | null;
  },
): MergedProperties {
  const { version, ancestor } = options;
  const fresh = trailerOf(version, '').properties;
  const before = parts.trailer?.properties ?? new Map<string, string>();
  const frontMatter = parts.yaml === null ? '' : fingerprint(version.yaml);
  if (parts.yaml !== null && fingerprint(parts.yaml) === parts.trailer?.frontMatter)
    return { yaml: version.yaml, base: fresh, frontMatter, conflicts: [] };
  const merged = mergeFrontMatter({
    yaml: parts.yaml ?? '',
    base: before,
    baseValue: (name) => valueIn(ancestor(), name),
    owned: OWNED_PROPERTIES,
    properties: version.properties,
  });
  const stayed = new Set(merged.conflicts);
  // What stayed the person's keeps its old base, so that it can be undone; but of a list later changes are to arrive.
  const isKept = (name: string): boolean => stayed.has(name) && !Array.isArray(valueIn(version, name));
  const base = new Map(
    [...fresh].map(([name, mark]) => [name, isKept(name) ? (before.get(name) ?? mark) : mark]),
  );
  const isTold = (name: string): boolean => {
    const last =
      [version, ancestor()].find(
        (one) => one !== null && fingerprint(one.yaml) === parts.trailer?.frontMatter,
      ) ?? null;
    const value = valueIn(last, name);
    return value !== null && markOf(value) === markOf(valueIn(version, name));
  };
  return {
    yaml: merged.yaml,
    base,
    frontMatter,
    conflicts: merged.conflicts.filter((name) => !isTold(name)),
  };
}

const valueIn = (version: NoteVersion | null, name: string): PropertyValue | null =>
  version?.properties.find(([one]) => one === name)?.[1] ?? null;
