import type { NoteVersion } from '../../src/notes/note/note';
import { bodyOf, highlight, merge, version, written } from './merge-sides';

const ONE = highlight(1, 'First passage, of some words.');
const TWO = highlight(2, 'Second passage, of other words.');
const THREE = highlight(3, '> Third passage.\n>\n> Page 3');
const WROTE = version([ONE, TWO, THREE]);
const CHANGED = version([
  { ...ONE, text: 'First passage, of some new words.' },
  TWO,
  THREE,
  highlight(4, 'Fourth passage.'),
]);
const TEXT = written(WROTE);

/**
 * Merges an edit and checks what holds for all of them: anchors once each, every word of the person's once, a
 * second merge does nothing.
 */
function mergedBody(
  edited: string,
  next: NoteVersion = CHANGED,
  mine: readonly string[] = edited.match(/my\w+/g) ?? [],
): string {
  const { text } = merge(edited, next, { wrote: WROTE });
  for (const word of mine)
    expect([word, text.split(word).length - 1]).toEqual([word, edited.split(word).length - 1]);
  for (const anchor of next.blocks.keys())
    expect([anchor, text.match(new RegExp(`\\^${anchor}$`, 'gm'))?.length ?? 0]).toEqual([anchor, 1]);
  expect(merge(text, next, { wrote: next })).toEqual({ text, conflicts: [] });
  return bodyOf(text);
}

const FOURTH = 'Fourth passage. ^rw4';
const edit = (from: string, to: string): string => {
  if (!TEXT.includes(from)) throw new Error(from);
  return TEXT.replace(from, to);
};

