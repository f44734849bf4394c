import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Messages } from '../../../../src/platform/obsidian/language/messages';
import { RuleWords } from '../../../../src/platform/obsidian/language/rule-words';
import { Speech } from '../../../../src/platform/obsidian/language/speech';
import { spoken } from '../../../../src/platform/obsidian/language/spoken';
import { anyRule, ruleOf } from '../../../core/rules/some-facts';
import { HISTORIES } from '../../../property/runs';
import { LANGUAGES } from './message-list';

function wordsIn(language: string): RuleWords {
  const messages = JSON.parse(
    readFileSync(join(__dirname, `../../../../languages/${language}.json`), 'utf8'),
  ) as Messages;
  const speech = new Speech(language, messages.general.listType);
  return new RuleWords({
    phrases: spoken(messages.ruleSays, speech),
    speech,
    places: messages.scopeNames.documentLocations,
    categories: { ...messages.kindNames, ...messages.categoryNames },
    templateName: (choice) => choice,
  });
}

const STUDY = [
  { kinds: ['article', 'tweet'], tags: { any: ['work', 'ai'] }, age: { newerThanDays: 30 } },
  { folder: 'Work', template: 'study' },
] as const;
const MANY = [
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
] as const;
const OLD = [
  {
    highlights: { max: 1 },
    age: { olderThanDays: 1, newerThanDays: 1000, of: 'published' },
    favorites: true,
  },
  { leaveOut: true },
] as const;

describe('a rule in words', () => {
  it.each([
    ['en', STUDY, 'Articles and tweets tagged work or ai, newer than 30 days → folder Work, template study'],
    [
      'en',
      MANY,
      'Everything of category Emails or Feed items, in Later, from kindle, tagged a and b, not tagged c, with “Zola” in the author, with a title like “*life”, with a site that matches /^x/i, with 2 to 5 highlights, without a favorite highlight → full text in a file of its own, a note for each highlight',
    ],
    [
      'de',
      STUDY,
      'Artikel und Tweets mit dem Tag work oder ai, neuer als 30 Tage → Ordner Work, Vorlage study',
    ],
    [
      'de',
      MANY,
      'Alle Einträge der Kategorie E-Mails oder Feed-Einträge, in Later, aus kindle, mit den Tags a und b, ohne das Tag c, mit „Zola“ im Namen des Autors, mit einem Titel wie „*life“, mit einer zu /^x/i passenden Website, mit 2 bis 5 Markierungen und ohne Markierung als Favorit → Volltext in einer eigenen Datei, eine Notiz für jede Markierung',
    ],
    [
      'de',
      OLD,
      'Alle Einträge mit höchstens 1 Markierung, mit einer Markierung als Favorit, vor mindestens 1 Tag veröffentlicht und vor weniger als 1.000 Tagen veröffentlicht → ausgeschlossen',
    ],
    [
      'fr',
      STUDY,
      'Articles et tweets avec le tag work ou ai et de moins de 30 jours → dossier Work et modèle study',
    ],
    [
      'es',
      STUDY,
      'Artículos y tuits con la etiqueta work o ai y de menos de 30 días → carpeta Work y plantilla study',
    ],
    [
      'ja',
      STUDY,
      '記事、ツイート（タグ workまたはai あり、保存から 30 日未満） → フォルダ Work、テンプレート study',
    ],
  ] as const)('should be said in %s', (language, [when, then], sentence) => {
    expect(wordsIn(language).describe(ruleOf({ when, then }))).toBe(sentence);
  });

  it.each([
    [{}, {}, 'Everything → as without rules'],
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
    [{ highlights: { max: 0 } }, { folder: '' }, 'Everything without highlights → as without rules'],
    [
      { age: { olderThanDays: 1, newerThanDays: 9, of: 'published' } },
      {},
      'Everything published at least 1 day ago, published less than 9 days ago → as without rules',
    ],
    [
      { age: { olderThanDays: 7, of: 'lastHighlighted' }, kinds: [], title: '' },
      {},
      'Everything last highlighted at least 7 days ago → as without rules',
    ],
    [{ age: { olderThanDays: 365 } }, {}, 'Everything older than 365 days → as without rules'],
  ])('should say %j and %j in a sentence', (when, then, sentence) => {
    expect(wordsIn('en').describe(ruleOf({ when, then }))).toBe(sentence);
  });

  it('should say that it is switched off when it is, and that it does nothing when it does', () => {
    expect(wordsIn('de').describe(ruleOf({ enabled: false }))).toBe(
      'Alle Einträge → wie ohne Regeln (ausgeschaltet)',
    );
  });

  it.each(LANGUAGES)('should leave nothing unsaid in %s when the rule is any', (language) => {
    const words = wordsIn(language);
    fc.assert(
      fc.property(anyRule, (rule) => {
        expect(words.describe(ruleOf(rule))).toMatch(/^\S+(?:[ \u202F]\S+)* → \S+(?:[ \u202F]\S+)*$/u);
      }),
      HISTORIES,
    );
  });
});
