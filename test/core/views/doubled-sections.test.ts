import type { PlacedHighlight } from '../../../src/core/views/highlight-embed';
import { dayNoteSection } from '../../../src/core/views/highlights-of-day';
import { textAfter } from './section-edits';

const DAY = '2026-01-31';
const [ONE, TWO, THREE] = ['rw1', 'rw2', 'rw3'].map((anchor): PlacedHighlight => ({
  path: 'Readwise/Books/Walden.md',
  anchor,
  otherAnchor: null,
})) as [PlacedHighlight, PlacedHighlight, PlacedHighlight];

const section = (entries: readonly PlacedHighlight[], current: string): string =>
  textAfter(dayNoteSection({ day: DAY, entries, current }), current) ?? '';
const WORDS = 'Morning words.\n';
/** What a device adds to a note. */
const part = (...entries: readonly PlacedHighlight[]): string => section(entries, WORDS).slice(WORDS.length);

describe('the highlights of a day, put together twice by a file sync that merges texts', () => {
  it.each([
    ['one after the other', `${part(ONE)}${part(ONE, TWO)}`, part(ONE, TWO)],
    ['with words between', `${part(ONE, TWO)}\nmynoon\n${part(ONE)}`, `${part(ONE, TWO)}\nmynoon\n`],
    ['with words behind', `${part(ONE)}${part(ONE)}\nmynoon\n`, `${part(ONE)}\nmynoon\n`],
    [
      'with words in one of them',
      `${part(ONE)}${part(ONE).replace('## Highlights', '## mytitle')}`,
      part(ONE).replace('## Highlights', '## mytitle'),
    ],
    [
      'in a note with Windows line ends',
      `${part(ONE)}${part(ONE)}`.replaceAll('\n', '\r\n'),
      part(ONE).replaceAll('\n', '\r\n'),
    ],
  ])('should stand once when the sections came %s', (_where, doubled, once) => {
    expect(section([ONE, TWO, THREE], WORDS + doubled)).toBe(section([ONE, TWO, THREE], WORDS + once));
  });

  it('should go also when nothing new belongs there', () => {
    expect(section([ONE], `${WORDS}${part(ONE)}${part(ONE)}`)).toBe(WORDS + part(ONE));
  });

  it('should stay when a person wrote into both, or took something out of one', () => {
    const [first, second] = [
      part(ONE).replace('rw1]]\n', 'rw1]]\nmyfirst\n'),
      part(ONE).replace('rw1]]\n', 'rw1]]\nmysecond\n'),
    ];
    expect(section([ONE], WORDS + first + second)).toBe(WORDS + first + second);
    const emptied = part(ONE, TWO).replace(/!\[\[[^\n]*rw2\]\]\n/, '');
    expect(section([ONE, TWO], WORDS + emptied + part(ONE))).toBe(WORDS + emptied);
  });
});
