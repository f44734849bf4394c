import { parseSettings, type Settings } from '../../src/core/settings';
import { readTransfer, transferText } from '../../src/core/settings-transfer';

function settings(values: object = {}): Settings {
  const parsed = parseSettings(values);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.settings;
}

const MINE = {
  folder: 'Library',
  scope: { discarded: true },
  templates: { book: 'Templates/mine.md', categories: { pdf: 'built-in:study' } },
  rules: [{ enabled: true, when: { tags: { any: ['x'] } }, then: { folder: 'X' } }],
};

describe('settings that are taken to another vault', () => {
  it('should be the same there, and nothing of another vault or beside the settings should come along', () => {
    const from = settings({
      ...MINE,
      token: 'secret',
      scope: { ...MINE.scope, apiKey: 'secret' },
      tokenSecret: 'my-secret-name',
    });
    const text = transferText(from, [{ path: 'Templates/mine.md', text: '# {{title}}' }]);
    expect(text).not.toMatch(/secret/i);
    const read = readTransfer(text, settings({ tokenSecret: 'theirs', intervalMinutes: 5 }));
    expect(read).toMatchObject({
      ok: true,
      settings: { ...MINE, tokenSecret: 'theirs', intervalMinutes: 60 },
      templates: [{ path: 'Templates/mine.md' }],
    });
    expect(read.ok && read.changes.map(({ key }) => key)).toEqual([
      'folder',
      'intervalMinutes',
      'scope.discarded',
      'templates.book',
      'templates.categories.pdf',
      'rules',
    ]);
    expect(read.ok && readTransfer(text, read.settings)).toMatchObject({ changes: [] });
  });

  it('should not say where the token is sent: whoever made the text would choose that (I11)', () => {
    const mine = settings({ baseUrl: 'https://mine.example.org' });
    expect(transferText(mine, [])).not.toContain('mine.example.org');
    for (const text of [
      '{"baseUrl":"https://theirs.example.org"}',
      '{"florilegium":"settings","settings":{"baseUrl":"https://theirs.example.org","folder":"Readwise"}}',
    ]) {
      expect(readTransfer(text, mine)).toMatchObject({
        ok: true,
        changes: [],
        settings: { baseUrl: 'https://mine.example.org' },
      });
    }
  });

  it('should be taken from a settings file itself, over what it does not name', () => {
    expect(readTransfer('{"folder":"Other"}', settings({ intervalMinutes: 5 }))).toMatchObject({
      ok: true,
      settings: { folder: 'Other', intervalMinutes: 5 },
      changes: [{ key: 'folder', before: '"Readwise"', after: '"Other"' }],
    });
  });

  it('should leave what a group does not name as it is', () => {
    const mine = settings({
      scope: { discarded: true, documentLocations: ['later'] },
      templates: { folder: 'T', categories: { pdf: 'P.md' } },
    });
    const read = readTransfer(
      '\ufeff{"scope":{"documentLocations":["archive"]},"templates":{"categories":{"email":"E.md"}}}',
      mine,
    );
    expect(read).toMatchObject({
      ok: true,
      settings: { scope: { discarded: true, documentLocations: ['archive'] } },
      changes: [
        { key: 'scope.documentLocations', before: '["later"]', after: '["archive"]' },
        { key: 'templates.categories.email', before: '', after: '"E.md"' },
      ],
    });
    expect(read.ok && read.settings.templates).toMatchObject({
      folder: 'T',
      categories: { pdf: 'P.md', email: 'E.md' },
    });
  });

  it('should neither export nor import a key that is none of ours, and keep it where it is', () => {
    const mine = settings({ colour: 1 });
    expect(transferText(mine, [])).not.toMatch(/colour/);
    expect(readTransfer('{"colour":2}', mine)).toMatchObject({ settings: { colour: 1 }, changes: [] });
  });

  it.each([
    ['no JSON', 'folder: x', /no text of settings/],
    ['a list', '[1]', /no text of settings/],
    ['no settings in it', '{"florilegium":"settings"}', /settings: is missing/],
    ['a bad value', '{"folder":"../out","intervalMinutes":1.5}', /folder: .*intervalMinutes: /s],
    [
      'a template outside of the vault',
      '{"florilegium":"settings","settings":{},"templates":[{"path":"../out.md","text":""}]}',
      /templates\.0\.path/,
    ],
    [
      'a template that is hidden',
      '{"florilegium":"settings","settings":{},"templates":[{"path":".obsidian/x.md","text":""}]}',
      /templates\.0\.path/,
    ],
    [
      'a template without a text',
      '{"florilegium":"settings","settings":{},"templates":[{"path":"x.md"}]}',
      /templates\.0: needs path and text/,
    ],
    [
      'a template that is no object',
      '{"florilegium":"settings","settings":{},"templates":[null]}',
      /templates\.0: needs path and text/,
    ],
    [
      'no list of templates',
      '{"florilegium":"settings","settings":{},"templates":{}}',
      /templates: must be a list/,
    ],
    [
      'a template that is no note',
      '{"florilegium":"settings","settings":{},"templates":[{"path":"x.js","text":""}]}',
      /templates\.0\.path/,
    ],
  ])('should be refused as a whole when there is %s', (_, text, problem) => {
    const read = readTransfer(text, settings());
    expect(read.ok ? '' : read.problems.join('\n')).toMatch(problem);
  });
});
