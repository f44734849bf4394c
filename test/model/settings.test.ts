import { settingsProblemText } from '../../src/messages/settings-messages';
import {
  archiveFolderOf,
  parseSettings,
  problemWithBaseUrl,
  problemWithFolder,
} from '../../src/model/settings';

describe('parseSettings', () => {
  it('should give the defaults when there is nothing', () => {
    for (const nothing of [undefined, null, {}]) {
      expect(parseSettings(nothing)).toMatchObject({
        ok: true,
        settings: {
          baseUrl: 'https://readwise.io',
          folder: 'Readwise',
          syncOnOpen: true,
          intervalMinutes: 60,
        },
      });
    }
  });

  it('should keep what it does not know', () => {
    expect(parseSettings({ later: { x: 1 }, scope: { more: true } })).toMatchObject({
      ok: true,
      settings: { later: { x: 1 }, scope: { more: true, discarded: false } },
    });
  });

  it.each([
    [{ syncOnOpen: 'yes' }, 'syncOnOpen: must be true or false'],
    [{ folder: 7 }, 'folder: must be text'],
    [
      { folder: '../out' },
      'folder: The folder is a path inside the vault, like Readwise or Library/Readwise',
    ],
    [{ intervalMinutes: -1 }, 'intervalMinutes: must be a whole number from 0 to 10080'],
    [{ intervalMinutes: 1.5 }, 'intervalMinutes: must be a whole number from 0 to 10080'],
    [{ scope: { bookCategories: 'books' } }, 'scope.bookCategories: must be a list'],
    [
      { scope: { bookCategories: ['Tweets'] } },
      'scope.bookCategories.0: "Tweets" is not known here. Did you mean "tweets"?',
    ],
    [
      { scope: { documentCategories: ['hologram', 'articles'] } },
      'scope.documentCategories.1: "articles" is not known here. Did you mean "article"?',
    ],
    [
      { scope: { documentLocations: ['inbox'] } },
      'scope.documentLocations.0: "inbox" is not known here. It may hold new, later, shortlist, archive, feed.',
    ],
    [
      { fullText: { categories: ['pdfs'] } },
      'fullText.categories.0: "pdfs" is not known here. Did you mean "pdf"?',
    ],
    [{ unwrapText: ['books'] }, 'unwrapText.0: "books" is not known here. Did you mean "book"?'],
    [
      { baseUrl: 'http://example.com' },
      'baseUrl: The server address must start with https:// (http:// is only for this machine itself)',
    ],
    [{ deletions: { untouched: 'erase' } }, 'deletions.untouched: must be "trash" or "archive" or "mark"'],
    [{ deletions: { touched: 'trash' } }, 'deletions.touched: must be "mark" or "archive"'],
    [
      { deletions: { archiveFolder: '.hidden' } },
      'deletions.archiveFolder: The folder is a path inside the vault, like Readwise or Library/Readwise',
    ],
    [{ attachments: { maxMegabytes: 0 } }, 'attachments.maxMegabytes: must be a number up to 500'],
    [{ attachments: { maxMegabytes: 501 } }, 'attachments.maxMegabytes: must be a number up to 500'],
    [
      { tokenSecret: 'My token' },
      'tokenSecret: The name of a secret has only small letters, digits and dashes',
    ],
    [
      { timeZone: 'Europe/Atlantis' },
      'timeZone: There is no time zone “Europe/Atlantis”. Write its name like Europe/Berlin, America/New_York or UTC',
    ],
    [{ timeZone: 2 }, 'timeZone: must be text'],
    [{ version: 2 }, 'version: was written by a newer version of Florilegium; update it'],
    [[], 'settings: must be an object'],
    [{ scope: [] }, 'scope: must be an object'],
    [
      { rules: [{ name: 'Work', when: { autor: '' }, then: {} }] },
      'rules: Rule 1 "Work": when: "autor" is not known here. Did you mean "author"?',
    ],
  ])('should name the key and what it may hold when it is %j', (value, problem) => {
    const parsed = parseSettings(value);
    expect(parsed.ok ? [] : parsed.problems.map(settingsProblemText)).toEqual([problem]);
  });
});

describe('problemWithBaseUrl', () => {
  it.each([
    'https://readwise.io',
    'https://readwise.io/',
    'http://localhost:8080',
    'http://127.0.0.1:1',
    'http://[::1]:9',
  ])('should accept %s', (url) => {
    expect(problemWithBaseUrl(url)).toBeNull();
  });

  it.each([
    '',
    'readwise.io',
    'https://u:p@readwise.io',
    'https://readwise.io/path',
    'http://127.0.0.1.evil.example',
    'ftp://x',
    'https://readwise.io?x',
  ])('should refuse %j', (url) => {
    expect(problemWithBaseUrl(url)).not.toBeNull();
  });
});

describe('problemWithFolder', () => {
  it.each(['Readwise', 'Library/Readwise', 'Été 2026'])('should accept %s', (folder) => {
    expect(problemWithFolder(folder)).toBeNull();
  });

  it.each([
    '',
    ' ',
    ' a',
    'a/ b',
    'a /b',
    '/abs',
    'a//b',
    '../x',
    '.hidden',
    'a/.obsidian',
    'C:\\x',
    'a.',
    'x#y',
    'x\u0000',
    'x\u202ey',
    '\ud800',
  ])('should refuse %j', (folder) => {
    expect(problemWithFolder(folder)).not.toBeNull();
  });
});

describe('archiveFolderOf', () => {
  it.each([
    [{}, 'Readwise/Archive'],
    [{ folder: 'Library' }, 'Library/Archive'],
    [{ folder: 'Library', deletions: { archiveFolder: 'Old/Notes' } }, 'Old/Notes'],
  ])('should be in the folder of the notes unless another is named, as in %j', (given, folder) => {
    const parsed = parseSettings(given);
    expect(parsed.ok ? archiveFolderOf(parsed.settings) : parsed.problems).toBe(folder);
  });
});
