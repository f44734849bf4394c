import { anchorAtEnd, anchored, blockAnchors, withoutAnchor } from '../../../src/notes/note/block-anchor';

describe('anchored', () => {
  it.each(['Text.\n\n---', 'Text.\n\n***', 'Text.\n\n___ '])(
    'should leave a rule at the end of a highlight alone in its line: %j',
    (text) => {
      expect(anchored(text, 'rw1')).toBe(`${text}\n\n^rw1`);
      expect(withoutAnchor(anchored(text, 'rw1'))).toBe(text.trimEnd());
    },
  );

  it.each(['a | b\n--- | ---\n1 | 2', 'a | b\n:-:|--\n1 | 2', 'One.\n\na\n:-\n1', 'a|b\n-|-'])(
    'should be in no cell when a highlight ends in a table without bars at its sides: %j',
    (text) => {
      expect(anchored(text, 'rw1')).toBe(`${text}\n\n^rw1`);
    },
  );

  it('should stand in the last line when that is text, though a rule is above it', () => {
    expect(anchored('---\n\nText.', 'rw1')).toBe('---\n\nText. ^rw1');
  });

  it.each([
    '> Quote.',
    '  > Quote.',
    '| a | b |',
    '# Heading',
    '- Item',
    '* Item',
    '+ Item',
    '1. Item',
    '12) Item',
    '- Item\nthat goes on',
    '```\ncode\n```',
    '~~~\ncode\n~~~',
    'A\n\n~~~\ncode\n\ncode\n~~~',
    '$$\nx\n\ny\n$$',
    '$$x$$ ',
    '<div>',
    '![A river](river.png)',
    'Text.\n\n    code',
    'Text.\n\n\tcode',
    'a | b |',
  ])('should stand alone in its line behind what is no plain paragraph: %j', (text) => {
    expect(anchored(text, 'rw1')).toBe(`${text}\n\n^rw1`);
  });

  it.each([
    'Text.',
    'Two\nlines.',
    '> Quote.\n\nText.',
    '- Item\n\n1. Item\n\nText.',
    '-5 degrees',
    '1.5 metres',
    '+1',
    'Text with a # and a > and ![a river](river.png).',
    '*So* it is.',
    '   Text.',
    'a | b',
  ])('should stand behind a plain paragraph: %j', (text) => {
    expect(anchored(text, 'rw1')).toBe(`${text} ^rw1`);
  });

  it('should be all there is of a block without text', () => {
    expect(anchored('', 'rw1')).toBe('^rw1');
    expect(withoutAnchor('^rw1')).toBe('');
  });

  it.each([
    ['Text. ^rw1', 'rw1'],
    ['^rd01hw3-a\t ', 'rd01hw3-a'],
    ['Two\n^rw1', 'rw1'],
    ['>^rw1', 'rw1'],
    ['See ^rw1 and ^rw2', 'rw2'],
    ['Text.^rw1', null],
    ['^rw1 and more', null],
    ['^rw', null],
    ['^rx1', null],
    ['[[Walden#^rw1', null],
  ])('should be found at the end of %j as %j', (text, anchor) => {
    expect(anchorAtEnd(text)).toBe(anchor);
  });

  it('should be taken off alone when the text names it as well', () => {
    expect(withoutAnchor('As I say at ^rw1 here. ^rw1')).toBe('As I say at ^rw1 here.');
    expect(withoutAnchor('No anchor. ')).toBe('No anchor. ');
  });
});

describe('blockAnchors', () => {
  it('should find the blocks that stand in a note, whatever its line ends', () => {
    const note = 'First paragraph. ^rw1\n\nMy words.\n\n> A quote\n\n^rw2\n\nOne line. ^rd3x\n';
    expect([...blockAnchors(note)]).toEqual(['rw1', 'rw2', 'rd3x']);
    expect([...blockAnchors(note.replaceAll('\n', '\r\n'))]).toEqual(['rw1', 'rw2', 'rd3x']);
  });
});
