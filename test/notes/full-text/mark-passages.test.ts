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
      'an escape',
      'The file a\\_b and \\[more\\] of it.',
      'file a_b and [more] of',
      `The ==file a\\_b and \\[more\\] of== ${link(1)} it.`,
    ],
    ['a letter of two units', 'Now 𝒜 is a set.', 'Now 𝒜', `==Now 𝒜== ${link(1)} is a set.`],
    [
      'a letter with its accent',
      'He ate crepe\u0302 here.',
      'ate crepê',
      `He ==ate crepe\u0302== ${link(1)} here.`,
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

  it.each([
    ['has a format in it', 'A **bold word** here.', 'A bold', `A **bold word** here. ${link(1)}`],
    [
      'is beside a link',
      'See [the page](https://a.b/c) for more.',
      'for more',
      `See [the page](https://a.b/c) for more. ${link(1)}`,
    ],
    [
      'is in a link',
      'See [the long page](https://a.b/c) now.',
      'the long page',
      `See [the long page](https://a.b/c) now. ${link(1)}`,
    ],
    [
      'has code in it',
      'Run `npm install` and wait.',
      'Run npm install',
      `Run \`npm install\` and wait. ${link(1)}`,
    ],
    ['is code', 'Here `let it be` stands.', 'let it be', `Here \`let it be\` stands. ${link(1)}`],
    [
      'is beside a formula',
      'Now $x^2$ is large enough.',
      'is large enough',
      `Now $x^2$ is large enough. ${link(1)}`,
    ],
    [
      'has a footnote mark',
      'They[^1] said so.\n\n[^1]: Who?',
      'They[1] said so.',
      `They[^1] said so. ${link(1)}\n\n[^1]: Who?`,
    ],
    [
      'ends before a line break',
      'One *two* three  \nfour',
      'One two three',
      `One *two* three ${link(1)}  \nfour`,
    ],
    ['is in a task', '- [x] one **two** three', 'one two three', `- ☑ one **two** three ${link(1)}`],
    [
      'goes over several paragraphs',
      'The end of one.\n\n- All of two\n\n> And three begins.',
      'of one.\n\nAll of two\n\nAnd three',
      `The end of one.\n\n- All of two\n\n> And three begins. ${link(1)}`,
    ],
    ['is light markdown', '- one *a*\n\n  two', '1. one **a**\n\n   two', `- one *a*\n\n  two ${link(1)}`],
  ])('should link behind the last line when a passage %s', (_what, text, passage, expected) => {
    expect(marked(text, passage)).toBe(expected);
  });

  it('should mark a heading that a passage is all of', () => {
    expect(marked('## A good title\n\nA good text.', 'A good title')).toBe(
      `## ==A good title== ${link(1)}\n\nA good text.`,
    );
  });

  it('should link before the signs that close a heading', () => {
    expect(marked('## A *good* title #', 'A good title')).toBe(`## A *good* title ${link(1)} #`);
  });

  it('should mark the first and link both when passages overlap or touch', () => {
    expect(marked('One two three four five six.', 'two three four', 'three four five')).toBe(
      `One ==two three four== ${link(1)} five six. ${link(2)}`,
    );
  });

  it('should only link, behind the passage before, when the words stand more than once', () => {
    expect(
      marked('Again and again.\n\nOnce more.\n\nAgain and again.', 'Once more.', 'Again and again.'),
    ).toBe(`Again and again.\n\n==Once more.== ${link(1)}\n\nAgain and again. ${link(2)}`);
    expect(marked('So it goes.\n\nSo it goes.\n\nSo it goes.', 'So it goes', 'So it goes')).toBe(
      `So it goes. ${link(1)}\n\nSo it goes. ${link(2)}\n\nSo it goes.`,
    );
  });

  it.each([
    ['what is not in the text', 'One two three.', 'Four five six.'],
    ['a block of code', '```js\nlet it be\n```', 'let it be'],
    ['in a table', '| let it be | a |\n| --- | --- |\n| b | c |', 'let it be'],
    ['above what may be the border of a table', 'Now let it be.\n|---|---|', 'let it be'],
    ['in a heading above such a border', '## Now | let it be\n:-:|', 'let it be'],
    ['below such a border', '## |\n:-:|\nNow let it be.', 'let it be'],
    ['in a quote above such a border', '> Now let it be.\n> |---|---|', 'let it be'],
    ['a formula', 'Now $let it be$ here.', 'let it be'],
    ['the address of a link', 'See [here](https://let.it/be) now.', 'let it be'],
    ['before signs that open emphasis at a hard break', '!\\[let it be]***\\\nNow.**', 'let it be'],
    ['a number that may begin a list', '[^1]: Here.\n14) words', '14'],
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
