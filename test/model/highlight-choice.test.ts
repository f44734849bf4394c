import fc from 'fast-check';
import { settingsProblemText } from '../../src/messages/settings-messages';
import { chosenOf, type HighlightChoice } from '../../src/model/highlight-choice';
import { parseSettings, unknownSettings } from '../../src/model/settings';
import { HISTORIES } from '../property/runs';
import { anItemHighlight } from '../support/builders';

const KINDLE_LIMIT = 'You have reached the clipping limit';

const HIGHLIGHTS = [
  anItemHighlight({ anchor: 'plain', text: 'Plain words.' }),
  anItemHighlight({ anchor: 'favorite', text: 'Ünder the sea.', favorite: true }),
  anItemHighlight({ anchor: 'noted', text: 'Noted.', note: 'Mine.' }),
  anItemHighlight({ anchor: 'tagged', text: 'Tagged.', tags: ['Machine Learning', 'private'] }),
  anItemHighlight({ anchor: 'blue', text: 'Blue.', color: 'blue' }),
  anItemHighlight({ anchor: 'limit', text: `<${KINDLE_LIMIT} for this item>`, favorite: true }),
];

const chosen = (choice: HighlightChoice, highlights = HIGHLIGHTS): string =>
  chosenOf(highlights, choice)
    .map(({ anchor }) => anchor)
    .join(' ');
const ALL = chosen({});

