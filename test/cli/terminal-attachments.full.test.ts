import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { fileBytes } from '../support/file-bytes';
import { filesIn, startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

describe('florilegium sync with attachments', () => {
  let program: string;
  let server: ReferenceServer;
  let vault: string;
  let folder: string;

  beforeAll(async () => {
    program = await builtTerminal();
  });
  beforeEach(async () => {
    server = await startReferenceServer({
      library: new Library({ seed: 1 }),
      token: TOKEN,
      rateLimits: 'off',
    });
    [vault, folder] = [makeTemporaryFolder(), makeTemporaryFolder()];
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({
        baseUrl: server.url,
        attachments: { covers: true, images: true, files: true, maxMegabytes: 1 },
      }),
    );
  });
  afterEach(() => server.close());

  const sync = (...more: string[]): Promise<TerminalResult> =>
    startTerminal(
      program,
      [
        'sync',
        '--vault',
        vault,
        '--state',
        join(folder, 'state'),
        '--settings',
        join(folder, 'settings.json'),
        ...more,
      ],
      { environment: { READWISE_TOKEN: TOKEN } },
    ).result;

  const put = (name: string, bytes: Uint8Array): string => {
    server.web.set(name, bytes);
    return `${server.url}/files/${name}`;
  };

  it('should bring covers, images and files into the vault, once, and say what did not come (I5, I11, I14)', async () => {
    const { library } = server;
    const book = library.addBook({
      title: 'Walden',
      category: 'books',
      coverImageUrl: put('cover', fileBytes.jpg('a pond')),
    });
    library.addHighlight(book.id, {
      text: `See ![a map](${put('map', fileBytes.png('map'))}), ![large](${put('large', fileBytes.png('x'.repeat(1_100_000)))}) and ![mine](http://192.168.0.1/admin.png).`,
      location: 1,
    });
    const { id } = library.addDocument({ title: 'A paper', category: 'pdf', location: 'later' });
    server.web.set(id, fileBytes.pdf('paper'));
    server.faults.when(
      { path: '/api/v3/list/', matches: ({ query }) => query['withRawSourceUrl'] === 'true' },
      {
        kind: 'changed-body',
        change: (body) => body.replace(/https:\/\/readwise\.io(?=\/reader)/, server.url),
      },
    );

    const { code, stdout, stderr } = await sync('--json');
    expect(stderr).toContain('3 attachments fetched, 2 failed');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'done',
      vaultWrites: 7,
      attachments: {
        fetched: 3,
        failed: expect.arrayContaining([
          expect.objectContaining({ message: 'It has more than 1000000 bytes' }),
          expect.objectContaining({ id: 'http://192.168.0.1/admin.png' }),
        ]) as unknown,
      },
    });
    const before = filesIn(vault);
    const names = Object.keys(before)
      .filter((path) => path.startsWith('Readwise/Attachments/'))
      .map((path) => path.slice('Readwise/Attachments/'.length));
    expect(names.map((name) => name.replace(/^.*\./, '')).sort()).toEqual(['jpg', 'pdf', 'png']);
    for (const name of names) expect(Object.values(before).join('\n')).toContain(name);

    expect(JSON.parse((await sync('--json')).stdout)).toMatchObject({ vaultWrites: 0 });
    rmSync(join(folder, 'state'), { recursive: true });
    expect(JSON.parse((await sync('--json')).stdout)).toMatchObject({ vaultWrites: 0 });
    expect(filesIn(vault)).toEqual(before);
    const asked = server.requests.entries
      .map(({ path }) => path)
      .filter((path) => /^\/(?:files|reader)\//.test(path));
    expect([...asked].sort()).toEqual([
      '/files/cover',
      '/files/large',
      '/files/large',
      '/files/map',
      `/reader/document_raw_content/${id}`,
    ]);
  });
});
