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
const head = (lead: readonly string[], header: readonly string[], intro: readonly string[]) => ({
  lead,
  header,
  intro,
});

describe('joinParts', () => {
  it('should set the parts of the head off by one blank line when they have none', () => {
    expect(joinParts(head(['Above.'], ['# Title'], ['Under.']), [])).toBe('Above.\n\n# Title\n\nUnder.');
    expect(joinParts(head([], ['# Title'], ['', 'Under.']), [])).toBe('# Title\n\nUnder.');
  });

  it('should begin with the first line that there is', () => {
    expect(joinParts(head([], [], []), [block()])).toBe('One. ^rw1\n');
  });

  it.each([
    ['the person wrote directly above it', head(['', 'Mine.'], ['# Title'], ['', 'Under.'])],
    ['the person changed the header, whose end it stands under', head([], ['# Title', 'Under.'], [])],
  ])('should leave the first block attached when %s', (_case, above) => {
    expect(joinParts(above, [block()])).toContain('Under.\nOne. ^rw1');
  });

  it('should set the first block off when it stood under the header as the service has it, or under another block', () => {
    expect(joinParts(head(['Mine.'], ['# Title'], []), [block()])).toContain('# Title\n\nOne. ^rw1');
    expect(joinParts(head([], ['# Title'], ['Under.']), [block({ above: 'rw2' })])).toContain(
      'Under.\n\nOne. ^rw1',
    );
    expect(joinParts(head([], ['# Title'], ['Under.']), [block({ above: null })])).toContain(
      'Under.\n\nOne. ^rw1',
    );
  });

  it("should leave what stands under a block of the person's attached, and set it off under one of ours", () => {
    const blocks = (isOurs: boolean) => [
      block({ tail: ['mine'], isOurs }),
      block({ anchor: 'rw2', lines: ['Two. ^rw2'], above: 'rw1' }),
    ];
    expect(joinParts(head([], [], []), blocks(false))).toBe('One. ^rw1\nmine\nTwo. ^rw2\n');
    expect(joinParts(head([], [], []), blocks(true))).toBe('One. ^rw1\n\nmine\nTwo. ^rw2\n');
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