describe('what a person does to a note (I2)', () => {
  it.each([
    ['a heading', '## myheading'],
    ['a callout', '> [!note] mytitle\n> mywords'],
    ['tasks', '- [ ] mytask\n  - [x] mysub'],
    ['links and embeds', '[[mylink]] ![[myembed#^block]] [a](https://my.example)'],
    ['a block id', 'mytext ^mine'],
    ['comments', '%% mycomment %%\n\n<!-- myhidden -->'],
    ['code', '```\nmycode\n```'],
    ['a table', '| myhead |\n| --- |\n| mycell |'],
    ['an indented text', '    myindented'],
  ])('should stay under its block when it is %s', (_case, mine) => {
    const body = mergedBody(edit('some words. ^rw1\n', `some words. ^rw1\n\n${mine}\n`));
    expect(body).toContain(`First passage, of some new words. ^rw1\n\n${mine}\n\nSecond passage`);
  });

  it('should stay where it is when it is written directly above or below a block', () => {
    expect(mergedBody(edit('Second passage', '## myheading\nSecond passage'))).toContain(
      'words. ^rw1\n\n## myheading\nSecond passage, of other words. ^rw2',
    );
    expect(mergedBody(edit('words. ^rw2\n', 'words. ^rw2\nmythought\n'))).toContain(
      'words. ^rw2\n\nmythought\n\n> Third',
    );
    expect(mergedBody(edit('Second passage', 'mytext\nSecond passage'))).toContain(
      'words. ^rw1\n\nmytext\nSecond passage, of other words. ^rw2\n\n> Third',
    );
    expect(mergedBody(edit('> Third passage.', '> [!quote] mytitle\n> Third passage.'))).toContain(
      '> [!quote] mytitle\n> Third passage.\n>\n> Page 3\n\n^rw3',
    );
  });

  it('should keep blocks that were moved into a list or callout in it', () => {
    const body = mergedBody(
      edit(
        'Second passage, of other words. ^rw2',
        '- myfirst\n  Second passage, of other words. ^rw2\n- mylast',
      ),
    );
    expect(body).toContain('- myfirst\n  Second passage, of other words. ^rw2\n- mylast\n\n> Third');
  });

  it('should keep the order of the person through any number of syncs', () => {
    const swapped = TEXT.replace(/(First[^\n]*)\n\n(Second[^\n]*)/, '$2\n\n$1');
    const once = merge(swapped, CHANGED).text;
    expect(bodyOf(once)).toMatch(/Second[^]*First[^]*Third[^]*Fourth/);
    const twice = merge(
      once,
      version([{ ...ONE, text: 'First again.' }, TWO, THREE, highlight(4, 'Fourth passage.')]),
    ).text;
    expect(bodyOf(twice)).toMatch(/Second[^]*First again[^]*Third[^]*Fourth/);
    const back = merge(
      twice,
      version([THREE, { ...ONE, text: 'First again.' }, TWO, highlight(4, 'Fourth passage.')]),
    ).text;
    expect(bodyOf(back)).toMatch(/Second[^]*First again[^]*Third[^]*Fourth/);
  });

  it('should keep all paragraphs of a block that was split', () => {
    expect(mergedBody(edit('passage, of some words', 'passage,\n\nmyword of some\n\nmore words'))).toContain(
      'First passage,\n\nmyword of some',
    );
  });

  it('should move a split block as a whole when the service moves it', () => {
    const split = edit('Second passage, of other words.', 'Second passage,\n\nof other mywords.');
    const moved = version([TWO, ONE, THREE]);
    expect(mergedBody(split, moved)).toContain(
      '# Meditations\n\nSecond passage,\n\nof other mywords. ^rw2\n\nFirst passage',
    );
  });

  it('should leave a note with its block when the block below it is cut and moved', () => {
    const noted = edit(
      'words. ^rw1\n\nSecond passage, of other words.',
      'words. ^rw1\n\nmythought\n\nother words, mine.',
    );
    expect(mergedBody(noted, version([TWO, ONE, THREE]))).toMatch(
      /other words, mine\. \^rw2\n\nFirst passage, of some words\. \^rw1\n\nmythought/,
    );
  });

  it('should count a block as deleted when it was joined to the next one', () => {
    const joined = edit('words. ^rw1\n\nSecond', 'words. Second');
    const { text } = merge(joined, CHANGED, { wrote: WROTE });
    expect(bodyOf(text)).toContain(
      '# Meditations\n\nFirst passage, of some words. Second passage, of other words. ^rw2\n\n> Third',
    );
    expect(text).toContain(' -rw1 ');
  });

  it('should set two blocks apart again when only the blank line between them went', () => {
    expect(mergedBody(edit('words. ^rw1\n\nSecond', 'words. ^rw1\nSecond'))).toContain(
      'some new words. ^rw1\n\nSecond passage, of other words. ^rw2',
    );
  });

  it('should keep text that was moved from block to block', () => {
    const moved = TEXT.replace(', of other words', '').replace(
      'of some words',
      'of some words, of other words',
    );
    const body = mergedBody(moved);
    expect(body).toContain('First passage, of some new words, of other words. ^rw1\n\nSecond passage. ^rw2');
  });

  it.each([
    [
      'a copy was made of it, under a word',
      (text: string) =>
        text.replace('words. ^rw1\n', 'words. ^rw1\n\nmybest:\n\nFirst passage, of some words. ^rw1\n'),
    ],
    [
      'the copy was changed',
      (text: string) =>
        text.replace('# Meditations\n', '# Meditations\n\nmycopy First passage, of some words. ^rw1\n'),
    ],
    [
      'the copy stands in code',
      (text: string) =>
        text.replace('# Meditations\n', '# Meditations\n\n```\nFirst passage, of some words. ^rw1\n```\n'),
    ],
  ])('should update a block once when %s', (_case, copy) => {
    const { text } = merge(copy(TEXT), CHANGED, { wrote: WROTE });
    expect(text.match(/some new words\. \^rw1/g)).toHaveLength(1);
    expect(text.match(/of some words\. \^rw1/g)).toHaveLength(1);
    expect(text.match(/Fourth/g)).toHaveLength(1);
    expect(merge(text, CHANGED, { wrote: CHANGED }).text).toBe(text);
  });

  it('should follow the block in its place, not a copy of it at the top', () => {
    const copied = edit(
      '# Meditations\n',
      '# Meditations\n\nThe best: Second passage\n\nSecond passage, of other words. ^rw2\n',
    );
    const next = version([ONE, { ...TWO, text: 'Second, new.' }, THREE]);
    expect(bodyOf(merge(copied, next).text)).toContain(
      'The best: Second passage\n\nSecond passage, of other words. ^rw2\n\nFirst passage, of some words. ^rw1\n\nSecond, new. ^rw2',
    );
  });

  it('should follow each block in its place, not copies of two in a row at the top', () => {
    const copies = `## Favourites\n\nSecond passage, of other words. ^rw2\n\n> Third passage.\n>\n> Page 3\n\n^rw3\n`;
    const next = version([ONE, TWO, { ...THREE, text: 'Third, new.' }]);
    expect(bodyOf(merge(edit('# Meditations\n', `# Meditations\n\n${copies}`), next).text)).toBe(
      bodyOf(merge(TEXT, next).text).replace('# Meditations\n', `# Meditations\n\n${copies}`),
    );
  });

  it('should know a block that was put into code for its own', () => {
    const { text } = merge(
      edit('First passage, of some words. ^rw1', '```\nFirst passage, of some words. ^rw1'),
      CHANGED,
    );
    expect(text.match(/\^rw1/g)).toHaveLength(1);
    expect(text).not.toContain('-rw1');
  });
});

