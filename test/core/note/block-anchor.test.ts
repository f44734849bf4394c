import { anchored, withoutAnchor } from '../../../src/core/note/block-anchor';

describe('anchored', () => {
  it.each(['Text.\n\n---', 'Text.\n\n***', 'Text.\n\n___ '])('should leave a rule at the end of a highlight alone in its line: %j', (text) => {
    expect(anchored(text, 'rw1')).toBe(`${text}\n\n^rw1`);
    expect(withoutAnchor(anchored(text, 'rw1'))).toBe(text.trimEnd());
  });

  it.each(['a | b\n--- | ---\n1 | 2', 'a | b\n:-:|--\n1 | 2', 'One.\n\na\n:-\n1', 'a|b\n-|-'])('should be in no cell when a highlight ends in a table without bars at its sides: %j', (text) => {
    expect(anchored(text, 'rw1')).toBe(`${text}\n\n^rw1`);
  });

  it('should stand in the last line when that is text, though a rule is above it', () => {
    expect(anchored('---\n\nText.', 'rw1')).toBe('---\n\nText. ^rw1');
  });
});
