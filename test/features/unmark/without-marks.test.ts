import { mayHoldMarks, withoutMarks } from '../../../src/features/unmark/without-marks';
import { linkedAnchors } from '../../../src/notes/note/block-anchor';

const TRAILER =
  '%% florilegium 1 n=0123456789a f=abcdefg p=0123456789b l=FjR.aB3 h=2abcdefgABCxyz =1.1abcdefgABCxyz rd01hw3xab0000000000000000=1abcdefgABC-xyz %%';
const plain = (text: string, kept: readonly string[] = []): string =>
  withoutMarks(text, { keepsAnchor: (anchor) => kept.includes(anchor) });

describe('withoutMarks', () => {
  it('should take out trailer, ids and anchors and keep all else byte for byte', () => {
    const note = `---\nreadwise-id: 41 # mine\ntitle: Walden\nreadwise-status: deleted\nmine: "x"   # kept\n---\nLead.\n\n# Walden\n\n> One.\n\n^rw1\n\nMine   under.  \n\nTwo. ^rd01hw3xab0000000000000000\n\nMine. ^my-anchor\n\n${TRAILER}\n`;
    const without =
      '---\n# mine\ntitle: Walden\nmine: "x"   # kept\n---\nLead.\n\n# Walden\n\n> One.\n\nMine   under.  \n\nTwo.\n\nMine. ^my-anchor\n';
    expect(plain(note)).toBe(without);
    expect(plain(note.replaceAll('\n', '\r\n'))).toBe(without.replaceAll('\n', '\r\n'));
    expect(plain(without)).toBe(without);
  });

  it('should keep anchors that something links to', () => {
    const note = `---\nreadwise-id: 41\n---\nOne. ^rw1\n\nTwo. ^rw2\n\n${TRAILER}\n`;
    expect(plain(note, ['rw2'])).toBe('One.\n\nTwo. ^rw2\n');
  });

  it.each([
    ['on a line of its own', '> One.\n\n^rw1 my words\n\nMore.', '> One.\n\nmy words\n\nMore.'],
    ['without a blank', '> One.\n\n^rw1my words', '> One.\n\nmy words'],
    ['at the end of a paragraph', 'One. ^rw1 my words\nMore.', 'One.\n\nmy words\nMore.'],
    ['before it', '> One.\n\nmy words^rw1', '> One.\n\nmy words'],
    ['in a sentence, while its block stands', 'As ^rw1 says.\n\nOne. ^rw1', 'As ^rw1 says.\n\nOne.'],
    ['in a sentence about another note', 'As ^rw7 says.\n\nOne. ^rw1', 'As ^rw7 says.\n\nOne.'],
    ['in code', '```\n^rw1 my words\n```', '```\n^rw1 my words\n```'],
  ])('should keep words that were typed behind an anchor %s (I2)', (_where, body, without) => {
    const trailer = TRAILER.replace('=1.1', '=1.2');
    expect(plain(`${body}\n\n${trailer}\n`)).toBe(`${without}\n`);
    expect(plain(`${body}\n\n${trailer}\n`.replaceAll('\n', '\r\n'))).toBe(
      `${without}\n`.replaceAll('\n', '\r\n'),
    );
    expect(plain(`${body}\n\n${trailer}\n`, ['rw1'])).toContain(body);
  });

  it('should take out ids by the lines when the properties cannot be read', () => {
    expect(plain('---\nreadwise-id: 41\nmine: [broken\nreader-id:\n  - a\n---\nText.\n')).toBe(
      '---\nmine: [broken\n---\nText.\n',
    );
  });

  it('should take out the comments around sections and keep what stands between and in them', () => {
    const day =
      'Mine.\n\n%% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%\n\n![[Walden#^rw1]]\n\n%% florilegium-day-end %%\n\nMore.\n';
    expect(plain(day)).toBe('Mine.\n\n![[Walden#^rw1]]\n\nMore.\n');
    expect(plain(day.replace(' %%\n', ' my word %%\n'))).toContain('%% my word %%');
    expect(plain(day.replace('%% florilegium-day ', '- before %% florilegium-day '))).toContain(
      '- before \n',
    );
  });

  it.each([
    ['a template', 'Mine.\n\n%% florilegium-day {{date:YYYY-MM-DD}} %%\n\nMore.\n'],
    ['a template of another plugin', '%% florilegium-day <% tp.date.now("YYYY-MM-DD") %> %%\n'],
    ['code in a line', 'Write `%% florilegium-day 2026-01-31 %%` or ``%% florilegium-day-end %%`` there.\n'],
    ['a fence', '```\n%% florilegium-day 2026-01-31 m=0k3h9aa %%\n```\n'],
    ['indented code', 'Mine:\n\n    %% florilegium-day 2026-01-31 m=0k3h9aa %%\n'],
    ['a comment of another name', '%% florilegium-list of flowers %%\n%% florilegium-day of flowers %%\n'],
    ['a property of that name', '---\nreadwise-status: to read\n---\nMine.\n'],
  ])('should leave what looks like our marks alone in %s of a note of the person (I2)', (_place, mine) => {
    expect(plain(mine)).toBe(mine);
    expect(plain(`${mine}\n%% florilegium-day-end %%\n`)).toBe(mine);
  });

  it('should leave code alone in a note of ours, also where its anchor is lost (I2)', () => {
    const body = 'It was `^rw1` and `%% florilegium-day-end %%` before.\n\nTwo. ^rw2';
    expect(plain(`${body}\n\n${TRAILER.replace('=1.1', '=1.1 =2.1')}\n`)).toBe(`${body.slice(0, -5)}\n`);
  });

  it.each([
    ['words right under an anchor on a line of its own', 'One.\n\n^rw1\nMine.', 'One.\n\nMine.'],
    ['words that speak of an anchor', 'It was ^rw1 before. ^rw1', 'It was ^rw1 before.'],
    ['code that ends in an anchor', '```\nTwo. ^rw1\n```\n\nOne. ^rw1', '```\nTwo. ^rw1\n```\n\nOne.'],
    ['a quote with the anchor in it', '> One.\n> ^rw1\n\nMine.', '> One.\n\nMine.'],
    ['blank lines that the person made', 'One. ^rw1\n\n\n\nMine.', 'One.\n\n\n\nMine.'],
    ['an anchor that came to the top', '^rw1\n\nMine.', 'Mine.'],
    ['anchors in a row', 'One.\n\n^rw1\n\n^rw1\n\n\nMine.', 'One.\n\n\nMine.'],
    [
      'words right under the comment of a section',
      'One.\n\n%% florilegium-day-end %%\nMine.',
      'One.\n\nMine.',
    ],
    [
      'words between two comments',
      '%% florilegium-day 2026-01-31 m= %%\nMine.\n%% florilegium-day-end %%\n\nMore.',
      'Mine.\n\nMore.',
    ],
    ['a comment in a quote', 'One.\n\n> %% florilegium-day-end %%\n\nMine.', 'One.\n\nMine.'],
    [
      'the comment of a section in code',
      '```\n%% florilegium-day-end %%\n```\n\n%% florilegium-day-end %%\n\nMine.',
      '```\n%% florilegium-day-end %%\n```\n\nMine.',
    ],
  ])('should keep %s', (_name, body, without) => {
    expect(plain(`---\nreadwise-id: 41\n---\n${body}\n\n${TRAILER}\n`)).toBe(`${without}\n`);
  });

  it('should take off anchors where the trailer alone, or an id alone, tells that the note is ours', () => {
    expect(plain(`One. ^rw1\n\n${TRAILER}\n`)).toBe('One.\n');
    expect(plain('---\nreadwise-id: 41\n---\nOne. ^rw1\n')).toBe('One.\n');
  });

  it('should keep what stands under a trailer, and blank lines at the end where there is no trailer', () => {
    expect(plain(`One.\n\n${TRAILER}\n\nMine.\n\n\n`)).toBe('One.\n\nMine.\n\n\n');
    expect(plain('---\nreadwise-id: 41\n---\nOne.\n\n\n')).toBe('One.\n\n\n');
    expect(plain(`\ufeff---\nreadwise-id: 41\n---\n${TRAILER}\n`)).toBe('\ufeff');
  });

  it("should leave a note of the person's as it is, whatever anchors it has and whatever it says about marks", () => {
    for (const mine of [
      'Text. ^rw1\n',
      '```\n%% florilegium 1 n=1 %%\n```\n',
      '---\ntitle: x\n---\nText.\n\n\n\n',
      '',
      '%% comment %%\n',
      'a\r\nb',
    ])
      expect(plain(mine)).toBe(mine);
  });
});

describe('linkedAnchors', () => {
  it('should find links in every notation', () => {
    expect(
      linkedAnchors(
        '[[Walden#^rw1]] ![[a/b#^rw2|x]] [x](a.md#^rw3) [y](a.md#%5Erw4) {"subpath":"#^rd01"} ^rw9',
      ),
    ).toEqual(['rw1', 'rw2', 'rw3', 'rw4', 'rd01']);
  });
});

describe('mayHoldMarks', () => {
  it('should see a trailer and ids, however they are written, and nothing in a note that has neither', () => {
    for (const text of [
      TRAILER,
      '---\nreadwise-id: 1\n---\n',
      '---\nmine: x\n"reader-id": a\n---\n',
      "'readwise-part': x",
    ])
      expect(mayHoldMarks(text)).toBe(true);
    for (const text of ['', 'One. ^rw1', 'my-readwise-id: 1']) expect(mayHoldMarks(text)).toBe(false);
  });
});
