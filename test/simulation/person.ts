import fc from 'fast-check';
import type { MemoryVault } from '../support/memory-vault';

const NOTE_EDITS = ['delete note', 'rename note', 'move note'] as const;
const TEXT_EDITS = [
  'write above',
  'write under header',
  'write at end',
  'own list first',
  'add property',
  'edit header',
  'change line ends',
  'space out',
  'tighten quotes',
] as const;
const BLOCK_EDITS = [
  'edit block',
  'write under block',
  'write behind anchor',
  'split block',
  'indent block',
  'delete block',
  'swap blocks',
] as const;

type NoteKind = (typeof NOTE_EDITS)[number];
type TextKind = (typeof TEXT_EDITS)[number];
type BlockKind = (typeof BLOCK_EDITS)[number];

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  kinds.some((each) => each === kind);

/**
 * What a person does to their notes between two syncs, as data. `pick` chooses the note, `place` the part of
 * it. Every word that they write is one of a kind, so that it can be looked for afterwards.
 */
export interface Edit {
  readonly kind: NoteKind | TextKind | BlockKind;
  readonly pick: number;
  readonly place: number;
}

const editOf = (...kinds: readonly Edit['kind'][]): fc.Arbitrary<Edit> =>
  fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(20), place: fc.nat(20) });

const OFTEN = ['edit block', 'write under block'] as const;

export const edit = editOf(...NOTE_EDITS, ...TEXT_EDITS, ...BLOCK_EDITS, ...OFTEN);

/** Every note keeps its place and its name. */
export const editInPlace = editOf(...TEXT_EDITS, ...BLOCK_EDITS, ...OFTEN);

/** Their words may stand behind it until the next sync of the note. */
const ANCHOR_LINE = /^\^(r[wd]\w+)(?: .*)?$/;
const TRAILER_LINE = /^%% florilegium 1 .*%%$/;

interface WordPlace {
  readonly kind: 'in' | 'under' | 'elsewhere';
  readonly anchor: string;
}

const ELSEWHERE: WordPlace = { kind: 'elsewhere', anchor: '' };

/** What a person remembers of their own doing, and what must therefore hold from then on. */
export class Person {
  /** Words that must be in the vault, each with its place: in a block, under one, or elsewhere. */
  readonly words = new Map<string, WordPlace>();
  /**
   * Blocks that they deleted, with the ids of the note: a highlight that moves to another book may stand in
   * that one's note.
   */
  readonly deletedAnchors = new Map<string, readonly string[]>();
  /** The ids that each deleted note had. */
  readonly deletedNotes: (readonly string[])[] = [];

  /** @param written how many words are others' */
  constructor(
    private readonly vault: MemoryVault,
    private written = 0,
  ) {}

  /** A word that nobody wrote before. */
  newWord(place: WordPlace = ELSEWHERE): string {
    this.written += 1;
    const word = `mine${String(this.written)}x`;
    this.words.set(word, place);
    return word;
  }

  perform({ kind, pick, place }: Edit): void {
    const notes = this.vault.entries();
    const note = notes[pick % Math.max(notes.length, 1)];
    if (note === undefined) return;
    if (isOneOf(NOTE_EDITS, kind)) return this.editNote(note, kind, place);
    const [path, text] = note;
    const lines = text.replaceAll('\r\n', '\n').split('\n');
    const anchors = lines.flatMap((line, index) => (ANCHOR_LINE.test(line) ? [index] : []));
    const at = anchors[place % Math.max(anchors.length, 1)];
    if (isOneOf(TEXT_EDITS, kind)) this.editText(lines, kind, anchors[0]);
    else if (at !== undefined) this.editBlock(lines, kind, at);
    const edited = lines.join('\n');
    const isWindows = text.includes('\r\n') !== (kind === 'change line ends');
    this.vault.put(path, isWindows ? edited.replaceAll('\n', '\r\n') : edited);
  }

  private editNote(note: readonly [string, string], kind: NoteKind, place: number): void {
    const [path, text] = note;
    switch (kind) {
      case 'delete note':
        this.vault.remove(path);
        if (identitiesIn(text).length > 0) this.deletedNotes.push(identitiesIn(text));
        return this.forgetWordsOf(text);
      case 'rename note':
        return this.moveTo(note, path.replace(/[^/]*$/, `mine ${String(place)}.md`));
      case 'move note':
        return this.moveTo(note, `Elsewhere/${path.split('/').at(-1) ?? ''}`);
    }
  }

