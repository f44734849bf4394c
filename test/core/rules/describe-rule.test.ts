import * as fc from 'fast-check';
import { describeRule } from '../../../src/core/rules/describe-rule';
import { HISTORIES } from '../../property/runs';
import { anyRule, ruleOf } from './some-facts';

describe('describeRule', () => {
  it.each([
    [{ kinds: ['article'], tags: { any: ['work', 'ai'] }, age: { newerThanDays: 30 } }, { folder: 'Work', template: 'study' }, 'Articles tagged work or ai, newer than 30 days → folder Work, template study'],
    [{}, {}, 'Everything → as without rules'],
    [{ kinds: ['book', 'article', 'video'] }, { leaveOut: true, folder: 'x' }, 'Books, articles and videos → left out'],
    [{ categories: ['email', ' rss'], locations: ['feed'], sources: ['', 'a'] }, { fullText: 'file' }, 'Everything of category email or rss, in feed, from a → full text in a file of its own'],
    [{ tags: { all: ['a', 'b'], none: ['c', 'd'] } }, { fullText: 'off' }, 'Everything tagged a and b, not tagged c or d → no full text'],
    [{ author: 'Zola', title: '*life', site: '/^x/i' }, { fullText: 'note' }, 'Everything with "Zola" in the author, with a title like "*life", with a site that matches /^x/i → full text in the note'],
    [{ highlights: { min: 1 } }, { notePerHighlight: true }, 'Everything with at least 1 highlight → a note for each highlight'],
    [{ highlights: { max: 5 }, favorites: true }, { notePerHighlight: false }, 'Everything with at most 5 highlights, with a favourite highlight → one note for all highlights'],
    [{ highlights: { min: 2, max: 5 }, favorites: false }, { fileName: '{{title}}' }, 'Everything with 2 to 5 highlights, without a favourite highlight → file name {{title}}'],
    [{ highlights: { min: 2, max: 2 } }, { folder: '' }, 'Everything with 2 highlights → as without rules'],
    [{ highlights: { max: 0 } }, {}, 'Everything without highlights → as without rules'],
    [{ age: { olderThanDays: 1, newerThanDays: 9, of: 'published' } }, {}, 'Everything published at least 1 day ago, published less than 9 days ago → as without rules'],
    [{ age: { olderThanDays: 7, of: 'lastHighlighted' }, kinds: [], title: '' }, {}, 'Everything last highlighted at least 7 days ago → as without rules'],
    [{ age: { olderThanDays: 365 } }, {}, 'Everything older than 365 days → as without rules'],
  ])('should say %j and %j in a sentence', (when, then, sentence) => {
    expect(describeRule(ruleOf({ when, then }))).toBe(sentence);
  });

  it('should say that a rule is switched off when it is', () => {
    expect(describeRule(ruleOf({ enabled: false }))).toBe('Everything → as without rules (switched off)');
  });

  it('should leave no empty part when a rule is any', () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        expect(describeRule(ruleOf(rule))).toMatch(/^[A-Z]\S*(?: \S+)* → \S+(?: \S+)*$/);
      }),
      HISTORIES,
    );
  });
});
