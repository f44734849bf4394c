import fc from 'fast-check';
import { mergeNote, type MergeResult } from '../../src/merge/merge';
import { composeNote, noteVersion, pathMark, splitNote, type NoteVersion } from '../../src/notes/note/note';
import { aBook, anItem, anItemHighlight } from '../support/builders';
import {
  firstRemote,
  localDeeds,
  performLocal,
  performRemote,
  remoteDeeds,
  WordMint,
  type Editing,
  type LocalDeed,
  type RemoteDeed,
} from './merge-oracle/deeds';
import {
  bodyText,
  BOX,
  copyOf,
  isSame,
  MARK,
  paragraphsText,
  shown,
  titleText,
  type LocalNote,
  type Remote,
  type RemoteNote,
  type Style,
} from './merge-oracle/model';
import { naiveMerge } from './merge-oracle/naive-merge';
import { MERGES } from './merge-oracle/runs';

const PATH = pathMark('Books/Note.md');

function versionOf(remote: RemoteNote, style: Style): NoteVersion {
  const item = anItem({
    book: aBook({ title: titleText(remote.title) }),
    highlights: remote.highlights.map((highlight) =>
      anItemHighlight({
        anchor: `rw${String(highlight.id)}`,
        text: paragraphsText(highlight.paragraphs, 'plain'),
      }),
    ),
  });
  return noteVersion({
    item,
    rendered: {
      properties: [],
      header: titleText(remote.title),
      blocks: remote.highlights.map((highlight) => ({
        anchor: `rw${String(highlight.id)}`,
        text: paragraphsText(shown(highlight), style),
      })),
    },
  });
}

interface History {
  readonly sizes: readonly number[];
  readonly style: Style;
  readonly isBaseKnown: boolean;
  readonly rounds: readonly {
    readonly local: readonly LocalDeed[];
    readonly remote: readonly RemoteDeed[];
  }[];
}

const history: fc.Arbitrary<History> = fc.record({
  sizes: fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
  style: fc.constantFrom<Style>('plain', 'quote'),
  isBaseKnown: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  rounds: fc.array(fc.record({ local: localDeeds, remote: remoteDeeds }), { minLength: 1, maxLength: 2 }),
});

/** The text of a note whose body the person changed, with the trailer that the last sync wrote. */
function edited(text: string, note: LocalNote, style: Style): string {
  const trailer = text.slice(text.lastIndexOf('%% florilegium'));
  const yaml = text.slice(0, text.indexOf('---\n', 4) + 4);
  return `${yaml}${bodyText(note, style)}\n\n${trailer}`;
}

const bodyIn = (text: string): string =>
  splitNote(text)
    .body.replace(/\n{3,}/g, '\n\n')
    .trim();

function play({ sizes, style, isBaseKnown, rounds }: History): void {
  const mint = new WordMint();
  let base = firstRemote(mint, sizes);
  let note: LocalNote = {
    lead: [],
    title: base.title,
    intro: [],
    blocks: base.highlights.map((highlight) => ({
      id: highlight.id,
      paragraphs: shown(highlight),
      tail: [],
    })),
  };
  let baseVersion = versionOf(base, style);
  let text = composeNote(baseVersion, PATH);
  const removed = new Set<number>();
  let serviceOrder = base.highlights.map(({ id }) => id);
  for (const round of rounds) {
    const remote = round.remote.reduce((now, deed) => performRemote(now, deed, mint), base);
    const version = versionOf(remote, style);
    note = change(
      { note, base, remote, isBaseKnown, mayReshape: isBaseKnown || rounds.length === 1, removed, mint },
      round.local,
      style,
    );
    const living = new Set(remote.highlights.map(({ id }) => id));
    const standing = note.blocks.map(({ id }) => id).filter((id) => living.has(id));
    const wasReordered = standing.join() !== serviceOrder.filter((id) => standing.includes(id)).join();
    const expected = naiveMerge({ local: note, base, remote, removed, wasReordered, isBaseKnown, style });
    const believed = baseVersion;
    const merge = (before: string): MergeResult =>
      mergeNote({
        text: before,
        version,
        base: () => (isBaseKnown ? believed : null),
        path: PATH,
        gone: new Set([...remote.gone].map((id) => `rw${String(id)}`)),
        removed: 'keep',
        deletedMark: MARK,
        conflictMark: BOX,
      });
    const before = edited(text, note, style);
    const result = merge(before);
    merges += 1;
    compare({ before, after: bodyIn(result.text), expected: bodyText(expected.note, style) });
    // `expect` costs as much as a merge: it is asked only where there is a difference to show.
    if (sortedText(result.conflicts) !== sortedText(expected.conflicts))
      expect([...result.conflicts].sort()).toEqual([...expected.conflicts].sort());
    if (merge(result.text).text !== result.text)
      throw new Error(`Merging twice is not merging once:\n${result.text}`);
    text = result.text;
    note = expected.note;
    base = remote;
    baseVersion = version;
    serviceOrder = remote.highlights.map(({ id }) => id);
  }
}

let merges = 0;

const sortedText = (values: readonly string[]): string => [...values].sort().join();

function compare({
  before,
  after,
  expected,
}: {
  readonly before: string;
  readonly after: string;
  readonly expected: string;
}): void {
  if (after !== expected) throw new Error(`BEFORE\n${before}\n\nAFTER\n${after}\n\nEXPECTED\n${expected}`);
}

function change(
  given: {
    readonly note: LocalNote;
    readonly base: RemoteNote;
    readonly remote: RemoteNote;
    readonly isBaseKnown: boolean;
    readonly mayReshape: boolean;
    readonly removed: Set<number>;
    readonly mint: WordMint;
  },
  deeds: readonly LocalDeed[],
  style: Style,
): LocalNote {
  const note = copyOf(given.note);
  const was = new Map(given.base.highlights.map((highlight) => [highlight.id, highlight]));
  const will = new Map(given.remote.highlights.map((highlight) => [highlight.id, highlight]));
  const editing: Editing = {
    note,
    removed: given.removed,
    mint: given.mint,
    mayReshape: given.mayReshape,
    base: given.base,
    knownWords: (id) => {
      const words = (highlight: Remote | undefined): readonly string[] =>
        highlight === undefined ? [] : shown(highlight).flat();
      const known = given.isBaseKnown ? null : new Set(words(will.get(id)));
      return new Set(words(was.get(id)).filter((word) => known?.has(word) !== false));
    },
    boxTextOf: (id) => {
      const highlight = was.get(id);
      const block = note.blocks.find((one) => one.id === id);
      if (
        highlight === undefined ||
        block === undefined ||
        !block.tail.some(
          (item) => item.kind === 'box' && item.text === paragraphsText(shown(highlight), style),
        )
      )
        return null;
      return isSame(block.paragraphs, shown(highlight)) ? null : shown(highlight);
    },
  };
  for (const deed of deeds) performLocal(editing, deed);
  return note;
}

jest.setTimeout(900_000);

describe('mergeNote and a naive merge by the same rules', () => {
  afterAll(() => console.log(`${String(merges)} merges tried`));

  it('should come to the same note, and to none other when it merges again (I1, I2, I3, I5)', () => {
    fc.assert(fc.property(history, play), MERGES);
  });
});