describe('the choice of highlights', () => {
  it.each<readonly [string, HighlightChoice, string]>([
    ['nothing is said', { any: { tags: [], colors: [' '] }, none: { texts: '' } }, ALL],
    ['favorites', { any: { favorites: true } }, 'favorite limit'],
    ['those with a note', { any: { withNote: true } }, 'noted'],
    ['a tag, however it is written', { any: { tags: ['#machine-learning'] } }, 'tagged'],
    ['a color', { any: { colors: ['Blue'] } }, 'blue'],
    [
      'several conditions',
      { any: { favorites: true, withNote: true, colors: ['blue'] } },
      'favorite noted blue limit',
    ],
    ['not a tag', { none: { tags: ['Private'] } }, ALL.replace(' tagged', '')],
    ['no words, whatever their accents', { none: { texts: 'under the' } }, ALL.replace(' favorite', '')],
    ['no pattern of the whole text', { none: { texts: ['*.', 'x'] } }, 'limit'],
    [
      'favorites but for the messages of Kindle',
      { any: { favorites: true }, none: { texts: [KINDLE_LIMIT] } },
      'favorite',
    ],
  ])('should have the right ones when it wants %s', (_what, choice, expected) => {
    expect(chosen(choice)).toBe(expected);
  });

  const isChosen = (text: string, unwanted: string): boolean =>
    chosenOf([anItemHighlight({ text })], { none: { texts: [unwanted] } }).length === 1;

  it.each([
    ['You have reached\nthe clipping limit', KINDLE_LIMIT, false],
    ['You have reached \r\n\t the clipping limit', KINDLE_LIMIT, false],
    ['You have reached the clipping limit', 'reached\nthe  clipping', false],
    ['One\u00a0two\n\nthree', 'one two*three', false],
    ['One\ntwo', 'one?two', false],
    ['One \n two', 'one?two', false],
    ['One\ntwo', 'onetwo', true],
    ['Start\ning', 'starting', true],
    ['Smart\nart show', ' art ', false],
    ['Smart\nparty', ' art ', true],
  ])(
    'should see %j, where %j is unwanted, as if its lines and blanks were single blanks',
    (text, test, isIn) => {
      expect(isChosen(text, test)).toBe(isIn);
    },
  );

  it('should see no difference between line breaks and blanks when it looks for words', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b', 'É', ' ', '\n', '\u00a0', '\t', '\r\n'), {
      maxLength: 12,
    });
    const signs = fc.array(fc.constantFrom('a', 'e', 'b', ' ', '\n', '*', '?'), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(pieces, signs, (text, test) => {
        const spaced = (parts: readonly string[]): string => parts.join('').replace(/\s+/g, ' ');
        expect(isChosen(text.join(''), test.join(''))).toBe(isChosen(spaced(text), spaced(test)));
      }),
      HISTORIES,
    );
  });

  it.each<readonly [string, HighlightChoice, string]>([
    ['favorites', { any: { favorites: true } }, 'I I.1 I.1.1 star V V.1 end'],
    ['those with a note', { any: { withNote: true } }, 'I I.2 noted'],
    ['the tag of a heading', { any: { tags: ['h2'] } }, ''],
    ['not a tag of a heading', { none: { tags: ['h2'] } }, 'I plain I.1.1 star noted IV joined V end'],
    ['not a passage', { none: { texts: ['noted'] } }, 'I plain I.1 I.1.1 star IV joined V V.1 end'],
  ])('should have the headings of what it has when it wants %s', (_what, choice, expected) => {
    const heading = (anchor: string, level: number, more: object = {}) =>
      anItemHighlight({
        anchor,
        text: `Chapter ${anchor}`,
        note: `.h${String(level)}`,
        tags: [`h${String(level)}`],
        ...more,
      });
    const passage = (anchor: string, more: object = {}) => anItemHighlight({ anchor, text: anchor, ...more });
    const highlights = [
      heading('I', 1),
      passage('plain'),
      heading('I.1', 2),
      heading('I.1.1', 3),
      passage('star', { favorite: true }),
      heading('I.2', 2),
      passage('noted', { note: 'Mine.' }),
      heading('II', 1),
      heading('III.3', 3),
      heading('IV', 1, { favorite: true }),
      passage('joined', { note: '.c1', tags: ['c1'] }),
      heading('V', 1),
      heading('V.1', 2),
      passage('end', { favorite: true }),
      heading('VI', 1, { favorite: true }),
    ];
    expect(chosen(choice, highlights)).toBe(expected);
    expect(chosen({}, highlights).split(' ')).toHaveLength(highlights.length);
  });

  it('should be refused when a condition is misspelt, in the settings and in rules', () => {
    const wrong = { any: { favorite: true } };
    expect(parseSettings({ scope: { highlights: wrong } })).toMatchObject({
      problems: [{ key: 'scope.highlights.any', mistake: { code: 'unknown-keys', keys: ['favorite'] } }],
    });
    expect(parseSettings({ rules: [{ when: {}, then: { highlights: wrong } }] })).toMatchObject({
      problems: [{ key: 'then.highlights.any', mistake: { code: 'unknown-keys' } }],
    });
    expect(parseSettings({ scope: { highlights: { none: { texts: '/a.*/' } } } })).toMatchObject({
      problems: [{ key: 'scope.highlights.none.texts', mistake: { code: 'regular-expression' } }],
    });
    const parsed = parseSettings({ scope: { highlights: { ...wrong, which: {} } } });
    expect(parsed.ok ? [] : parsed.problems.map(settingsProblemText)).toEqual([
      'scope.highlights.any: "favorite" is not known here. Did you mean "favorites"?',
      'scope.highlights: "which" is not known here. It may hold any, none.',
    ]);
    expect(unknownSettings({ scope: { highlights: { any: { favorites: true } } } })).toEqual([]);
  });

  it('should be refused when it has a color that no highlight can have', () => {
    const withColors = (...colors: readonly string[]) =>
      parseSettings({ scope: { highlights: { any: { colors } } } });
    const parsed = withColors('purpel', 'Blue', ' ', 'red');
    expect(parsed.ok ? [] : parsed.problems.map(settingsProblemText)).toEqual([
      'scope.highlights.any.colors.0: "purpel" is not known here. Did you mean "purple"?',
      'scope.highlights.any.colors.3: "red" is not known here. It may hold yellow, blue, pink, orange, green, purple.',
    ]);
    expect(withColors().ok).toBe(true);
    expect(
      parseSettings({ rules: [{ when: {}, then: { highlights: { any: { colors: ['x'] } } } }] }),
    ).toMatchObject({
      problems: [{ key: 'then.highlights.any.colors.0', mistake: { code: 'unknown-word', word: 'x' } }],
    });
  });
});
