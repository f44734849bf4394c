import * as fc from 'fast-check';
import { settingsProblemText } from '../../src/messages/settings-messages';
import { parseRules } from '../../src/model/rule-schema';
import { HISTORIES } from '../property/runs';

/** What is wrong with rules, in words; empty when nothing is. */
const problemsWith = (rules: unknown): readonly string[] => {
  const parsed = parseRules(rules);
  return parsed.ok ? [] : parsed.problems.map(settingsProblemText).map((text) => text.replace('rules: ', ''));
};

const REGULAR_EXPRESSION =
  'Regular expressions do not work here. Write words that it contains, or a pattern such as "sto?c*": * stands for any text, ? for one character.';

const rule = (values: object): object => ({ name: 'Work', when: {}, then: {}, ...values });

describe('parseRules', () => {
  it('should give no rules when there is nothing', () => {
    for (const nothing of [undefined, null, []]) expect(parseRules(nothing)).toEqual({ ok: true, rules: [] });
  });

  it('should give every rule as it is, switched on unless it says otherwise, when there is no mistake', () => {
    const full = {
      name: 'Work',
      enabled: false,
      when: {
        kinds: ['article'],
        categories: ['email'],
        locations: ['later'],
        sources: ['reader'],
        tags: { any: ['work'], all: [], none: ['old'] },
        author: 'A*',
        title: ['*life*', 'death'],
        site: 'example.org',
        highlights: { min: 1, max: 1 },
        favorites: true,
        age: { olderThanDays: 0, newerThanDays: 30, of: 'published' },
      },
      then: {
        leaveOut: true,
        folder: 'Work',
        fileName: '{{title}}',
        template: 'study',
        fullText: 'file',
        notePerHighlight: false,
      },
    };
    expect(parseRules([full, { when: {}, then: {}, later: 1 }])).toEqual({
      ok: true,
      rules: [full, { enabled: true, when: {}, then: {}, later: 1 }],
    });
  });

  it('should take a type that the service may have by now, and lists that say nothing', () => {
    const when = { categories: ['hologram', ' '], locations: [''], sources: ['x'] };
    expect(problemsWith([rule({ when }), rule({ when: { categories: [], locations: [] } })])).toEqual([]);
  });

  it.each([
    [{ when: { autor: 'x' } }, 'when: "autor" is not known here. Did you mean "author"?'],
    [
      { when: { tags: { whichever: [] } } },
      'when.tags: "whichever" is not known here. It may hold any, all, none.',
    ],
    [{ then: { leaveout: true } }, 'then: "leaveout" is not known here. Did you mean "leaveOut"?'],
    [
      { when: { age: { days: 3 } } },
      'when.age: "days" is not known here. It may hold olderThanDays, newerThanDays, of.',
    ],
    [{ when: { highlights: { mim: 3 } } }, 'when.highlights: "mim" is not known here. Did you mean "min"?'],
    [{ when: undefined }, 'when: is missing'],
    [{ then: undefined }, 'then: is missing'],
    [{ when: [] }, 'when: must be an object'],
    [{ enabled: 'no' }, 'enabled: must be true or false'],
    [
      { when: { kinds: ['books'] } },
      'when.kinds.0: must be "book" or "article" or "tweet" or "podcast" or "video"',
    ],
    [
      { when: { categories: ['Articles', 'supplemental', 'artcle'] } },
      'when.categories.2: "artcle" is not known here. Did you mean "article"?',
    ],
    [
      { when: { locations: [' Later ', 'inbox'] } },
      'when.locations.1: "inbox" is not known here. It may hold new, later, shortlist, archive, feed.',
    ],
    [{ when: { tags: { any: 'work' } } }, 'when.tags.any: must be a list'],
    [{ when: { title: '/(/' } }, `when.title: ${REGULAR_EXPRESSION}`],
    [{ when: { title: ['life', '/death/i'] } }, `when.title.1: ${REGULAR_EXPRESSION}`],
    [{ when: { title: [1] } }, 'when.title: must be text or a list of texts'],
    [{ when: { highlights: { min: 1.5 } } }, 'when.highlights.min: must be a whole number from 0 to 1000000'],
    [{ when: { tags: [] } }, 'when.tags: must be an object'],
    [
      { when: { highlights: { min: 3, max: 2 } } },
      'when.highlights: min is more than max, so nothing can match',
    ],
    [
      { when: { age: { olderThanDays: -1 } } },
      'when.age.olderThanDays: must be a whole number from 0 to 36500',
    ],
    [
      { when: { age: { olderThanDays: 30, newerThanDays: 30 } } },
      'when.age: newerThanDays must be more than olderThanDays, or nothing can match',
    ],
    [{ when: { age: { of: 'opened' } } }, 'when.age.of: must be "saved" or "published" or "lastHighlighted"'],
    [{ then: { leaveOut: false } }, 'then.leaveOut: must be true, or not be there'],
    [{ then: { fullText: 'yes' } }, 'then.fullText: must be "off" or "note" or "file"'],
  ])('should name the rule, the key and what it may hold when it is %j', (values, problem) => {
    expect(problemsWith([rule({}), rule(values)])).toEqual([`Rule 2 "Work": ${problem}`]);
  });

  it('should tell every mistake when there are several', () => {
    expect(
      problemsWith([rule({ name: '', when: { autor: '', tilte: '' } }), rule({ name: 7 }), 'x']),
    ).toEqual([
      'Rule 1: when: "autor" is not known here. Did you mean "author"? "tilte" is not known here. Did you mean "title"?',
      'Rule 2: name: must be text',
      'Rule 3: must be an object',
    ]);
    expect(problemsWith({})).toEqual(['The rules: must be a list']);
  });

  it('should give rules or problems when it is any JSON', () => {
    const keys = fc.constantFrom('when', 'then', 'name', 'enabled', 'tags', 'title', 'age', 'kinds');
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(keys, tie('json'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const parsed = parseRules(value);
        if (!parsed.ok) expect(parsed.problems.length).toBeGreaterThan(0);
      }),
      HISTORIES,
    );
  });
});
