import { normalizeText } from '../../../src/core/hash';
import type { ItemHighlight } from '../../../src/core/library/model';
import type { NoteVersion } from '../../../src/core/note/note';
import { plainTemplate } from '../../support/builders';
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
const entryOf = (anchor: string): string => new RegExp(` ${anchor}=\\S+`).exec(TEXT)?.[0] ?? '';

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
        expect(merged).toMatch(/mythought[^]*\n---\nreadwise-id: \d\n/);
      }
    });
  });

  it('should know a trailer that lost its beginning', () => {
    expect(merge(TEXT.replace(/%% florilegium 1 n=.{4}/, ''), BOTH)).toEqual({ text: TEXT, conflicts: [] });
    const [trailer = ''] = /%% flor.*/.exec(TEXT) ?? [];
    for (const line of ['mywords %%', `mywords ${trailer.slice(30)}`])
      expect(merge(TEXT.replace(THIRD, `${THIRD}\n${line}\n`), BOTH).text).toContain('mywords');
  });

  it('should write a highlight again that was lost when its trailer names one twice', () => {
    const text = TEXT.replace(`${THIRD}\n`, '').replace(entryOf('rw2'), entryOf('rw2') + entryOf('rw2'));
    expect(merge(text, BOTH)).toEqual({ text: TEXT, conflicts: [] });
  });

  it.each([
    ['highlights', 'highlights: 4', 'highlights: 2'],
    ['read', 'read: 2026-01-05', 'read: 2026-01-03'],
  ])(
    'should follow the service with a number or day that the other device wrote earlier: %s',
    (_name, now, earlier) => {
      const dated = (highlights: readonly ItemHighlight[], day: string): NoteVersion =>
        version(highlights, {
          template: {
            name: 'dated',
            render: (item) => ({
              ...plainTemplate.render(item),
              properties: [
                ['highlights', item.highlights.length],
                ['read', day],
              ],
            }),
          },
        });
      const later = dated([ONE, TWO, THREE, FOUR], '2026-01-05');
      expect(
        merge(written(later).replace(now, earlier), later, { wrote: dated([ONE, TWO], '2026-01-03') }),
      ).toEqual({ text: written(later), conflicts: [] });
    },
  );

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
    ).toMatch(/\nreadwise-id: 1\ntags:\n {2}- mine\nprogress: 40\n---/);
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

  it('should follow the service with a number that is put together of those of both devices', () => {
    for (const mixed of [140, 410])
      expect(
        merge(written(LATER).replace('progress: 40', `progress: ${String(mixed)}`), LATER, {
          wrote: EARLIER,
        }),
      ).toEqual({ text: written(LATER), conflicts: [] });
  });

  it('should have a tag once that both devices added to a list', () => {
    expect(
      merge(written(LATER).replace('  - one\n', '  - one\n  - one\n'), LATER, { wrote: EARLIER }),
    ).toEqual({ text: written(LATER), conflicts: [] });
    const doubledTag = written(EARLIER).replace('  - one\n', '  - one\n  - one\n');
    for (const wrote of [EARLIER, LATER])
      expect(merge(doubledTag, LATER, { wrote })).toEqual({ text: written(LATER), conflicts: [] });
    expect(
      merge(written(LATER).replace('  - one\n', '  - one\n  - mine\n  - one\n'), LATER, { wrote: EARLIER })
        .text,
    ).toContain('- mine\n');
  });

  it('should leave a number alone that a person wrote, and words with numbers', () => {
    for (const mine of [100, 41, 14])
      expect(
        merge(written(LATER).replace('progress: 40', `progress: ${String(mine)}`), LATER, { wrote: EARLIER })
          .text,
      ).toContain(`progress: ${String(mine)}\n`);
    const soon = tagged(['one'], 1);
    for (const mine of ['page 140', 'from 10 to 40', '10/40'])
      expect(
        merge(written(EARLIER).replace('progress: 10', `progress: ${mine}`), LATER, { wrote: EARLIER }).text,
      ).toContain(`progress: ${mine}\n`);
    expect(
      merge(written(soon).replace('progress: 1\n', 'progress: 100\n'), EARLIER, { wrote: soon }).text,
    ).toContain('progress: 100\n');
  });

  it('should keep a long row of days that a person wrote for one', () => {
    const on = (day: string): NoteVersion => version([ONE], { template: tagsTemplate([], [['read', day]]) });
    const days = Array.from(
      { length: 60 },
      (_, index) => `2026-0${String((index % 2) + 1)}-0${String((index % 8) + 1)}`,
    ).join(', ');
    expect(
      merge(written(on('2026-01-05')).replace('read: 2026-01-05', `read: ${days}`), on('2026-04-19'), {
        wrote: on('2026-01-05'),
      }).text,
    ).toContain(`read: ${days}\n`);
  });

  describe('in the header', () => {
    const LINK = ' · [Readwise](https://readwise.io/bookreview/1)';
    const HEADER = `# Meditations\n\nBy Marcus Aurelius${LINK}\n\n## Highlights`;
    const headed = (highlights: readonly ItemHighlight[]): NoteVersion =>
      version(highlights, {
        template: { name: 'headed', render: (item) => ({ ...plainTemplate.render(item), header: HEADER }) },
      });
    const NOW = headed([ONE, TWO]);
    const FIRST = 'First passage, of some words. ^rw1\n';

    it('should have once what came twice', () => {
      expect(merge(written(NOW).replace(LINK, LINK + LINK), NOW)).toEqual({
        text: written(NOW),
        conflicts: [],
      });
    });

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

    it('should keep what a person wrote beside what came twice', () => {
      expect(merge(written(NOW).replace(LINK, `${LINK} myword${LINK}`), NOW).text).toContain(
        `${LINK} myword${LINK}`,
      );
    });
  });

  it('should have a note on a highlight once that both devices wrote', () => {
    const note = '> Mine, a long thought.\n>\n';
    const noted = version([ONE, { ...TWO, text: `> Second passage.\n>\n${note}> Page 2` }]);
    expect(merge(written(noted).replace(note, note + note), noted)).toEqual({
      text: written(noted),
      conflicts: [],
    });
  });
});
