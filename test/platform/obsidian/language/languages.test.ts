import { LANGUAGES, messagesOf, placeholdersIn } from './message-list';

const ENGLISH = messagesOf('en');
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** Counts that a library may have, and their like. */
const COUNTS = [...Array.from({ length: 1200 }, (_, index) => index), 10_000, 100_000, 123_456];

describe.each(LANGUAGES)('the language %s', (language) => {
  const messages = messagesOf(language);

  it('should be known to the language of computers', () => {
    expect(Intl.PluralRules.supportedLocalesOf(language)).toEqual([language]);
  });

  it('should have every message that English has, in its order, and no other', () => {
    expect([...messages.keys()]).toEqual([...ENGLISH.keys()]);
  });

  it('should ask for the values that English asks for', () => {
    for (const [path, forms] of messages) {
      const asked = Object.values(forms).flatMap(placeholdersIn);
      expect({ path, asked: [...new Set(asked)].sort() }).toEqual({
        path,
        asked: placeholdersIn(Object.values(ENGLISH.get(path) ?? {}).join(' ')),
      });
    }
  });

  it('should have a form for each count, and none that no count asks for', () => {
    const rules = new Intl.PluralRules(language);
    const needed = [...new Set([...COUNTS.map((count) => rules.select(count)), 'other'])].sort();
    for (const [path, forms] of messages) {
      if (!('one' in (ENGLISH.get(path) ?? {}))) continue;
      expect({ path, forms: Object.keys(forms).sort() }).toEqual({ path, forms: needed });
    }
  });

  it('should say no number that the program decides, but ask for it', () => {
    const found = [...messages].filter(
      ([path, forms]) =>
        !path.startsWith('engine') && Object.values(forms).some((text) => /\d{3}/.test(text)),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });

  it('should have no message that is empty, padded or typed with straight quotes', () => {
    for (const [path, forms] of messages) {
      for (const text of Object.values(forms))
        expect(
          text.trim() === text && text !== '' && (path.startsWith('engine') || !/["']/.test(text))
            ? ''
            : `${path}: ${text}`,
        ).toBe('');
    }
  });
});

describe.each(OTHERS)('the translation into %s', (language) => {
  it('should leave no message of several words as it is in English', () => {
    const messages = messagesOf(language);
    const hasWords = (text: string): boolean =>
      /\p{L} \p{L}/u.test(text.replace(/\{\w+\}|Readwise|Reader/g, ''));
    const same = [...ENGLISH].filter(
      ([path, { other = '' }]) => hasWords(other) && messages.get(path)?.['other'] === other,
    );
    expect(same.map(([path]) => path)).toEqual([]);
  });
});

/** What is seen on a control, and what it is called: who calls it by voice says what is seen. */
const CALLED = [
  ['plan › show', 'plan › showFor'],
  ['plan › hide', 'plan › hideFor'],
  ['templates › open', 'templates › openOf'],
  ['templates › duplicate', 'templates › duplicateOf'],
  ['preview › choose', 'preview › chooseItem'],
  ['failures › retry', 'failures › retryOf'],
  ['conflicts › mine', 'conflicts › does › mine'],
  ['conflicts › theirs', 'conflicts › does › theirs'],
  ['conflicts › both', 'conflicts › does › both'],
  ['settings › token › check', 'check › title'],
  ['keeping › leave › act', 'leaving › title'],
  ['keeping › exportSettings › act', 'transfer › exportTitle'],
  ['transfer › apply', 'transfer › importTitle'],
] as const;

it.each(LANGUAGES)('should call each control in %s by what is seen on it', (language) => {
  const messages = messagesOf(language);
  const textAt = (path: string): string =>
    (messages.get(path)?.['other'] ?? '').toLowerCase().replace(/\s?…/, '');
  expect(
    CALLED.filter(([seen, name]) => textAt(seen) === '' || !textAt(name).includes(textAt(seen))),
  ).toEqual([]);
});

/** Buttons that stand side by side. */
const BESIDE = [
  ['rules › undo', 'changes › close'],
  ['rules › save', 'rules › cancel'],
  ['time › details', 'progress › cancel'],
  ['hold › keepAll', 'hold › later'],
  ['conflicts › mine', 'conflicts › theirs'],
  ['conflicts › theirs', 'conflicts › both'],
  ['outOfScope › leave', 'outOfScope › later'],
  ['outOfScope › archive', 'outOfScope › trash'],
  ['start › begin', 'start › notNow'],
  ['start › back', 'start › next'],
] as const;

it.each(LANGUAGES)('should call buttons side by side in %s by different words', (language) => {
  const messages = messagesOf(language);
  expect(
    BESIDE.filter(
      ([one, other]) => (messages.get(one)?.['other'] ?? '') === (messages.get(other)?.['other'] ?? ''),
    ),
  ).toEqual([]);
});

/** What no text of a language has. */
const NEVER = [
  {
    language: 'fr',
    what: 'a space that may break before a high sign of punctuation, or inside quotation marks',
    pattern: / [;:!?»]|« /,
  },
  {
    language: 'ja',
    what: 'half-width punctuation after Japanese',
    pattern: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][,:;!?]/u,
  },
  { language: 'de', what: 'an ellipsis without a space before it', pattern: /[^\s/]…/ },
];
/** Where signs stand for themselves. */
const OF_SIGNS = /^(ruleFields › when|engine › (folderSigns|groups)$)/;

it.each(NEVER)('should not have, in $language, $what', ({ language, pattern }) => {
  const found = [...messagesOf(language)].filter(
    ([path, forms]) => !OF_SIGNS.test(path) && Object.values(forms).some((text) => pattern.test(text)),
  );
  expect(found).toEqual([]);
});
