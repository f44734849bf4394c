import { KINDLE_LIMIT } from '../../../src/obsidian/strings/rule-strings';
import { parseRules } from '../../../src/model/rule-schema';
import { ruleSentence } from '../../../src/obsidian/ui/settings/rule-sentence';

function told(rule: object): string {
  const read = parseRules([{ when: {}, then: {}, ...rule }]);
  const [first] = read.ok ? read.rules : [];
  if (first === undefined) throw new Error('This is no rule');
  return ruleSentence(first);
}

describe('a rule in a sentence', () => {
  it.each([
    [{ when: { kinds: ['tweet'] }, then: { leaveOut: true } }, 'Items of the type Tweet get no note.'],
    [
      { when: { author: 'thoreau' }, then: { folder: 'Woods', template: 'built-in:callouts' } },
      'Items by “thoreau” go into the folder “Woods” and have the style Callouts (built-in).',
    ],
    [{ then: { notePerHighlight: true } }, 'All items have highlight notes.'],
    [
      { when: { kinds: ['article', 'video'], tags: { any: ['work', 'ai', 'x'] }, highlights: { min: 2 } } },
      'Items of the type Article or Video, tagged work, ai or x, with at least 2 highlights stay as they are.',
    ],
    [
      {
        when: {
          categories: ['pdf'],
          locations: ['later'],
          tags: { all: ['a', 'b'], none: ['c'] },
          title: 'y*',
          site: ['z', 'w'],
          sources: ['kindle'],
          highlights: { min: 1, max: 3 },
          favorites: false,
          age: { olderThanDays: 1, newerThanDays: 9, of: 'published' },
        },
        then: { fileName: '{{title}}', fullText: 'file', notePerHighlight: false },
      },
      'Items of the type PDF files, in Later, tagged a and b, not tagged c, called “y*”, from the site “z” or “w”, from kindle, with 1 to 3 highlights, without a favorite, published over 1 day ago, published in the last 9 days are named “{{title}}”, have their full text in its own note and have no highlight notes.',
    ],
    [
      {
        when: { highlights: { max: 1 }, favorites: true, age: { newerThanDays: 7 } },
        then: { fullText: 'off' },
      },
      'Items with at most 1 highlight, with a favorite, saved in the last 7 days have no full text.',
    ],
    [
      { then: { highlights: { any: { favorites: true, withNote: true }, none: { tags: ['private'] } } } },
      'All items have only favorites and those with a note, none tagged private.',
    ],
    [
      {
        then: {
          highlights: {
            any: { tags: ['a', 'b'], colors: ['blue', 'pink'] },
            none: { texts: ['ibid', KINDLE_LIMIT] },
          },
        },
      },
      'All items have only highlights tagged a or b and those in blue or pink, none with “ibid”, no limit messages of Kindle.',
    ],
    [{ then: { highlights: {} } }, 'All items have all highlights.'],
  ])('should be read as what it does when it is %j', (rule, sentence) => {
    expect(told(rule)).toBe(sentence);
  });

  it('should say first that it is off, and nothing of what is empty', () => {
    expect(told({ enabled: false, when: { title: '', tags: { any: [] } }, then: { folder: '' } })).toBe(
      'Off. All items stay as they are.',
    );
  });
});
