import { writePage } from '../../../src/notes/markdown/write';
import { textBlock } from '../../../src/notes/full-text/text-block';
import { sampleHighlight } from '../../model/sample-item';

const MARKDOWN =
  '# Walking\n\nSo it is said.[^1] And so[^b].\n\n| a[^1] | b |\n| --- | --- |\n| `[^1]` | \\[^1] |\n\n[^1]: Where it is said, see[^b].\n\n[^b]: Elsewhere.';
const blockOf = (documentId: string, passage = ''): string =>
  textBlock({
    documentId,
    title: 'On foot',
    markdown: MARKDOWN,
    highlights: passage === '' ? [] : [sampleHighlight({ text: passage })],
    note: null,
  })?.text ?? '';

describe('the footnotes of a full text', () => {
  it('should have labels that no footnote of the person or of another text has', () => {
    const text = blockOf('01jhcrds00nvt3yxr13ydfhm89');
    expect(text).toContain('So it is said.[^hm89-1] And so[^hm89-b].');
    expect(text).toContain('| a[^hm89-1] | b |');
    expect(text).toContain('[^hm89-1]: Where it is said, see[^hm89-b].\n\n[^hm89-b]: Elsewhere.');
    expect(blockOf('01jhcrds00nvt3yxr13ydfhm8a')).toContain('[^hm8a-1]: Where');
  });

  it('should stay as they are in code and where they are none', () => {
    expect(blockOf('01jhcrds00nvt3yxr13ydfhm89')).toContain('| `[^1]` | \\[^1] |');
  });

  it('should not keep a passage beside them from being linked', () => {
    expect(blockOf('01jhcrds00nvt3yxr13ydfhm89', 'So it is said.1 And so')).toContain(
      'So it is said.[^hm89-1] And so[^hm89-b]. [[#^rw1|↗]]\n',
    );
    expect(blockOf('01jhcrds00nvt3yxr13ydfhm89', 'Elsewhere.')).toContain(
      '[^hm89-b]: ==Elsewhere.== [[#^rw1|↗]]',
    );
  });

  it('should be read as footnotes when a label is as long as one may be', () => {
    const label = 'a'.repeat(32);
    expect(writePage(`x[^${label}]\n\n[^${label}]: Some words.`, { footnotes: 'hm89-', topHeading: 2 })).toBe(
      `x[^hm89-${label}]\n\n[^hm89-${label}]: Some words.`,
    );
  });

  it.each([
    '[Ghini](https://a.b/c), 1551: a letter.',
    '[Ghini](https://a.b/c)',
    "It's plain: they knew.",
    "O'Brien & Co.",
    'Smith (1999: 20) and others.',
  ])('should be read as footnotes when one says %s', (words) => {
    expect(writePage(`Said.[^1]\n\n[^1]: ${words}`)).toBe(`Said.[^1]\n\n[^1]: ${words}`);
  });

  it.each(['javascript:x', 'javascript:\u00a0x', '&#106;avascript:x "y', 'a\\:b (c)'])(
    'should be plain text when a reader that knows none would be led away by one, to %s',
    (words) => {
      expect(writePage(`Said.[^1]\n\n[^1]: ${words}`)).toContain('\n\\[^1\\]: ');
    },
  );
});

describe('the headings of a full text', () => {
  const headingsOf = (note: string | null): readonly string[] =>
    (
      textBlock({
        documentId: '01x',
        title: 'Numbers',
        markdown: '# One\n\n## Two\n\n### Three\n\n###### Six\n\nWords.',
        highlights: [],
        note,
      })?.text ?? ''
    ).match(/^#+ .*$/gm) ?? [];

  it('should stand below the heading that the text has in the note', () => {
    expect(headingsOf(null)).toEqual(['## Full text', '### One', '### Two', '#### Three', '###### Six']);
  });

  it('should stand below the title in a file of its own', () => {
    expect(headingsOf('The note')).toEqual(['## One', '## Two', '### Three', '###### Six']);
  });
});

describe('the title of a full text', () => {
  const textOf = (markdown: string): string =>
    textBlock({ documentId: '01x', title: 'On Walking: a “Tale”', markdown, highlights: [], note: 'x' })
      ?.text ?? '';

  it('should not be repeated when the note has the same', () => {
    expect(textOf('# On *Walking* - a Tale\n\nOne.')).toBe('One.');
    expect(textOf('# On Walking\n\nOne.')).toBe('## On Walking\n\nOne.');
    expect(textOf('One.\n\n# On Walking: a Tale')).toBe('One.\n\n## On Walking: a Tale');
  });
});
