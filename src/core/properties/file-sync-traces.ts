import type { PropertyValue } from '../template/template';
import { commentsIn, markOf, type Entry } from './front-matter';
import { yamlEntries, type ReadYaml, type YamlEntry } from './yaml-entries';

export interface Doubled {
  readonly readYaml: ReadYaml;
  /** Marks of what the service's side ever had for a name, the latest first; null for a name that nobody else may change. */
  readonly marksOf: (name: string) => readonly string[] | null;
}

/** YAML in which a key stands once that a file sync, merging texts, let stand twice: of those that are the service's one goes on, if none is a person's. */
export function withoutDoubles(yaml: string, { readYaml, marksOf }: Doubled): string {
  const found = yamlEntries(yaml);
  if (!found.ok) return yaml;
  const rankOf = ({ start, end }: YamlEntry, name: string): number => {
    const lines = yaml.slice(start, end);
    const read = readYaml(lines);
    const marks = marksOf(name);
    if (!read.ok || typeof read.value !== 'object' || commentsIn(lines, readYaml).length > 0) return -1;
    return marks === null ? 0 : marks.indexOf(markOf(Object.values(read.value ?? {})[0]));
  };
  const gone = found.entries.filter((entry) => {
    const same = found.entries.filter(({ key }) => key === entry.key);
    if (entry.key === null || same.length < 2) return false;
    const name = entry.key;
    const rank = rankOf(entry, name);
    return (
      rank >= 0 &&
      same.some(
        (other) =>
          other !== entry &&
          (rankOf(other, name) < rank || (rankOf(other, name) === rank && other.start < entry.start)),
      )
    );
  });
  return gone.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), yaml);
}

/**
 * Whether a property's value is what a merge of texts makes of two devices': one device's number, or day, beside the other's trailer,
 * 140 of 10 and 40, a list in which stands twice what both put there. `base`: the mark that the trailer has; `former`: what this device
 * wrote last; `value`: the service's now.
 */
export function isTorn(
  { mark, value: current }: Entry,
  {
    base,
    former,
    value,
  }: {
    readonly base: string;
    readonly former: PropertyValue | null;
    readonly value: PropertyValue | undefined;
  },
): boolean {
  if (Array.isArray(current)) return [base, markOf(value)].includes(markOf([...new Set<unknown>(current)]));
  const [before, now, after] = [former, current, value].map((one) =>
    typeof one === 'number' || typeof one === 'string' ? String(one) : '',
  );
  if (
    before === undefined ||
    now === undefined ||
    after === undefined ||
    !/^\d+(?:-\d\d-\d\d)?$/.test(before)
  )
    return false;
  const holds = (part: string): boolean =>
    part !== '' && now.length > part.length && new RegExp([...part].join('.*')).test(now);
  // Of nothing but their signs, each as often at most: asked first, for in a long text to look for a day takes for ever.
  const isOfBoth = [...now].every(
    (sign) => now.split(sign).length < before.split(sign).length + after.split(sign).length,
  );
  return (
    markOf(former) === mark ||
    (/^[-\d]+$/.test(after) && before !== after && isOfBoth && holds(before) && holds(after))
  );
}
