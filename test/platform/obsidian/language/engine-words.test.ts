import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemWithBaseUrl, problemWithFolder } from '../../../../src/core/settings';
import { translated } from '../../../../src/platform/obsidian/language/engine-words';
import { Speech } from '../../../../src/platform/obsidian/language/speech';
import { LANGUAGES, messagesOf } from './message-list';

const SRC = join(__dirname, '../../../../src');
const engineIn = (language: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...messagesOf(language)].filter(([path]) => path.startsWith('engine › ')).map(([path, { other = '' }]) => [path.slice('engine › '.length), other]));
const german = new Speech('de', 'unit');
const inGerman = (text: string): string => translated(text, { english: engineIn('en'), spoken: engineIn('de'), fill: (message, values) => german.fill(message, values) });

describe('what the engine says', () => {
  it.each([
    [problemWithFolder(' ') ?? '', 'Der Ordner braucht einen Namen'],
    [problemWithFolder('a:b') ?? '', 'Der Ordner darf keines dieser Zeichen enthalten: \\ : * ? " < > | # ^ [ ]'],
    [problemWithBaseUrl('readwise') ?? '', 'Die Basis-URL muss aussehen wie https://readwise.io'],
    ['1200 of 15000 notes would be removed at once.', '1.200 von 15.000 Notizen würden auf einmal entfernt.'],
    ['The template for books, Templates/Mine (old).md, is not in the vault. Choose another in the settings, or put it back.', 'Die Vorlage für books, Templates/Mine (old).md, ist nicht im Vault. Wähle in den Einstellungen eine andere, oder lege sie zurück.'],
  ])('should be said in German: %s', (english, spoken) => {
    expect(inGerman(english)).toBe(spoken);
  });

  it('should stay as it is when nobody has translated it', () => {
    expect(inGerman('The disk is full.')).toBe('The disk is full.');
  });

  it('should be what the engine really says, in all its parts', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.startsWith('platform'));
    const sources = files.map((path) => readFileSync(join(SRC, path), 'utf8').replaceAll('\\\\', '\\')).join('\n');
    // A count and its noun are put together, as in "1 note" and "2 notes".
    const parts = Object.values(engineIn('en')).flatMap((message) => message.split(/(?:\{\w+\}|1)(?: notes?)?|\b(?:it|them)\b/));
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });

  it.each(LANGUAGES)('should be understood in English when it is said with any value, in %s', (language) => {
    const english = engineIn('en');
    for (const [key, message] of Object.entries(english)) {
      const said = message.replace(/\{(\w+)\}/g, 'Größe (1.5) [x]');
      expect(translated(said, { english, spoken: engineIn(language), fill: (text, values) => new Speech(language, 'unit').fill(text, values) })).toBe((engineIn(language)[key] ?? '').replace(/\{(\w+)\}/g, 'Größe (1.5) [x]'));
    }
  });
});
