import fc from 'fast-check';
import { writePage } from '../../../src/notes/markdown/write';
import { markPassages } from '../../../src/notes/full-text/mark-passages';
import { hostileRuns } from '../../property/runs';
import { readNote, type Part } from '../../support/note-reader/read-note';
import { hostileFullText } from './hostile-full-text';
import { withoutFootnotes } from './without-footnotes';

const marked = (text: string, ...passages: readonly string[]): string =>
  markPassages({
    text: writePage(text),
    passages: passages.map((passage, index) => ({ anchor: `rw${String(index + 1)}`, text: passage })),
    note: '',
  });

const link = (number: number): string => `[[#^rw${String(number)}|↗]]`;

/** The text without what was put into it (a blank before a bracket may have been). */
const unmarked = (text: string): string =>
  text
    .replace(/ \[\[Note#\^rw\d+\\?\|↗\]\]/g, '')
    .replace(/==/g, '')
    .replace(/ (?=[([:{])/g, '');

/** What a reader of markdown makes of a text, marks and links of ours apart. */
function shapeOf(parts: readonly Part[]): string {
  const text = (part: Part): string =>
    part.kind === 'text'
      ? part.content
      : part.kind === 'escape'
        ? part.content
        : part.parts.length > 0 || part.content !== '' || part.detail !== ''
          ? `<${part.kind} ${part.detail} ${part.content} ${part.parts.map(text).join('')}>`
          : `<${part.kind}>`;
  return parts.map(text).join('');
}

/** Any stretch of a text, ends in the middle of words and marks included. */
const stretch = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: text.length }), fc.nat({ max: 60 }))
    .map(([start, length]) => text.slice(start, start + length));

const textWithPassages = hostileFullText().chain((hostile) => {
  const text = writePage(hostile);
  return fc.tuple(fc.constant(text), fc.array(fc.oneof(stretch(text), stretch(hostile)), { maxLength: 5 }));
});

describe('marking passages in a full text', () => {
  it('should mark a passage and link to its block when it stands in the text', () => {
    expect(marked('He went home. It was late, and it rained. He slept.', 'It was late, and it rained.')).toBe(
      `He went home. ==It was late, and it rained.== ${link(1)} He slept.`,
    );
  });

  it('should link into another note when the text stands in a file of its own', () => {
    const text = markPassages({
      text: 'One two three.',
      passages: [{ anchor: 'rd01hw', text: 'one two three' }],
      note: 'Walden',
    });
    expect(text).toBe('==One two three== [[Walden#^rd01hw|↗]].');
  });

  it.each([
    [
      'other quotes and dashes',
      'He said “yes – of course”, and left.',
      '"yes - of course", and left.',
      `He said ==“yes – of course”, and left.== ${link(1)}`,
    ],
    [
      'an ellipsis',
      'Wait… and see what comes.',
      'Wait... and see what comes.',
      `==Wait… and see what comes.== ${link(1)}`,
    ],
    [
      'soft hyphens',
      'An extra\u00adordinary day it was.',
      'An extraordinary day it was.',
      `==An extra\u00adordinary day it was.== ${link(1)}`,
    ],
    ['other blanks', 'Ten\u00a0km to go.', 'Ten  km\nto go.', `==Ten\u00a0km to go.== ${link(1)}`],
    [
      'other letters of the same form',
      'The ﬁrst of ten.',
      'The first of ten.',
      `==The ﬁrst of ten.== ${link(1)}`,
    ],
    [
      'emphasis in a word',
      'It is un*believ*able, really.',
      'is unbelievable',
      `It ==is un*believ*able== ${link(1)}, really.`,
    ],
    ['a whole format', 'A **bold word** here.', 'bold word', `A ==**bold word**== ${link(1)} here.`],
    ['a part of a format', 'A **bold word** here.', 'A bold', `==A **bold word**== ${link(1)} here.`],
    [
      'a link',
      'See [the long page](https://a.b/c) for more.',
      'See the long page for more',
      `==See [the long page](https://a.b/c) for more== ${link(1)}.`,
    ],
    [
      'a part of a link',
      'See [the long page](https://a.b/c) for more.',
      'See the long',
      `==See [the long page](https://a.b/c)== ${link(1)} for more.`,
    ],
    [
      'the mark of a footnote',
      'So it is said.[^1]\n\n[^1]: Where it is said.',
      'So it is said.1',
      `==So it is said.==[^1] ${link(1)}\n\n[^1]: Where it is said.`,
    ],
    [
      'the number of a footnote',
      'So they[^1] said it.\n\n[^1]: Who?',
      'So they[1] said it.',
      `==So they[^1] said it.== ${link(1)}\n\n[^1]: Who?`,
    ],
    [
      'brackets close to a word',
      'An English[source needed] writer[^1] it is.\n\n[^1]: Who?',
      'English[source needed] writer[1] it is',
      `An ==English[source needed] writer[^1] it is== ${link(1)}.\n\n[^1]: Who?`,
    ],
    [
      'emphasis right before it and behind it',
      'まず**太字**。それは本です。*強調*と言う。',
      'それは本です。',
      `まず**太字**。==それは本です。== ${link(1)}*強調*と言う。`,
    ],
    [
      'emphasis that it touches on both sides',
      '彼は**本**を読み*詩*を書く。',
      'を読み',
      `彼は**本**==を読み== ${link(1)}*詩*を書く。`,
    ],
    [
      'an escape',
      'The file a\\_b and \\*more\\* of it.',
      'file a_b and *more* of',
      `The ==file a\\_b and \\*more\\* of== ${link(1)} it.`,
    ],
    [
      'code in it',
      'Run `npm install` and wait.',
      'Run npm install and wait.',
      `==Run \`npm install\` and wait.== ${link(1)}`,
    ],
    [
      'code in it, in its marks',
      'Run `npm install` and wait.',
      'Run `npm install` and wait.',
      `==Run \`npm install\` and wait.== ${link(1)}`,
    ],
    [
      'code at its end',
      'Now run `npm install`.',
      'Now run npm install',
      `==Now run \`npm install\`== ${link(1)}.`,
    ],
    [
      'a part of code',
      'Now run `npm install it` twice.',
      'Now run npm install',
      `==Now run \`npm install it\`== ${link(1)} twice.`,
    ],
    [
      'nothing but code',
      'A text with `let it be` in it.',
      'let it be',
      `A text with ==\`let it be\`== ${link(1)} in it.`,
    ],
    [
      'a word that goes on in code',
      'All of `foo`s are here.',
      'All of foos are',
      `==All of \`foo\`s are== ${link(1)} here.`,
    ],
    [
      'a formula',
      'Now $x^2$ is large enough.',
      'is large enough',
      `Now $x^2$ ==is large enough== ${link(1)}.`,
    ],
    [
      'writing without blanks',
      '人生は短い。芸術は長い。',
      '芸術は長い。',
      `人生は短い。==芸術は長い。== ${link(1)}`,
    ],
    [
      'writing from right to left',
      'قال الرجل كلمة ثم مضى في طريقه.',
      'كلمة ثم مضى',
      `قال الرجل ==كلمة ثم مضى== ${link(1)} في طريقه.`,
    ],
  ])('should mark a passage when it has %s', (_what, text, passage, expected) => {
    expect(marked(text, passage)).toBe(expected);
  });

  it('should mark paragraph by paragraph when a passage goes over several', () => {
    expect(
      marked(
        'The end of one.\n\n- All of two\n\n> And three begins here.',
        'of one.\n\nAll of two\n\nAnd three',
      ),
    ).toBe(`The end ==of one.==\n\n- ==All of two==\n\n> ==And three== ${link(1)} begins here.`);
  });

  it('should leave headings alone when a passage has other text, and mark one that is all of it', () => {
    expect(marked('## A good title\n\nA good text.', 'A good title\nA good text.')).toBe(
      `## A good title\n\n==A good text.== ${link(1)}`,
    );
    expect(marked('## A good title\n\nA good text.', 'A good title')).toBe(
      `## ==A good title== ${link(1)}\n\nA good text.`,
    );
  });

  it('should mark once, with both links, when passages overlap', () => {
    expect(marked('One two three four five six.', 'two three four', 'three four five')).toBe(
      `One ==two three four five== ${link(1)} ${link(2)} six.`,
    );
  });

  it('should take the place behind the passage before when the words stand more than once', () => {
    expect(marked('Again and again. Once more. Again and again.', 'Once more.', 'Again and again.')).toBe(
      `Again and again. ==Once more.== ${link(1)} ==Again and again.== ${link(2)}`,
    );
  });

  it('should mark each of several places when passages have the same words', () => {
    expect(
      marked(
        'So it goes, he said. So it goes, she said. So it goes.',
        'So it goes',
        'So it goes',
        'So it goes',
      ),
    ).toBe(
      `==So it goes== ${link(1)}, he said. ==So it goes== ${link(2)}, she said. ==So it goes== ${link(3)}.`,
    );
    expect(marked('So it goes, he said.', 'So it goes', 'So it goes')).toBe(
      `==So it goes== ${link(1)} ${link(2)}, he said.`,
    );
  });

  it.each([
    ['what is not in the text', 'One two three.', 'Four five six.'],
    ['a block of code', '```js\nlet it be\n```', 'let it be'],
    ['in a table', '| let it be | a |\n| --- | --- |\n| b | c |', 'let it be'],
    ['a formula', 'Now $let it be$ here.', 'let it be'],
    ['the address of a link', 'See [here](https://let.it/be) now.', 'let it be'],
    ['a word that stands more than once', 'The man and the dog.', 'the'],
    ['nothing', 'The man and the dog.', ''],
  ])('should leave the text as it is when the passage is %s', (_what, text, passage) => {
    expect(marked(text, passage)).toBe(writePage(text));
  });

  it('should put in nothing but marks and links, and change nothing of what is read otherwise, whatever the text and the passages', () => {
    fc.assert(
      fc.property(textWithPassages, ([text, passages]) => {
        const result = markPassages({
          text,
          passages: passages.map((passage, index) => ({ anchor: `rw${String(index)}`, text: passage })),
          note: 'Note',
        });
        if (unmarked(result) !== unmarked(text)) throw new Error(`more than marks:\n${text}\n${result}`);
        const before = shapeOf(readNote(withoutFootnotes(text), 'formulas').parts);
        const after = unmarked(shapeOf(readNote(withoutFootnotes(result), 'formulas').parts));
        if (after !== unmarked(before))
          throw new Error(`another shape:\n${before}\n${after}\n---\n${text}\n---\n${result}`);
      }),
      hostileRuns(10),
    );
  });

  it('should find the same in a long text of repeated words as in any other', () => {
    const text = 'again and '.repeat(50_000);
    const passages = Array.from({ length: 300 }, (_none, index) => ({
      anchor: `rw${String(index)}`,
      text: 'again and '.repeat(index + 3),
    }));
    expect(markPassages({ text, passages, note: '' }).split('↗')).toHaveLength(301);
  });
});