  private moveTo([path, text]: readonly [string, string], to: string): void {
    if (this.vault.entries().some(([taken]) => taken.toLowerCase() === to.toLowerCase())) return;
    this.vault.remove(path);
    this.vault.put(to, text);
  }

  private editText(lines: string[], kind: TextKind, firstAnchor: number | undefined): void {
    const bodyStart = lines.indexOf('---', 1) + 1;
    switch (kind) {
      case 'write above':
        lines.splice(bodyStart, 0, this.newWord());
        return;
      case 'write under header': {
        const trailer = lines.findIndex((line) => TRAILER_LINE.test(line));
        const end =
          firstAnchor === undefined ? Math.max(trailer, bodyStart) : firstOfBlock(lines, firstAnchor);
        lines.splice(end, 0, this.newWord(), '');
        return;
      }
      case 'write at end':
        lines.push(this.newWord(), '');
        return;
      case 'own list first': {
        const list = lines.findIndex((line, index) => index >= bodyStart && line.startsWith('- '));
        if (list >= 0) lines.splice(list, 0, `- ${this.newWord()}`);
        return;
      }
      case 'add property':
        lines.splice(1, 0, `mine${String(this.written)}: ${this.newWord()} # kept`);
        return;
      case 'edit header': {
        const title = lines.findIndex(
          (line, index) => index >= bodyStart && /^# |^[^>\s].*\]\(https:/.test(line),
        );
        return this.editLine(lines, title, ELSEWHERE);
      }
      case 'space out':
        for (let index = lines.length - 1; index > bodyStart; index -= 1)
          if (lines[index] === '') lines.splice(index, 0, '');
        return;
      case 'tighten quotes':
        for (const [index, line] of lines.entries()) lines[index] = line.replace(/^> /, '>');
        return;
      case 'change line ends':
        return;
    }
  }

  private editBlock(lines: string[], kind: BlockKind, at: number): void {
    const anchor = ANCHOR_LINE.exec(lines[at] ?? '')?.[1] ?? '';
    const first = firstOfBlock(lines, at);
    switch (kind) {
      case 'write under block':
        lines.splice(at + 1, 0, '', this.newWord({ kind: 'under', anchor }));
        return;
      case 'write behind anchor':
        lines[at] = `${lines[at] ?? ''} ${this.newWord({ kind: 'under', anchor })}`;
        return;
      case 'edit block':
        if (first < at) this.editLine(lines, first, { kind: 'in', anchor });
        return;
      case 'split block':
        // Nobody can tell the upper half from what stands under the block before.
        for (const [word, place] of this.words)
          if (place.anchor === anchor && place.kind === 'in') this.words.set(word, ELSEWHERE);
        lines.splice(first + 1, 0, '', this.newWord(), '');
        return;
      case 'indent block':
        for (let index = first; index < at; index += 1) lines[index] = `> ${lines[index] ?? ''}`;
        return;
      case 'delete block':
        this.forgetWordsOf(lines.splice(first, at - first + 1).join('\n'));
        this.deletedAnchors.set(anchor, identitiesIn(lines.join('\n')));
        // What stood under the block now stands under the one before it.
        for (const [word, place] of this.words) if (place.anchor === anchor) this.words.set(word, ELSEWHERE);
        return;
      case 'swap blocks': {
        const next = lines.findIndex((line, index) => index > at && ANCHOR_LINE.test(line));
        if (next < 0) return;
        const start = firstOfBlock(lines, next);
        lines.splice(first, 0, ...lines.splice(start, next - start + 1), '');
        for (const word of this.words.keys()) this.words.set(word, ELSEWHERE);
      }
    }
  }

  /** Puts a word between the words of a line. */
  private editLine(lines: string[], index: number, place: WordPlace): void {
    const line = lines[index];
    if (line === undefined) return;
    const parts = line.split(' ');
    parts.splice(Math.max(1, Math.floor(parts.length / 2)), 0, this.newWord(place));
    lines[index] = parts.join(' ');
  }

  private forgetWordsOf(text: string): void {
    for (const word of [...this.words.keys()]) if (text.includes(word)) this.words.delete(word);
  }
}

/**
 * The line where the block that ends in this anchor line begins: the first of the quote above it, however far
 * it is spaced out; the anchor line itself where there is none.
 */
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
  [...text.matchAll(/^\^(r[wd]\w+)(?: [^\n]*)?\r?$/gm)].map((match) => match[1] ?? '');