describe('a note that some program reformatted (I2)', () => {
  const forms: readonly (readonly [string, (text: string) => string])[] = [
    ['Windows line ends', (text) => text.replace(/\n/g, '\r\n')],
    ['old Mac line ends', (text) => text.replace(/\n/g, '\r')],
    ['decomposed letters', (text) => text.normalize('NFD')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['no line end at the end', (text) => text.trimEnd()],
    ['blanks at line ends', (text) => text.replace(/\n/g, '  \n').replaceAll('---  ', '---')],
    ['more blank lines', (text) => text.replace(/\n\n/g, '\n\n\n\n')],
  ];
  const wrote = version([highlight(1, 'Fïrst passage, of sömé words.'), TWO], { title: 'Médïtations' });
  const next = version(
    [highlight(1, 'Fïrst passage, of sömé new words.'), TWO, highlight(4, 'Fourth passage.')],
    { title: 'Médïtations' },
  );

  it.each(forms)('should take %s for no change', (_case, form) => {
    expect(merge(form(written(wrote)), wrote)).toEqual({ text: form(written(wrote)), conflicts: [] });
    expect(merge(form(written(wrote)), next).text).toBe(written(next));
  });

  it.each(forms)(
    'should find the blocks, and merge word by word, where a person wrote and then it got %s',
    (_case, form) => {
      const edited = form(
        written(wrote)
          .replace('rst passage', 'rst wonderful passage')
          .replace('^rw1\n', '^rw1\n\nmythought\n')
          .replace('# M', '# My M'),
      );
      const { text, conflicts } = merge(edited, next, { wrote });
      expect(conflicts).toEqual([]);
      const unix = text
        .replace(/\r\n?/g, '\n')
        .normalize('NFC')
        .replace(/[ ]+\n/g, '\n')
        .replace(/\n{3,}/g, '\n\n');
      expect(bodyOf(unix)).toBe(
        '# My Médïtations\n\nFïrst wonderful passage, of sömé new words. ^rw1\n\nmythought\n\nSecond passage, of other words. ^rw2\n\nFourth passage. ^rw4',
      );
      expect(merge(text, next, { wrote: next }).text).toBe(text);
    },
  );

  it.each(forms)('should not write a note that a person wrote in for %s', (_case, form) => {
    const edited = merge(written(wrote).replace('^rw1\n', '^rw1\n\nmythought\n'), wrote).text;
    expect(merge(form(edited), wrote)).toEqual({ text: form(edited), conflicts: [] });
  });

  it('should give one kind of line end to a note with two', () => {
    const mixed = written(WROTE).replace('^rw1\n', '^rw1\r\n\r\nmythought\n');
    expect(merge(mixed, CHANGED).text).not.toContain('\r');
  });

  it('should keep Windows line ends where a person wrote', () => {
    const { text } = merge(
      written(WROTE).replace('^rw1\n', '^rw1\n\nmythought\n').replace(/\n/g, '\r\n'),
      CHANGED,
    );
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  });

  it("should keep what a linter made of lists and emphasis, and take the service's words", () => {
    const before = version([highlight(1, '* one *thing*\n* two things\n\nAnd **so** on, for a while.'), TWO]);
    const linted = written(before)
      .replace(/^\* /gm, '- ')
      .replace('*thing*', '_thing_')
      .replace('**so**', '__so__');
    const after = version([
      highlight(1, '* one *thing*\n* two things\n\nAnd **so** on, for a long while.'),
      TWO,
    ]);
    expect(bodyOf(merge(linted, after, { wrote: before }).text)).toContain(
      '- one _thing_\n- two things\n\nAnd __so__ on, for a long while. ^rw1',
    );
  });
});

describe('a note whose trailer came to harm (I2)', () => {
  const trailer = /%% florilegium [^\n]*%%\n/.exec(TEXT)?.[0] ?? '';
  const noted = edit('words. ^rw1\n', 'words. ^rw1\n\nmythought\n');

  it.each([
    ['lost', noted.replace(trailer, '')],
    ['cut in half', noted.replace(trailer, trailer.slice(0, trailer.length / 2))],
    ['broken in two lines', noted.replace(trailer, trailer.replace(' h=', '\nh='))],
    ['doubled', `${noted}\n${trailer}`],
    ['in the middle', noted.replace(trailer, '').replace('mythought\n', `mythought\n\n${trailer}`)],
    ['of another note', noted.replace(trailer, trailer.replace(/rw(\d)=/g, 'rw99$1='))],
    ['joined by that of another note', `${noted}\n${trailer.replace(/rw(\d)=/g, 'rw99$1=')}`],
    ['on the line of a text', noted.replace(`\n\n${trailer}`, ` ${trailer}`)],
  ])('should be whole again, with nothing doubled, when it was %s', (_case, harmed) => {
    const body = mergedBody(harmed);
    expect(body).toContain(
      'mythought\n\nSecond passage, of other words. ^rw2\n\n> Third passage.\n>\n> Page 3\n\n^rw3',
    );
    expect(body).toContain(FOURTH);
    const { text } = merge(harmed, CHANGED, { wrote: WROTE });
    expect(text.match(/%% florilegium 1 n=[^%]* =1\.[^%]* %%/g)).toHaveLength(1);
    expect(text.trimEnd().split('\n').pop()).toMatch(/^%% florilegium 1 n=.* =1\..* =4\..* %%$/);
  });

  it('should count as lost when it came from another note', () => {
    const foreign =
      /%% florilegium [^\n]*%%\n/.exec(
        written(version([highlight(91, 'Strange.'), highlight(92, 'Stranger.')], { title: 'Other' })),
      )?.[0] ?? '';
    expect(merge(noted.replace(trailer, foreign), CHANGED)).toEqual(
      merge(noted.replace(trailer, ''), CHANGED),
    );
    const lost = merge(noted.replace(trailer, ''), version([], { title: 'Other' }));
    expect(merge(noted.replace(trailer, foreign), version([], { title: 'Other' })).text).not.toBe(lost.text);
  });

  it('should give back the words that a person wrote into it', () => {
    const { text } = merge(
      TEXT.replace('%% florilegium 1 ', 'mybefore %% florilegium 1 ')
        .replace(' h=', ' myinside h=')
        .replace(/%%\n$/, '%% myafter\n'),
      CHANGED,
    );
    expect(bodyOf(text)).toContain('mybefore myinside myafter');
    expect(text.trimEnd()).toMatch(/\n%% florilegium 1 n=[^\n]* %%$/);
  });

  it('should leave alone what a person writes about trailers', () => {
    const mine = '`%% florilegium 1 n=1 rw1=2 %%` mytrailer';
    expect(mergedBody(edit('words. ^rw1\n', `words. ^rw1\n\n${mine}\n`))).toContain(mine);
    const code = `\`\`\`\n${trailer}\`\`\``;
    expect(mergedBody(edit('words. ^rw1\n', `words. ^rw1\n\n${code}\n`))).toContain(code);
  });
});
