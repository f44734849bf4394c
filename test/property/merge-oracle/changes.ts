import fc from 'fast-check';
import type { Item, LocalBlock, LocalNote, Paragraph, Remote, RemoteNote } from './model';

/** One change, as data. `pick` chooses the block, `place` the part of it. */
export interface Change<Kind extends string> {
  readonly kind: Kind;
  readonly pick: number;
  readonly place: number;
}

const REMOTE = [
  'insert word',
  'replace word',
  'delete word',
  'add paragraph',
  'move place',
  'change template',
  'delete',
  'add',
  'reorder',
  'retitle',
] as const;
const ON_NOTE = ['write above', 'write under title', 'edit title', 'delete title'] as const;
const ON_BLOCK = [
  'insert word',
  'insert word',
  'replace word',
  'delete word',
  'rewrite',
  'split',
  'join',
  'empty',
  'write under',
  'write under',
  'delete block',
  'move block',
  'take theirs',
  'remove box',
] as const;

const changeOf = <Kind extends string>(kinds: readonly Kind[]): fc.Arbitrary<Change<Kind>> =>
  fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(7), place: fc.nat(15) });

export type RemoteChange = Change<(typeof REMOTE)[number]>;
export const remoteChanges: fc.Arbitrary<readonly RemoteChange[]> = fc.array(changeOf(REMOTE), {
  minLength: 1,
  maxLength: 8,
});

type NoteEdit = Change<(typeof ON_NOTE)[number]>;
type BlockEdit = Change<(typeof ON_BLOCK)[number]>;
export type LocalEdit =
  { readonly on: 'note'; readonly change: NoteEdit } | { readonly on: 'block'; readonly change: BlockEdit };
export const localEdits: fc.Arbitrary<readonly LocalEdit[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ on: fc.constant('note' as const), change: changeOf(ON_NOTE) }) },
    { weight: 14, arbitrary: fc.record({ on: fc.constant('block' as const), change: changeOf(ON_BLOCK) }) },
  ),
  { minLength: 1, maxLength: 8 },
);

/** Makes words that nobody has written yet. */
export class WordSource {
  private count = 0;

  next(who: 's' | 'u'): string {
    this.count += 1;
    return `${who}${String(this.count)}`;
  }

  many(who: 's' | 'u', count: number): Paragraph {
    return Array.from({ length: count }, () => this.next(who));
  }
}

export function firstRemote(source: WordSource, sizes: readonly number[]): RemoteNote {
  return {
    title: [source.many('s', 4), source.many('s', 5)],
    highlights: sizes.map((size, index) => ({
      id: index + 1,
      paragraphs: Array.from({ length: 1 + (size % 2) }, () => source.many('s', 4 + (size % 5))),
      place: source.next('s'),
      label: source.next('s'),
    })),
    gone: new Set(),
  };
}

function spliced<Value>(
  values: readonly Value[],
  start: number,
  count: number,
  ...added: readonly Value[]
): readonly Value[] {
  return [...values.slice(0, start), ...added, ...values.slice(start + count)];
}

const at = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % Math.max(values.length, 1)];

/** Changes one word place of some paragraphs: `change` gets a paragraph and a place in it. */
function inWords(
  paragraphs: readonly Paragraph[],
  place: number,
  change: (words: Paragraph, at: number) => Paragraph,
): readonly Paragraph[] {
  const which = place % Math.max(paragraphs.length, 1);
  return paragraphs
    .map((words, index) => (index === which ? change(words, Math.floor(place / 2) % words.length) : words))
    .filter((words) => words.length > 0);
}

