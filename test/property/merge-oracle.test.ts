import fc from 'fast-check';
import { composeNote } from '../../src/notes/note/note';
import {
  firstRemote,
  localEdits,
  performLocal,
  performRemote,
  remoteChanges,
  WordSource,
  type Editing,
  type LocalEdit,
  type RemoteChange,
} from './merge-oracle/changes';
import { bodyIn, merge, MERGES, PATH, versionOf, withBody } from './merge-oracle/engine';
import {
  bodyText,
  copyOf,
  firstNote,
  isSame,
  paragraphsText,
  shown,
  type LocalNote,
  type Remote,
  type RemoteNote,
  type Style,
} from './merge-oracle/model';
import { naiveMerge } from './merge-oracle/naive-merge';

interface History {
  readonly sizes: readonly number[];
  readonly style: Style;
  readonly isBaseKnown: boolean;
  readonly rounds: readonly {
    readonly local: readonly LocalEdit[];
    readonly remote: readonly RemoteChange[];
  }[];
}

const history: fc.Arbitrary<History> = fc.record({
  sizes: fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
  style: fc.constantFrom<Style>('plain', 'quote'),
  isBaseKnown: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  rounds: fc.array(fc.record({ local: localEdits, remote: remoteChanges }), { minLength: 1, maxLength: 2 }),
});

function play({ sizes, style, isBaseKnown, rounds }: History): void {
  const source = new WordSource();
  let base = firstRemote(source, sizes);
  let note = firstNote(base);
  let baseVersion = versionOf(base, style);
  let text = composeNote(baseVersion, PATH);
  const removed = new Set<number>();
  let serviceOrder = base.highlights.map(({ id }) => id);
  for (const round of rounds) {
    const remote = round.remote.reduce((now, change) => performRemote(now, change, source), base);
    const version = versionOf(remote, style);
    note = edited(
      { note, base, remote, isBaseKnown, mayReshape: isBaseKnown || rounds.length === 1, removed, source },
      round.local,
      style,
    );
    const living = new Set(remote.highlights.map(({ id }) => id));
    const standing = note.blocks.map(({ id }) => id).filter((id) => living.has(id));
    const wasReordered = standing.join() !== serviceOrder.filter((id) => standing.includes(id)).join();
    const expected = naiveMerge({ local: note, base, remote, removed, wasReordered, isBaseKnown, style });
    const told = { base: isBaseKnown ? baseVersion : null, gone: remote.gone };
    const before = withBody(text, note, style);
    const result = merge(before, version, told);
    merges += 1;
    const [after, should] = [bodyIn(result.text), bodyText(expected.note, style)];
    if (after !== should) throw new Error(`BEFORE\n${before}\n\nAFTER\n${after}\n\nEXPECTED\n${should}`);
    // `expect` costs as much as a merge: it is asked only where there is a difference to show.
    if (sortedText(result.conflicts) !== sortedText(expected.conflicts))
      expect([...result.conflicts].sort()).toEqual([...expected.conflicts].sort());
    if (merge(result.text, version, told).text !== result.text)
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

function edited(
  given: {
    readonly note: LocalNote;
    readonly base: RemoteNote;
    readonly remote: RemoteNote;
    readonly isBaseKnown: boolean;
    readonly mayReshape: boolean;
    readonly removed: Set<number>;
    readonly source: WordSource;
  },
  edits: readonly LocalEdit[],
  style: Style,
): LocalNote {
  const note = copyOf(given.note);
  const was = new Map(given.base.highlights.map((highlight) => [highlight.id, highlight]));
  const will = new Map(given.remote.highlights.map((highlight) => [highlight.id, highlight]));
  const editing: Editing = {
    ...given,
    note,
    knownWords: (id) => {
      const words = (highlight: Remote | undefined): readonly string[] =>
        highlight === undefined ? [] : shown(highlight).flat();
      const known = given.isBaseKnown ? null : new Set(words(will.get(id)));
      return new Set(words(was.get(id)).filter((word) => known?.has(word) !== false));
    },
    boxTextOf: (id) => {
      const highlight = was.get(id);
      const block = note.blocks.find((one) => one.id === id);
      if (highlight === undefined || block === undefined) return null;
      const theirs = paragraphsText(shown(highlight), style);
      const hasBox = block.tail.some((item) => item.kind === 'box' && item.text === theirs);
      return hasBox && !isSame(block.paragraphs, shown(highlight)) ? shown(highlight) : null;
    },
  };
  for (const edit of edits) performLocal(editing, edit);
  return note;
}

jest.setTimeout(900_000);

describe('mergeNote and a naive merge by the same rules', () => {
  afterAll(() => console.log(`${String(merges)} merges tried`));

  it('should come to the same note, and to none other when it merges again (I1, I2, I3, I5)', () => {
    fc.assert(fc.property(history, play), MERGES);
  });
});
