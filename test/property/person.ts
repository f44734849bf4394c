import fc from 'fast-check';
import type { MemoryVault } from '../support/memory-vault';

/**
 * What a person does to their notes between two syncs, as data. `pick` chooses the note, `place` the part of it. Every word that
 * they write is one of a kind, so that it can be looked for afterwards.
 */
export type PersonDeed = Chosen & (NoteDeed | TextDeed | BlockDeed);

interface Chosen {
  readonly pick: number;
  readonly place: number;
}
interface NoteDeed {
  readonly to: 'note';
  readonly kind: 'delete' | 'rename' | 'move';
}
interface TextDeed {
  readonly to: 'text';
  readonly kind:
    | 'write above'
    | 'write under header'
    | 'write at end'
    | 'add property'
    | 'edit header'
    | 'change line ends'
    | 'space out';
}
interface BlockDeed {
  readonly to: 'block';
  readonly kind: 'edit' | 'write under' | 'split' | 'indent' | 'delete' | 'swap';
}

const deedTo = <To extends string, Kind extends string>(
  to: To,
  kinds: readonly Kind[],
): fc.Arbitrary<Chosen & { readonly to: To; readonly kind: Kind }> =>
  fc.record({ to: fc.constant(to), kind: fc.constantFrom(...kinds), pick: fc.nat(20), place: fc.nat(20) });

export const personDeed: fc.Arbitrary<PersonDeed> = fc.oneof(
  { weight: 3, arbitrary: deedTo('note', ['delete', 'rename', 'move'] as const) },
  {
    weight: 7,
    arbitrary: deedTo('text', [
      'write above',
      'write under header',
      'write at end',
      'add property',
      'edit header',
      'change line ends',
      'space out',
    ] as const),
  },
  {
    weight: 8,
    arbitrary: deedTo('block', [
      'edit',
      'edit',
      'write under',
      'write under',
      'split',
      'indent',
      'delete',
      'swap',
    ] as const),
  },
);

const ANCHOR_LINE = /^\^(r[wd]\w+)$/;
const TRAILER_LINE = /^%% florilegium 1 .*%%$/;

export interface WordPlace {
  readonly kind: 'in' | 'under' | 'elsewhere';
  readonly anchor: string;
}

const ELSEWHERE: WordPlace = { kind: 'elsewhere', anchor: '' };

/** What a person remembers of their own doing, and what must therefore hold from then on. */
export class Person {
  /** Words that must be in the vault, each with its place: in a block, under one, or elsewhere. */
  readonly words = new Map<string, WordPlace>();
  readonly deletedAnchors = new Set<string>();
  readonly deletedNotes = new Set<string>();

  /** `written`: how many words are others'. */
  constructor(
    private readonly vault: MemoryVault,
    private written = 0,
  ) {}

  perform(deed: PersonDeed): void {
    const notes = this.vault.entries();
    const note = notes[deed.pick % Math.max(notes.length, 1)];
    if (note === undefined) return;
    if (deed.to === 'note') return this.performOn(note, deed);
    const [path, text] = note;
    const edited = this.edited(text.replaceAll('\r\n', '\n').split('\n'), deed).join('\n');
    const isWindows = text.includes('\r\n') !== (deed.kind === 'change line ends');
    this.vault.put(path, isWindows ? edited.replaceAll('\n', '\r\n') : edited);
  }

  private performOn([path, text]: readonly [string, string], deed: NoteDeed & Chosen): void {
    switch (deed.kind) {
      case 'delete':
        this.vault.remove(path);
        identitiesIn(text).forEach((identity) => this.deletedNotes.add(identity));
        return this.forgetWordsOf(text);
      case 'rename':
        return this.moveTo([path, text], path.replace(/[^/]*$/, `mine ${String(deed.place)}.md`));
      case 'move':
        return this.moveTo([path, text], `Elsewhere/${path.split('/').at(-1) ?? ''}`);
    }
  }

  private moveTo([path, text]: readonly [string, string], to: string): void {
    if (this.vault.entries().some(([taken]) => taken.toLowerCase() === to.toLowerCase())) return;
    this.vault.remove(path);
    this.vault.put(to, text);
  }

  private edited(lines: string[], deed: Chosen & (TextDeed | BlockDeed)): readonly string[] {
    const anchors = lines.flatMap((line, index) => (ANCHOR_LINE.test(line) ? [index] : []));
    const at = anchors[deed.place % Math.max(anchors.length, 1)];
    if (deed.to === 'text') this.editText(lines, deed, anchors[0]);
    else if (at !== undefined) this.editBlock(lines, deed, at);
    return lines;
  }