export function performRemote(
  note: RemoteNote,
  { kind, pick, place }: RemoteChange,
  source: WordSource,
): RemoteNote {
  const { highlights } = note;
  const picked = at(highlights, pick);
  const changed = (change: (highlight: Remote) => Remote): RemoteNote => ({
    ...note,
    highlights: highlights.map((one) => (one === picked ? change(one) : one)),
  });
  const words = (change: (words: Paragraph, at: number) => Paragraph): RemoteNote =>
    changed((one) => {
      const paragraphs = inWords(one.paragraphs, place, change);
      return paragraphs.length === 0 ? one : { ...one, paragraphs };
    });
  switch (kind) {
    case 'insert word':
      return words((own, index) => spliced(own, index, 0, source.next('s')));
    case 'replace word':
      return words((own, index) => spliced(own, index, 1, source.next('s')));
    case 'delete word':
      return words((own, index) => spliced(own, index, 1));
    case 'add paragraph':
      return changed((one) => ({ ...one, paragraphs: [...one.paragraphs, source.many('s', 3)] }));
    case 'move place':
      return changed((one) => ({ ...one, place: source.next('s') }));
    case 'change template':
      return changed((one) => ({ ...one, label: source.next('s') }));
    case 'delete':
      return picked === undefined
        ? note
        : {
            ...note,
            highlights: highlights.filter((one) => one !== picked),
            gone: new Set([...note.gone, picked.id]),
          };
    case 'add': {
      const id = 1 + Math.max(0, ...highlights.map((one) => one.id), ...note.gone) + 10;
      return {
        ...note,
        highlights: spliced(highlights, pick % (highlights.length + 1), 0, {
          id,
          paragraphs: [source.many('s', 4)],
          place: source.next('s'),
          label: source.next('s'),
        }),
      };
    }
    case 'reorder': {
      const [first, second] = [pick % Math.max(highlights.length, 1), place % Math.max(highlights.length, 1)];
      return {
        ...note,
        highlights: highlights.map(
          (one, index) =>
            (index === first ? highlights[second] : index === second ? highlights[first] : one) ?? one,
        ),
      };
    }
    case 'retitle':
      return {
        ...note,
        title: inWords(note.title, place, (own, index) => spliced(own, index, pick % 2, source.next('s'))),
      };
  }
}

export interface Editing {
  readonly note: LocalNote;
  readonly removed: Set<number>;
  readonly source: WordSource;
  readonly boxTextOf: (id: number) => readonly Paragraph[] | null;
}

export function performLocal(editing: Editing, local: LocalEdit): void {
  if (local.on === 'note') performOnNote(editing, local.change);
  else {
    const block = at(editing.note.blocks, local.change.pick);
    if (block !== undefined) performOnBlock({ ...editing, block }, local.change);
  }
}

function performOnNote({ note, source }: Editing, { kind, pick, place }: NoteEdit): void {
  switch (kind) {
    case 'write above':
      note.lead.push(writing(source, place));
      return;
    case 'write under title':
      note.intro.push(writing(source, place));
      return;
    case 'edit title':
      note.title = inWords(note.title, place, (own, index) =>
        spliced(own, index, pick % 2, source.next('u')),
      );
      return;
    case 'delete title':
      if (pick < 2) note.title = [];
      return;
  }
}

function writing(source: WordSource, place: number): Item {
  const word = source.next('u');
  return {
    kind: 'mine',
    text: [`## ${word}`, word, `- [ ] ${word}`, `%% ${word} %%`, `\`\`\`\n${word}\n\`\`\``][place % 5] ?? '',
  };
}

interface BlockEditing extends Editing {
  readonly block: LocalBlock;
}

function performOnBlock(editing: BlockEditing, { kind, place }: BlockEdit): void {
  const { note, block, source, removed } = editing;
  const words = (change: (words: Paragraph, at: number) => Paragraph): void => {
    block.paragraphs = inWords(block.paragraphs, place, change);
  };
  switch (kind) {
    case 'insert word':
      return words((own, index) => spliced(own, index, 0, source.next('u')));
    case 'replace word':
      return words((own, index) => spliced(own, index, 1, source.next('u')));
    case 'delete word':
      return words((own, index) => spliced(own, index, 1));
    case 'rewrite':
      block.paragraphs = [source.many('u', 5)];
      return;
    case 'empty':
      block.paragraphs = [];
      return;
    case 'join':
      block.paragraphs = block.paragraphs.length > 1 ? [block.paragraphs.flat()] : block.paragraphs;
      return;
    case 'split': {
      const [first = [], ...rest] = block.paragraphs;
      const middle = first.length >> 1;
      if (middle > 0) block.paragraphs = [first.slice(0, middle), first.slice(middle), ...rest];
      return;
    }
    case 'write under':
      block.tail.splice(place % (block.tail.length + 1), 0, writing(source, place));
      return;
    case 'remove box':
      block.tail = block.tail.filter((item) => item.kind === 'mine');
      return;
    case 'take theirs': {
      const theirs = editing.boxTextOf(block.id);
      if (theirs !== null) block.paragraphs = theirs;
      return;
    }
    case 'delete block': {
      const index = note.blocks.indexOf(block);
      note.blocks.splice(index, 1);
      (note.blocks[index - 1]?.tail ?? note.intro).push(...block.tail.filter((item) => item.kind === 'mine'));
      removed.add(block.id);
      return;
    }
    case 'move block': {
      const index = note.blocks.indexOf(block);
      note.blocks.splice(index, 1);
      note.blocks.splice(place % (note.blocks.length + 1), 0, block);
      return;
    }
  }
}
