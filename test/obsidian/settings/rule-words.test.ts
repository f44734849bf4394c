import * as fc from 'fast-check';
import { describeRule } from '../../../src/obsidian/settings/rule-words';
import { anyRule, ruleOf } from '../../notes/rules/some-facts';
import { HISTORIES } from '../../property/runs';

describe('a rule in words', () => {
  it.each([
    [
      {
        kinds: ['article', 'tweet'],
        tags: { any: ['work', 'ai'] },
        age: { newerThanDays: 30 },
      },
      { folder: 'Work', template: 'built-in:study' },
      'Articles and tweets tagged work or ai, newer than 30 days → folder Work, template Study (built-in)',
    ],
    [
      {
        categories: ['email', 'rss'],
        locations: ['later'],
        sources: ['kindle'],
        tags: { all: ['a', 'b'], none: ['c'] },
        author: 'Zola',
        title: '*life',
        site: '/^x/i',
        highlights: { min: 2, max: 5 },
        favorites: false,
      },
      { fullText: 'file', notePerHighlight: true },
      'Everything of category Emails or Feed items, in Later, from kindle, tagged a and b, not tagged c, with “Zola” in the author, with a title like “*life”, with a site that matches /^x/i, with 2 to 5 highlights, without a favorite highlight → full text in a separate file, a note for each highlight',
    ],
    [{}, {}, 'Everything → no change'],
    [
      { kinds: ['book', 'article', 'video'] },
      { leaveOut: true, folder: 'x' },
      'Books, articles, and videos → left out',
    ],
    [
      { categories: ['email', ' rss'], locations: ['feed'], sources: ['', 'a'] },
      { fullText: 'off' },
      'Everything of category Emails or Feed items, in Feed, from a → no full text',
    ],
    [
      { title: '/x/' },
      { fullText: 'note' },
      'Everything with a title that matches /x/ → full text in the note',
    ],
    [
      { highlights: { min: 1 } },
      { notePerHighlight: true },
      'Everything with at least 1 highlight → a note for each highlight',
    ],
    [
      { highlights: { max: 5 }, favorites: true },
      { notePerHighlight: false },
      'Everything with at most 5 highlights, with a favorite highlight → one note for all highlights',
    ],
    [
      { highlights: { min: 2, max: 2 } },
      { fileName: '{{title}}' },
      'Everything with 2 highlights → file name {{title}}',
    ],
    [{ highlights: { max: 0 } }, { folder: '' }, 'Everything without highlights → no change'],
    [
      { age: { olderThanDays: 1, newerThanDays: 9, of: 'published' } },
      {},
      'Everything published at least 1 day ago, published less than 9 days ago → no change',
    ],
    [
      { age: { olderThanDays: 7, of: 'lastHighlighted' }, kinds: [], title: '' },
      {},
      'Everything last highlighted at least 7 days ago → no change',
    ],
    [{ age: { olderThanDays: 365 } }, {}, 'Everything older than 365 days → no change'],
  ])('should say %j and %j in a sentence', (when, then, sentence) => {
    expect(describeRule(ruleOf({ when, then }))).toBe(sentence);
  });

  it('should say that a rule is switched off', () => {
    expect(describeRule(ruleOf({ enabled: false }))).toBe('Everything → no change (switched off)');
  });

  it('should leave nothing unsaid when the rule is any', () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        expect(describeRule(ruleOf(rule))).toMatch(/^\S+(?: \S+)* → \S+(?: \S+)*$/u);
      }),
      HISTORIES,
    );
  });
});
