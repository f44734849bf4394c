import { compareText } from '../../model/record';

/**
 * The trailer: one hidden comment at the end of a note that carries the base of the next merge.
 *
 *     %% florilegium 1 n=… f=… p=… k:title=… h=3.….….… rw512001=4.….….… rd01hw3=2.….….… -rw512002 +rw512003 %%
 *
 * `n` fingerprint of the note as it was rendered, without the trailer · `f` of its path · `p` of its front matter ·
 * `k:<name>` mark of a property · `h` the header · one entry for each block in the service's order, each
 * `<filled lines>.<mark of the first line>.<fingerprint of the text>.<fingerprint of the highlight>` · `-anchor` a block that the person deleted ·
 * `+anchor` a block that was deleted at the service and given to the person because it holds their words.
 *
 * `find-trailer.ts` finds it in a note, whatever became of it.
 */
export interface Trailer {
  readonly note: string;
  readonly path: string;
  readonly frontMatter: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly header: BlockBase | null;
  /** By anchor, in the order of the base. */
  readonly blocks: ReadonlyMap<string, BlockBase>;
  readonly removed: ReadonlySet<string>;
  readonly released: ReadonlySet<string>;
}

/** What the last sync wrote for a block. */
export interface BlockBase {
  /** Lines that are not blank: where a block that nobody changed begins, counted up from its anchor. */
  readonly lines: number;
  /** Mark of the first filled line: where a block that somebody changed most likely begins. */
  readonly first: string;
  /** Fingerprint of the normalised text. */
  readonly text: string;
  /** Fingerprint of the record it was rendered from: tells a new template from a new text. */
  readonly source: string;
}

export function writeTrailer(trailer: Trailer): string {
  const words = [
    `n=${trailer.note}`,
    `f=${trailer.path}`,
    `p=${trailer.frontMatter}`,
    ...[...trailer.properties].map(([name, mark]) => `k:${encodeName(name)}=${mark}`),
    ...(trailer.header === null ? [] : [`h=${writeBase(trailer.header)}`]),
    ...[...trailer.blocks].map(([anchor, base]) => `${anchor}=${writeBase(base)}`),
    ...[...trailer.removed].sort(compareText).map((anchor) => `-${anchor}`),
    ...[...trailer.released].sort(compareText).map((anchor) => `+${anchor}`),
  ];
  return `%% florilegium 1 ${words.join(' ')} %%`;
}

/** From its words. Those that cannot be read are left out (their blocks then count as the person's). */
export function readTrailer(words: readonly string[]): Trailer {
  const fields = new Map<string, string>();
  const properties = new Map<string, string>();
  const blocks = new Map<string, BlockBase>();
  const removed = new Set<string>();
  const released = new Set<string>();
  for (const word of words) {
    const [name = '', value] = splitOnce(word, '=');
    if (value === undefined) {
      if (word.startsWith('-')) removed.add(word.slice(1));
      else if (word.startsWith('+')) released.add(word.slice(1));
    } else if (name.startsWith('k:')) properties.set(decodeName(name.slice(2)), value);
    else if (/^r[wd]/.test(name)) {
      const base = readBase(value);
      if (base !== null) blocks.set(name, base);
    } else fields.set(name, value);
  }
  return {
    note: fields.get('n') ?? '',
    path: fields.get('f') ?? '',
    frontMatter: fields.get('p') ?? '',
    properties,
    header: readBase(fields.get('h') ?? ''),
    blocks,
    removed,
    released,
  };
}

const writeBase = (base: BlockBase): string => `${base.lines}.${base.first}.${base.text}.${base.source}`;

function readBase(value: string): BlockBase | null {
  const match = /^(\d+)\.([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)$/.exec(value);
  return match === null
    ? null
    : { lines: Number(match[1]), first: match[2] ?? '', text: match[3] ?? '', source: match[4] ?? '' };
}

function splitOnce(word: string, separator: string): readonly [string, string?] {
  const index = word.indexOf(separator);
  return index < 0 ? [word] : [word.slice(0, index), word.slice(index + 1)];
}

/** Names of properties are free text: everything that has a meaning in the trailer is written as %xx. */
const encodeName = (name: string): string => encodeURIComponent(name);

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // Somebody damaged the trailer by hand: an unknown name matches no property, so the person's value stays.
    if (error instanceof URIError) return name;
    throw error;
  }
}

/**
 * The base of a block that was taken over from another plugin's note. It stands as that plugin wrote it, and is left so as long as
 * the service does not change what it says: a mark of its record that is one character longer than any other says that.
 */
export const adoptedBase = (base: BlockBase): BlockBase => ({ ...base, source: `a${base.source}` });

/** Whether a block stands in another plugin's style, and the service says what it said then. */
export const standsAsAdopted = (base: BlockBase, next: BlockBase): boolean =>
  base.source === `a${next.source}`;
