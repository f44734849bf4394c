import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineWords } from '../../../../src/platform/obsidian/language/engine-words';
import type { Plural } from '../../../../src/platform/obsidian/language/messages';
import { Speech } from '../../../../src/platform/obsidian/language/speech';
import * as readwise from '../../../../src/readwise/errors';
import { LANGUAGES } from './message-list';
import { TEXTS_OF_ENGINE, TEXTS_OF_PROBLEMS } from './said-in-engine';
import { oddSentences, serviceErrors } from './service-sentences';
import { missingTemplateSentences, settingsSentences, templateSentences } from './settings-sentences';

type Said = Readonly<Record<string, string | Plural>>;

const engineIn = (language: string): Said =>
  (
    JSON.parse(readFileSync(join(__dirname, `../../../../languages/${language}.json`), 'utf8')) as {
      readonly engine: Said;
    }
  ).engine;
const ENGLISH = engineIn('en');
const wordsIn = (language: string, spoken = engineIn(language)): EngineWords =>
  new EngineWords({ english: ENGLISH, spoken, speech: new Speech(language, 'unit') });
const formsOf = (message: string | Plural): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

/** Of sentences that are put together; as wholes, they are among those that the engine is made to say. */
const PIECES = [
  'must be … or …',
  'must be …',
  'true or false',
  '… (the first is …: …).',
  '"…" takes …, not ….',
  '… values or more',
  '… to … values',
];

let errors: readonly Error[];
let sentences: readonly string[];

beforeAll(async () => {
  errors = await serviceErrors();
  sentences = [
    ...new Set([
      ...errors.map(({ message }) => message),
      ...oddSentences(),
      ...settingsSentences(),
      ...templateSentences(),
      ...(await missingTemplateSentences()),
    ]),
  ];
});

describe('what the engine says', () => {
  it.each(LANGUAGES.filter((language) => language !== 'en'))('should all be said in %s', (language) => {
    const words = wordsIn(language);
    expect(sentences.filter((sentence) => words.translated(sentence) === sentence)).toEqual([]);
  });

  it('should be each of the messages that are translated, when it is made to say it, or else a text of its code', () => {
    const marks = Object.fromEntries(
      Object.entries(ENGLISH).map(([key, message]) => [
        key,
        `<${key}>${[...new Set((formsOf(message)[0] ?? '').match(/\{[a-z]+\}/g))].join('')}`,
      ]),
    );
    const words = wordsIn('en', marks);
    const said = new Set(
      sentences.flatMap((sentence) =>
        [...words.translated(sentence).matchAll(/<(\w+)>/g)].map(([, key]) => key),
      ),
    );
    const isText = (message: string | Plural): boolean =>
      formsOf(message).every((form) => TEXTS_OF_ENGINE.has(form.replace(/\{[a-z]+\}/g, '…')));
    expect(
      Object.entries(ENGLISH).flatMap(([key, message]) => (said.has(key) || isText(message) ? [] : [key])),
    ).toEqual([]);
  });

  it('should have words for every kind of error that the service may end in', () => {
    const kinds = Object.entries(readwise).flatMap(([name, kind]) =>
      kind.prototype instanceof readwise.ReadwiseError ? [name] : [],
    );
    expect([...new Set(errors.map(({ name }) => name))].sort()).toEqual(kinds.sort());
  });

  it('should have words for every text in which people are told of a problem', () => {
    const words = wordsIn('de');
    const known = (text: string): boolean =>
      words.translated(text.replaceAll('…', '1')) !== text.replaceAll('…', '1');
    expect(TEXTS_OF_PROBLEMS.filter((text) => !known(text) && !PIECES.includes(text))).toEqual([]);
  });
});

describe('words of the engine in another language', () => {
  const german = wordsIn('de');

  it('should stay as they are when nobody has translated them', () => {
    expect(german.translated('The disk is full.')).toBe('The disk is full.');
    expect(german.translated('EACCES: permission denied, open “A. B.md”')).toBe(
      'EACCES: permission denied, open “A. B.md”',
    );
    expect(german.translated('')).toBe('');
  });

  it('should be said around what somebody else said', () => {
    expect(german.translated('Could not move Books/A. B.md out of the way: EBUSY: resource busy.')).toBe(
      'Books/A. B.md konnte nicht aus dem Weg geräumt werden: EBUSY: resource busy.',
    );
    expect(
      german.translated(
        'While fetching documents, page 12: the service rejected the request (400: No. Really; no.). Correct what it names and try again.',
      ),
    ).toBe(
      'Abrufen der Dokumente, Seite 12: Readwise hat die Anfrage abgelehnt (400: No. Really; no.). Korrigiere, was genannt wird, und versuche es erneut.',
    );
  });

  it('should be said of several things that are told one after the other', () => {
    const told =
      'A.md, line 1, column 2: There is no field "a" here. Did you mean "b"? B.md, line 1204, column 4: There is no field "c" here. Until that is put right, notes are written with the last good version of the template.';
    expect(german.translated(told)).toBe(
      'A.md, Zeile 1, Spalte 2: Ein Feld „a“ gibt es hier nicht. Meintest du „b“? B.md, Zeile 1.204, Spalte 4: Ein Feld „c“ gibt es hier nicht. Bis das in Ordnung gebracht ist, werden Notizen mit der letzten fehlerfreien Fassung der Vorlage geschrieben.',
    );
    expect(german.translated('folder: must be text; scope: must be an object')).toBe(
      'folder: muss Text sein; scope: muss ein Objekt sein',
    );
    expect(
      wordsIn('ja').translated('The note belongs to an item already. The note is not there any more.'),
    ).toBe('ノートはすでに別のアイテムのものです。ノートがもうありません。');
  });

  it('should have the form that a number asks for', () => {
    expect(german.translated('1200 notes would be removed, and only 10 were allowed.')).toBe(
      '1.200 Notizen würden entfernt, erlaubt waren aber nur 10.',
    );
    expect(german.translated('1 note would be removed, and only 0 were allowed.')).toBe(
      '1 Notiz würde entfernt, erlaubt waren aber nur 0.',
    );
  });

  it('should hold what names say, whatever it is', () => {
    expect(
      german.translated(
        'The template for pictures, Templates/Mine (old) {count} $&.md, is not in the vault. Choose another in the settings, or put it back.',
      ),
    ).toBe(
      'Die Vorlage für pictures, Templates/Mine (old) {count} $&.md, ist nicht im Vault. Wähle in den Einstellungen eine andere, oder lege sie zurück.',
    );
  });

  it('should not take long when a text is long and nobody knows it', () => {
    const long = 'While (a; b. c) line 1, column 2: "x" or "y" could not be reached; '.repeat(60);
    expect(german.translated(long)).toBe(long);
  });
});
