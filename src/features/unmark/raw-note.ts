import { codeRanges, type TextRange } from '../../notes/note/code-ranges';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { mergeFrontMatter } from '../../merge/merge-front-matter';

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

/** Takes our own properties out; a person's comments on their lines stay. Where YAML cannot be read, it goes by the lines alone. */
export function withoutOwnProperties(yaml: string): string {
  const unix = yaml.replace(/\r\n/g, '\n');
  const merged = mergeFrontMatter({
    yaml: unix,
    base: new Map(),
    baseValue: () => null,
    owned: OWNED_PROPERTIES,
    properties: [],
  });
  const changed = merged.conflicts.includes('properties') ? withoutOwnLines(unix) : merged.yaml;
  if (changed === unix) return yaml;
  return yaml.includes('\r\n') ? changed.replace(/\n/g, '\r\n') : changed;
}

/** The lines of a key go up to the next that is neither indented nor a member of a list. */
function withoutOwnLines(yaml: string): string {
  let isOut = false;
  return (yaml.match(/[^\n]*\n|[^\n]+$/g) ?? [])
    .filter((line) => {
      isOut = OWNED_PROPERTIES.has(keyOf(line)) || (isOut && /^(?:[ \t]+\S|-[ \t])/.test(line));
      return !isOut;
    })
    .join('');
}

const keyOf = (line: string): string => /^["']?([\w-]+)["']?[ \t]*:/.exec(line)?.[1] ?? '';

/** Whether one of our properties stands in the front matter, whatever it holds. */
export const hasOwnProperties = (yaml: string): boolean =>
  yaml.split('\n').some((line) => OWNED_PROPERTIES.has(keyOf(line)));

/** Without one of these there is no code: asked first, because to look for it takes long in a large note. */
const MAY_BE_CODE = /`|~~~|^(?: {4}| {0,3}\t)/;

/** Tells whether the end of a line is in code. */
export function codeLines(lines: readonly string[]): (index: number) => boolean {
  const code = lines.some((line) => MAY_BE_CODE.test(line)) ? codeRanges(lines.join('\n')) : [];
  if (code.length === 0) return () => false;
  const ends: number[] = [];
  let at = 0;
  for (const line of lines) {
    ends.push(at + Math.max(0, line.trimEnd().length - 1));
    at += line.length + 1;
  }
  return (index) => isInside(code, ends[index] ?? 0);
}

/** Ranges are in order: by halving. */
function isInside(ranges: readonly TextRange[], place: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.start ?? Infinity) <= place;
}
