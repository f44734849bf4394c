import { OWNED_PROPERTIES } from '../note/note';
import { mergeFrontMatter } from '../properties/merge-front-matter';
import type { Properties } from '../properties/front-matter';

/** A note cut so that what is not changed stays byte for byte. */
export interface RawNote {
  /** With the mark of the byte order, if there is one. Empty where the note has no front matter. */
  readonly opening: string;
  /** With its last line end. */
  readonly yaml: string;
  readonly closing: string;
  /** Cut at `\n`: each may end in `\r`. */
  readonly lines: readonly string[];
}

const FRONT_MATTER = /^(\ufeff?---[ \t]*\r?\n)((?:[\s\S]*?\r?\n)??)(---[ \t]*(?:\r?\n|$))/;

export function cutRaw(text: string): RawNote {
  const [whole = '', opening = '', yaml = '', closing = ''] = FRONT_MATTER.exec(text) ?? [];
  return { opening, yaml, closing, lines: text.slice(whole.length).split('\n') };
}

export const joinRaw = ({ opening, yaml, closing, lines }: RawNote): string =>
  opening + yaml + closing + lines.join('\n');

/** The line end that a note has. */
export const lineEndOf = ({ opening, lines }: RawNote): string =>
  opening.endsWith('\r\n') || (opening === '' && lines[0]?.endsWith('\r') === true) ? '\r\n' : '\n';

export interface PropertyChange {
  /** Properties that go, or get the value that `properties` has for them. */
  readonly names: ReadonlySet<string>;
  readonly properties: Properties;
}

/** Takes properties out, or sets them; a person's comments on their lines stay. Where YAML cannot be read, it goes by the lines alone. */
export function changeProperties(yaml: string, { names, properties }: PropertyChange): string {
  const unix = yaml.replace(/\r\n/g, '\n');
  const merged = mergeFrontMatter({
    yaml: unix,
    base: new Map(),
    baseValue: () => null,
    owned: names,
    properties,
  });
  const changed =
    merged.conflicts.includes('properties') && properties.length === 0
      ? withoutLines(unix, names)
      : merged.yaml;
  if (changed === unix) return yaml;
  return yaml.includes('\r\n') ? changed.replace(/\n/g, '\r\n') : changed;
}

/** The lines of a key go up to the next that is neither indented nor a member of a list. */
function withoutLines(yaml: string, names: ReadonlySet<string>): string {
  let isOut = false;
  return (yaml.match(/[^\n]*\n|[^\n]+$/g) ?? [])
    .filter((line) => {
      isOut = names.has(keyOf(line)) || (isOut && /^(?:[ \t]+\S|-[ \t])/.test(line));
      return !isOut;
    })
    .join('');
}

const keyOf = (line: string): string => /^["']?([\w-]+)["']?[ \t]*:/.exec(line)?.[1] ?? '';

/** Names of our properties that stand in the front matter, whatever they hold. */
export const ownedIn = (yaml: string): readonly string[] =>
  yaml.split('\n').flatMap((line) => (OWNED_PROPERTIES.has(keyOf(line)) ? [keyOf(line)] : []));