  private editText(lines: string[], deed: TextDeed, firstAnchor: number | undefined): void {
    const bodyStart = lines.indexOf('---', 1) + 1;
    switch (deed.kind) {
      case 'write above':
        lines.splice(bodyStart, 0, this.word(ELSEWHERE));
        return;
      case 'write under header': {
        const trailer = lines.findIndex((line) => TRAILER_LINE.test(line));
        lines.splice(
          firstAnchor === undefined ? Math.max(trailer, bodyStart) : firstOfBlock(lines, firstAnchor),
          0,
          this.word(ELSEWHERE),
          '',
        );
        return;
      }
      case 'write at end':
        lines.push(this.word(ELSEWHERE), '');
        return;
      case 'add property':
        lines.splice(1, 0, `mine${String(this.written)}: ${this.word(ELSEWHERE)} # kept`);
        return;
      case 'edit header':
        return this.editLine(
          lines,
          lines.findIndex((line, index) => index >= bodyStart && line.startsWith('# ')),
          ELSEWHERE,
        );
      case 'space out':
        for (let index = lines.length - 1; index > bodyStart; index -= 1)
          if (lines[index] === '') lines.splice(index, 0, '');
        return;
      case 'change line ends':
        return;
    }
  }

  private editBlock(lines: string[], deed: BlockDeed, at: number): void {
    const anchor = ANCHOR_LINE.exec(lines[at] ?? '')?.[1] ?? '';
    const first = firstOfBlock(lines, at);
    switch (deed.kind) {
      case 'write under':
        lines.splice(at + 1, 0, '', this.word({ kind: 'under', anchor }));
        return;
      case 'edit':
        // An anchor with a word behind it is none: that would be to delete the block.
        if (first < at) this.editLine(lines, first, { kind: 'in', anchor });
        return;
      case 'split':
        // Nobody can tell the upper half from what stands under the block before.
        for (const [word, place] of this.words)
          if (place.anchor === anchor && place.kind === 'in') this.words.set(word, ELSEWHERE);
        lines.splice(first + 1, 0, '', this.word(ELSEWHERE), '');
        return;
      case 'indent':
        for (let index = first; index < at; index += 1) lines[index] = `> ${lines[index] ?? ''}`;
        return;
      case 'delete':
        this.forgetWordsOf(lines.splice(first, at - first + 1).join('\n'));
        this.deletedAnchors.add(anchor);
        // What stood under the block now stands under the one before it.
        for (const [word, place] of this.words) if (place.anchor === anchor) this.words.set(word, ELSEWHERE);
        return;
      case 'swap':
        return this.swapWithNext(lines, { first, at });
    }
  }

  private swapWithNext(
    lines: string[],
    { first, at }: { readonly first: number; readonly at: number },
  ): void {
    const next = lines.findIndex((line, index) => index > at && ANCHOR_LINE.test(line));
    if (next < 0) return;
    const start = firstOfBlock(lines, next);
    const moved = lines.splice(start, next - start + 1);
    lines.splice(first, 0, ...moved, '');
    for (const word of this.words.keys()) this.words.set(word, ELSEWHERE);
  }

  /** Puts a word between the words of a line. */
  private editLine(lines: string[], index: number, place: WordPlace): void {
    const line = lines[index];
    if (line === undefined) return;
    const parts = line.split(' ');
    parts.splice(Math.max(1, Math.floor(parts.length / 2)), 0, this.word(place));
    lines[index] = parts.join(' ');
  }

  private word(place: WordPlace): string {
    this.written += 1;
    const word = `mine${String(this.written)}x`;
    this.words.set(word, place);
    return word;
  }

  private forgetWordsOf(text: string): void {
    for (const word of [...this.words.keys()]) if (text.includes(word)) this.words.delete(word);
  }
}

/** The line where the block that ends in this anchor line begins: the first of the quote above it, however far it is spaced out; the anchor line itself where there is none. */
function firstOfBlock(lines: readonly string[], at: number): number {
  let end = at;
  while (lines[end - 1] === '') end -= 1;
  let first = end;
  while (lines[first - 1]?.startsWith('>') === true) first -= 1;
  return first === end ? at : first;
}

/** The ids in a note's properties; of a part's own note, the part. */
export function identitiesIn(text: string): readonly string[] {
  return [...text.matchAll(/^(?:readwise|reader)-(?:id|part): *"?([\w-]+)/gm)].map((match) => match[1] ?? '');
}

/** Every anchor of ours in a text, in order. */
export const anchorsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\^(r[wd]\w+)\r?$/gm)].map((match) => match[1] ?? '');
