import type { App as RealApp } from 'obsidian';
import { RequestUrlDownloader } from '../../../src/obsidian/network/attachment-downloader';
import { ObsidianAttachments } from '../../../src/obsidian/vault/attachment-files';
import { ObsidianVault } from '../../../src/obsidian/vault/obsidian-vault';
import { RequestUrlHttpClient } from '../../../src/obsidian/network/request-url-http-client';
import { runSync } from '../../../src/sync/run-sync';
import { App } from '../../browser/app/app-model';
import { settings } from '../../simulation/world';
import { Library } from '../../server/library';
import { startReferenceServer } from '../../server/reference-server';
import { CANARY_TOKEN } from '../../support/canary';
import { convertHtml } from '../../support/convert-html';
import { FakeClock } from '../../support/fake-clock';
import { fileBytes } from '../../support/file-bytes';
import { MemoryStateStore } from '../../support/memory-state-store';

describe('attachments in the app', () => {
  it('should go where the app puts those of the note, and be shown in it (I5)', async () => {
    const library = new Library({ seed: 1 });
    const server = await startReferenceServer({ library, token: CANARY_TOKEN, rateLimits: 'off' });
    server.web.set('cover', fileBytes.jpg('a pond'));
    const book = library.addBook({
      title: 'Walden',
      category: 'books',
      coverImageUrl: `${server.url}/files/cover`,
    });
    library.addHighlight(book.id, { text: 'Our life is frittered away by detail.', location: 1 });
    const app = new App();
    app.attachmentFolder = './Files';
    const real = app as unknown as RealApp;
    const state = new MemoryStateStore();
    const sync = async () => {
      const vault = new ObsidianVault(real);
      const deps = {
        vault,
        state,
        outbox: new MemoryStateStore(),
        http: new RequestUrlHttpClient(),
        clock: new FakeClock({ startsAt: library.now() }),
        random: () => 0.5,
        reporter: { progress: () => undefined },
        convertHtml,
        attachments: { files: new ObsidianAttachments(real), downloader: new RequestUrlDownloader() },
      };
      const options = {
        settings: settings({ baseUrl: server.url, attachments: { covers: true } }),
        token: CANARY_TOKEN,
        full: false,
        maxDelete: null,
      };
      try {
        return await runSync(deps, options);
      } finally {
        vault.close();
      }
    };
    expect(await sync()).toMatchObject({ outcome: 'done', attachments: { fetched: 1, failed: [] } });
    const [file, note] = app.vault.disk.list();
    expect(file?.path).toMatch(/^Readwise\/Books\/Files\/[0-9a-f]{16}-[0-9a-f]{16}\.jpg$/);
    const name = file?.path.slice('Readwise/Books/Files/'.length) ?? '';
    expect(note?.text).toContain(`![Cover|80](${name})`);
    expect(note?.text).toContain(`cover: "[[${name}]]"`);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
    await server.close();
  });
});
