import {
  sortBlocks,
  joinParts,
  orderForTrailer,
  insertNewBlocks,
  type PlacedBlock,
} from '../../src/merge/arrange-blocks';

const block = (given: Partial<PlacedBlock> = {}): PlacedBlock => ({
  anchor: 'rw1',
  lines: ['One. ^rw1'],
  tail: [''],
  isOurs: true,
  above: '',
  ...given,
});
describe('joinParts', () => {
  it('should set off what is new by one blank line where it has none', () => {
    expect(joinParts(['Mine.'], [block({ above: null, tail: ['Under.'] })])).toBe(
      'Mine.\n\nOne. ^rw1\n\nUnder.',
    );
  });

  it('should begin with the first line that there is', () => {
    expect(joinParts([], [block()])).toBe('One. ^rw1\n');
  });

  it('should leave a block attached to what the person wrote directly above it', () => {
    expect(joinParts(['Mine.'], [block()])).toBe('Mine.\nOne. ^rw1\n');
    for (const above of ['rw2', null])
      expect(joinParts(['Mine.'], [block({ above })])).toBe('Mine.\n\nOne. ^rw1\n');
  });

  it("should leave what stands under a block of the person's attached, and set it off under one of ours", () => {
    const blocks = (isOurs: boolean) => [
      block({ tail: ['mine'], isOurs }),
      block({ anchor: 'rw2', lines: ['Two. ^rw2'], above: 'rw1' }),
    ];
    expect(joinParts([], blocks(false))).toBe('One. ^rw1\nmine\nTwo. ^rw2\n');
    expect(joinParts([], blocks(true))).toBe('One. ^rw1\n\nmine\nTwo. ^rw2\n');
  });
});

const blocks = (...anchors: readonly string[]) => anchors.map((anchor) => ({ anchor }));
const anchorsOf = (of: readonly { readonly anchor: string }[]): readonly string[] =>
  of.map(({ anchor }) => anchor);

describe('sortBlocks', () => {
  it("should follow the service's new order and leave in its place what the service has no longer", () => {
    expect(
      anchorsOf(
        sortBlocks(blocks('a', 'x', 'b', 'mine', 'c'), {
          base: ['a', 'x', 'deleted', 'b', 'c'],
          next: ['c', 'deleted', 'a', 'b'],
        }),
      ),
    ).toEqual(['c', 'x', 'a', 'mine', 'b']);
  });

  it("should leave the person's order alone when it is another than that last written", () => {
    expect(
      anchorsOf(sortBlocks(blocks('b', 'a', 'c'), { base: ['a', 'b', 'c'], next: ['c', 'a', 'b'] })),
    ).toEqual(['b', 'a', 'c']);
  });
});

describe('insertNewBlocks', () => {
  it('should put each behind the one before it at the service that stands in the note, the first ones at the top', () => {
    expect(
      anchorsOf(
        insertNewBlocks(blocks('x', 'b', 'a'), {
          newBlocks: blocks('n1', 'n2', 'n3', 'n4'),
          order: ['n1', 'a', 'n2', 'n3', 'b', 'gone', 'n4'],
        }),
      ),
    ).toEqual(['n1', 'x', 'b', 'n4', 'a', 'n2', 'n3']);
  });
});

describe('orderForTrailer', () => {
  it("should be the service's order of what stands in the note, and behind it what the service has no longer", () => {
    expect(orderForTrailer(blocks('x', 'a', 'c', 'y'), ['b', 'c', 'a'])).toEqual(['c', 'a', 'x', 'y']);
  });
});
