import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './run-script';

interface Language {
  readonly engine: object;
}

const FOLDER = join(__dirname, '../../languages');
const LANGUAGES = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Language,
  ]),
);

/** What the engine says is found by its words; its keys are not packed. */
const withoutKeys = ({ engine, ...others }: Language = { engine: {} }): object => ({
  ...others,
  engine: Object.values(engine),
});

/** What the plugin has of languages that were packed, for each that is asked for. */
const unpacked = (languages: object, asked: readonly string[]): Promise<readonly unknown[]> =>
  runScript(`
    import { packLanguages } from './build/packed-languages.mjs';
    import { unpackLanguage } from './build/unpack-language.mjs';
    const packed = packLanguages(${JSON.stringify(languages)});
    console.log(JSON.stringify(${JSON.stringify(asked)}.map((language) => unpackLanguage(packed, language))));
  `);

describe('packed languages', () => {
  it('should be what their files say', async () => {
    const codes = Object.keys(LANGUAGES);
    const said = (await unpacked(LANGUAGES, codes)) as readonly Language[];
    expect(said.map(withoutKeys)).toEqual(codes.map((code) => LANGUAGES[code]).map(withoutKeys));
  });

  it('should speak English where a message is missing, and for a language that is not there', async () => {
    const en = {
      hello: 'Hello',
      notes: { one: '{count} note', other: '{count} notes' },
      more: { other: 'Other', deep: { last: 'Last' } },
    };
    const de = {
      notes: { one: '{count} Notiz', other: '{count} Notizen' },
      more: { deep: { last: 'Letztes' } },
      gone: 'Weg',
    };
    expect(await unpacked({ de, en }, ['de', 'tlh', 'toString'])).toEqual([
      { hello: 'Hello', notes: de.notes, more: { other: 'Other', deep: { last: 'Letztes' } } },
      en,
      en,
    ]);
  });
});
