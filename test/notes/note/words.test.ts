import { bagOf, bagSize, bagWithout, isMadeOf, sharedWords } from '../../../src/notes/note/words';

describe('a bag of words', () => {
  it('should hold how often each word stands in a text, and no marks', () => {
    const bag = bagOf('one two, one. ^rw1');
    expect([...bag]).toEqual([
      ['one', 2],
      ['two', 1],
    ]);
    expect([bagSize(bag), bagSize(new Map())]).toEqual([3, 0]);
  });

  it('should have in common with another what stands in both, as often as in either', () => {
    expect(sharedWords(bagOf('one one two three'), bagOf('one one one two four'))).toBe(3);
    expect(sharedWords(bagOf('one'), bagOf('two'))).toBe(0);
  });

  it('should have left what another does not take out', () => {
    expect([...bagWithout(bagOf('one one two three'), bagOf('one two two four'))]).toEqual([
      ['one', 1],
      ['two', 0],
      ['three', 1],
    ]);
  });

  it('should be made of another when half of its words are of that, or more', () => {
    const words = bagOf('one two three four five');
    expect(
      ['one two', 'one mine', 'one two mine own', 'mine one own', 'mine', ''].map((text) =>
        isMadeOf(bagOf(text), words),
      ),
    ).toEqual([true, true, true, false, false, false]);
  });
});
