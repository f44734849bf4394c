import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { foldedPath, plainPath, suffixedPath } from '../../src/notes/names/naming';
import { hostileText } from '../model/hostile-text';
import { hostileRuns } from './runs';

const PIECES = [
  ...`
    ../ / // C: file:/// .obsidian/plugins/x/main.js %2e%2e%2f %00 ．．／ ‥ ⁄ ∕ ： CON con.txt aux COM1
    com¹ LPT9 PRN. . .. ... ~ - .git .trash desktop.ini .md ! < > | ? * : # ^ [ ] [[ ]] |alias #heading
    ^block %% % <% {{ &amp; é Å ﬁ İ ß ẞ K 한 각 書 עברית العربية हिन्दी 🙂 🇩🇪 👍🏽 a Walden
  `
    .trim()
    .split(/\s+/),
  '..\\',
  '\\',
  'C:\\',
  '\\\\server\\share',
  '\u0000',
  '\u202e',
  '\u200f',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u3164',
  'NUL .md',
  'CONIN$',
  'CLOCK$',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\u2028',
  '~$',
  '$',
  "'",
  '"',
  '`',
  'e\u0301',
  '👩‍👩‍👧',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '\ud83d',
  '\udc00',
  '\uffff',
  '\ufdd0',
  'x'.repeat(90),
  '書'.repeat(50),
  '🙂'.repeat(40),
  'e\u0301'.repeat(60),
];

const title = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
  },
  { weight: 1, arbitrary: hostileText() },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
      .map((codes) => String.fromCodePoint(...codes)),
  },
);

const FOLDER = 'Library/Readwise';
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

/** What some system, or a link in a note, would make of a name that is not what it says. */
function problemsOfName(name: string): readonly string[] {
  const stem = name.replace(/\.md$/, '');
  const checks: readonly (readonly [problem: string, holds: boolean])[] = [
    ['not a note', !name.endsWith('.md') || stem === ''],
    ['too long', Buffer.byteLength(name) > 200 || name.length > 150],
    ['forbidden on Windows or Android', /[<>:"/\\|?*\p{Cc}]/u.test(name)],
    ['half a pair, or no character', /[\p{Cs}\p{Noncharacter_Code_Point}]/u.test(name)],
    ['reads in another order than it is', /[\u202a-\u202e\u2066-\u2069]/.test(name)],
    ['hidden, or taken for an option or a lock', /^[.~-]/.test(name)],
    ['ends in a dot or blank', /[.\s]$/.test(stem) || /^\s/.test(stem)],
    ['reserved', RESERVED.test(name)],
    ['breaks links', /[#^[\]|]|%%/.test(name)],
    ['another name on another system', name !== name.normalize('NFC')],
    ['a folder', win32.basename(name) !== name || posix.basename(name) !== name],
  ];
  return checks.flatMap(([problem, holds]) => (holds ? [problem] : []));
}

/** How file systems that know no case and no forms compare names. */
const folded = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

jest.setTimeout(900_000);

describe('file names', () => {
  it('should be legal on every system, stay in the folder, and be the same for every form of a title, when it is anything at all (I9)', () => {
    fc.assert(
      fc.property(
        title,
        fc.constantFrom('b:41000008', 'd:01hw3aaaaaaaaaaaaaaaaaaaab', 'd:../../x'),
        (given, key) => {
          const folder = `${FOLDER}/Books`;
          const plain = plainPath({ title: given, folder });
          const problems = [plain, suffixedPath({ key, title: given, folder })].flatMap((path) => [
            ...problemsOfName(path.slice(folder.length + 1)),
            ...(path.startsWith(`${folder}/`) &&
            posix.normalize(path) === path &&
            win32.relative(folder, path).split('\\').length === 1
              ? []
              : [`leaves the folder: ${path}`]),
          ]);
          for (const form of ['NFC', 'NFD'] as const) {
            if (plainPath({ title: given.normalize(form), folder }) !== plain)
              problems.push(`another name for the title's ${form}`);
          }
          if (problems.length > 0) throw new Error(problems.join('\n'));
        },
      ),
      hostileRuns(1),
    );
  });

  it('should be different for different items when their titles are alike (I9)', () => {
    const TITLES_AT_ONCE = 5;
    const alike = fc.array(
      fc.tuple(title, fc.constantFrom('', ' ', '.', '\u200b', '/', '?')).map((two) => two.join('')),
      { minLength: 1, maxLength: 2 },
    );
    fc.assert(
      fc.property(
        alike,
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: TITLES_AT_ONCE, maxLength: TITLES_AT_ONCE }),
        (titles, choices) => {
          const items = choices.map(([choice, isUpper], index) => {
            const chosen = titles[choice % titles.length] ?? '';
            return { key: `b:${String(index + 8)}`, title: isUpper ? chosen.toUpperCase() : chosen };
          });
          const taken = new Set<string>();
          const paths = items.map((item) => {
            const plain = plainPath({ folder: FOLDER, title: item.title });
            const path = taken.has(foldedPath(plain)) ? suffixedPath({ ...item, folder: FOLDER }) : plain;
            taken.add(foldedPath(path));
            return path;
          });
          const distinct = new Set(paths.map(folded));
          if (distinct.size !== paths.length) throw new Error(paths.join('\n'));
        },
      ),
      hostileRuns(TITLES_AT_ONCE),
    );
  });
});
