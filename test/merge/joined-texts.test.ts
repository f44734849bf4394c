import { normalizeText } from '../../src/model/hash';
import type { ItemHighlight } from '../../src/model/model';
import type { NoteVersion } from '../../src/notes/note/note';
import { plainNote } from '../support/builders';
import { bodyOf, highlight, merge, tagsTemplate, version, written } from './merge-sides';

const ONE = highlight(1, 'First passage, of some words.');
const TWO = highlight(2, 'Second passage, of other words.');
const THREE = highlight(3, '> Third passage.\n>\n> Page 3');
const FOUR = highlight(4, 'Fourth passage.');
const BOTH = version([ONE, TWO, THREE, FOUR]);
const TEXT = written(BOTH);
const SECOND = 'Second passage, of other words. ^rw2\n';
const THIRD = '> Third passage.\n>\n> Page 3\n\n^rw3\n';

const doubled = (copy: string, above: string): string => TEXT.replace(above, `${above}\n${copy}`);

describe('what two devices wrote, put together by a file sync that merges texts', () => {
  it.each([
    ['right under it', doubled(SECOND, SECOND)],
    ['after the next', doubled(THIRD, 'Fourth passage. ^rw4\n')],
    ['and another one with it', doubled(`${SECOND}\n${THIRD}`, THIRD)],
    ['and only its anchor', doubled('^rw2\n', THIRD)],
    ['with the whole note', TEXT.replace(/(# Meditations[^]*\^rw4\n)/, '$1\n$1')],
    ['before its place', doubled(THIRD, 'First passage, of some words. ^rw1\n')],
  ])('should have a block once when it was written twice, %s', (_where, text) => {
    expect(merge(text, BOTH)).toEqual({ text: TEXT, conflicts: [] });
  });

  it('should have a block once when the other device wrote an earlier text of it', () => {
    const later = version([ONE, { ...TWO, text: 'Second passage, with news.' }, THREE, FOUR]);
    const text = written(later).replace('Second passage', `${SECOND}\nSecond passage`);
    expect(merge(text, later, { wrote: BOTH })).toEqual({ text: written(later), conflicts: [] });
  });

  it('should keep what a person wrote under the copy with its highlight', () => {
    expect(bodyOf(merge(doubled(`${SECOND}\nmythought\n`, SECOND), BOTH).text)).toContain(
      `words. ^rw1\n\n${SECOND}\nmythought\n\n> Third`,
    );
    expect(bodyOf(merge(doubled(`${SECOND}\nmythought\n`, THIRD), BOTH).text)).toContain(
      `${THIRD}\n${SECOND}\nmythought\n\nFourth`,
    );
  });

  it('should take out all of many copies in a row but one with words under it', () => {
    const many = Array.from({ length: 4000 }, () => SECOND).join('\n');
    expect(bodyOf(merge(doubled(`${many}\n${THIRD}\nmythought\n`, SECOND), BOTH).text)).toContain(
      `${SECOND}\n${THIRD}\nmythought\n\n> Third`,
    );
  });

  it('should leave a copy alone that a person wrote over or into', () => {
    for (const copy of [`Compare:\n\n${SECOND}`, `mycopy ${SECOND}`])
      expect(bodyOf(merge(doubled(copy, THIRD), BOTH).text)).toContain(`${THIRD}\n${copy}\nFourth`);
  });

  describe('one whole note behind the other, which both made anew', () => {
    const EARLIER = written(version([ONE, TWO]));
    const mine = (text: string): string => text.replace(SECOND, `${SECOND}\nmythought\n`);

    it.each([
      ['the later first', TEXT + EARLIER, TEXT],
      ['the earlier first', EARLIER + TEXT, TEXT],
      ['three of them, with an empty line between', `${EARLIER}\n${TEXT}\n${TEXT}`, TEXT],
      ['with words of a person in the first', mine(TEXT) + EARLIER, mine(TEXT)],
      ['with words of a person in the second', EARLIER + mine(TEXT), mine(TEXT)],
      ['with Windows line ends', (TEXT + EARLIER).replaceAll('\n', '\r\n'), TEXT.replaceAll('\n', '\r\n')],
    ])('should be one note: %s', (_order, text, expected) => {
      expect(normalizeText(merge(text, BOTH).text)).toBe(normalizeText(expected));
    });

    it('should stay when a person wrote in both, or put the note of something else there', () => {
      for (const other of [
        mine(EARLIER).replace('mythought', 'mywords'),
        EARLIER.replace('readwise-id: 1', 'readwise-id: 2'),
      ]) {
        const merged = merge(mine(TEXT) + other, BOTH).text;
        for (const word of other.match(/\w+/g) ?? [])
          if (!/florilegium|^[0-9a-z]{5,11}$/.test(word)) expect(merged).toContain(word);
        expect(merged).toMatch(/mythought[^]*\n---\n[^]*readwise-id: \d\n/);
      }
    });
  });

  const tagged = (tags: readonly string[], progress: number): NoteVersion =>
    version([ONE, TWO, THREE, FOUR], { template: tagsTemplate(tags, [['progress', progress]]) });
  const EARLIER = tagged(['one'], 10);
  const LATER = tagged(['one', 'two'], 40);
  const earlierTags = 'tags:\n  - one\n';
  const laterTags = 'tags:\n  - one\n  - two\n';

  it.each([
    ['the earlier first', written(LATER).replace(laterTags, earlierTags + laterTags)],
    ['the later first', written(LATER).replace(laterTags, laterTags + earlierTags)],
    ['with the trailer of the earlier', written(EARLIER).replace(earlierTags, laterTags + earlierTags)],
    ['the id, too', written(LATER).replace('readwise-id: 1\n', 'readwise-id: 1\nreadwise-id: 1\n')],
  ])('should have a property once that both devices wrote: %s', (_order, text) => {
    expect(merge(text, LATER, { wrote: EARLIER })).toEqual({ text: written(LATER), conflicts: [] });
  });

  it('should keep the one that a person wrote of two, and both where a person wrote both', () => {
    const mine = 'tags:\n  - mine\n';
    expect(
      merge(written(LATER).replace(laterTags, mine + laterTags), LATER, { wrote: EARLIER }).text,
    ).toMatch(/\ntags:\n {2}- mine\nprogress: 40\nreadwise-id: 1\n---/);
    for (const both of [
      `${mine}tags: my own\n`,
      `${laterTags}${earlierTags.replace('one', 'one # mycomment')}`,
      `${laterTags}mine:\nmine: 1\n`,
    ]) {
      const text = written(LATER).replace(laterTags, both);
      const { text: merged, conflicts } = merge(text, LATER, { wrote: EARLIER });
      for (const word of text.match(/\bmy?\w+/g) ?? []) expect(merged).toContain(word);
      if (both.includes('mine')) expect([merged, conflicts]).toEqual([text, ['properties']]);
    }
  });

  describe('in the header', () => {
    const LINK = ' · [Readwise](https://readwise.io/bookreview/1)';
    const HEADER = `# Meditations\n\nBy Marcus Aurelius${LINK}\n\n## Highlights`;
    const headed = (highlights: readonly ItemHighlight[]): NoteVersion =>
      version(highlights, {
        template: { render: (item) => ({ ...plainNote(item), header: HEADER }) },
      });
    const NOW = headed([ONE, TWO]);
    const FIRST = 'First passage, of some words. ^rw1\n';

    it('should take out a copy also when the heading over the highlights came with it', () => {
      for (const above of [FIRST, SECOND])
        expect(merge(written(NOW).replace(above, `${above}\n## Highlights\n\n${FIRST}`), NOW)).toEqual({
          text: written(NOW),
          conflicts: [],
        });
    });

    it('should leave the highlights under their heading when a person has put some over it under one of their own', () => {
      for (const some of [FIRST, `${FIRST}\n${SECOND}`]) {
        const text = written(NOW).replace('## Highlights', `## myfavourites\n\n${some}\n## Highlights`);
        expect(merge(text, NOW)).toEqual({ text, conflicts: [] });
      }
    });
  });
});
