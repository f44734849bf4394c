import { inOrder, rememberedOrder, withArrivals } from '../../../src/core/merge/merge-order';

const blocks = (...anchors: readonly string[]) => anchors.map((anchor) => ({ anchor }));
const anchorsOf = (of: readonly { readonly anchor: string }[]): readonly string[] =>
  of.map(({ anchor }) => anchor);

describe('inOrder', () => {
  it("should follow the service's new order and leave in its place what the service has no longer", () => {
    expect(
      anchorsOf(
        inOrder(blocks('a', 'x', 'b', 'mine', 'c'), {
          base: ['a', 'x', 'deleted', 'b', 'c'],
          next: ['c', 'deleted', 'a', 'b'],
        }),
      ),
    ).toEqual(['c', 'x', 'a', 'mine', 'b']);
  });

  it("should leave the person's order alone when it is another than that last written", () => {
    expect(
      anchorsOf(inOrder(blocks('b', 'a', 'c'), { base: ['a', 'b', 'c'], next: ['c', 'a', 'b'] })),
    ).toEqual(['b', 'a', 'c']);
  });
});

describe('withArrivals', () => {
  it('should put each behind the one before it at the service that stands in the note, the first ones at the top', () => {
    expect(
      anchorsOf(
        withArrivals(blocks('x', 'b', 'a'), {
          arrivals: blocks('n1', 'n2', 'n3', 'n4'),
          order: ['n1', 'a', 'n2', 'n3', 'b', 'gone', 'n4'],
        }),
      ),
    ).toEqual(['n1', 'x', 'b', 'n4', 'a', 'n2', 'n3']);
  });
});

describe('rememberedOrder', () => {
  it("should be the service's order of what stands in the note, and behind it what the service has no longer", () => {
    expect(rememberedOrder(blocks('x', 'a', 'c', 'y'), ['b', 'c', 'a'])).toEqual(['c', 'a', 'x', 'y']);
  });
});
