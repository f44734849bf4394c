import { DEVICE } from '../../src/obsidian/strings/pane-strings';
import { COMMANDS, PROGRESS } from '../../src/obsidian/strings/strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import type { LoggedRequest } from '../server/request-log';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the library view and full texts', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  it('should say how many full texts are still to come when a sync brought only notes', async () => {
    const library = new Library();
    for (const title of ['Walking', 'Sauntering'])
      library.addDocument({
        title,
        category: 'article',
        location: 'later',
        htmlContent: '<p>A word for Nature.</p>',
      });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, fullText: { place: 'note' } }),
      token: TOKEN,
    });
    const fetching = {
      path: '/api/v3/list/',
      matches: ({ query }: LoggedRequest) => query['withHtmlContent'] === 'true',
    };
    server.faults.when(fetching, { kind: 'delay', ms: 20_000 });
    await app.openStatusDetails();
    const device = app.statusPane;
    await app.inStatusView(COMMANDS.sync);
    const progress = app.page.getByRole('group', { name: PROGRESS.name });
    await progress.getByText(/fetching full texts/).waitFor();
    await progress.getByRole('button', { name: PROGRESS.cancel }).click();
    await device.getByText(DEVICE.texts(2)).waitFor();
    server.faults.clear();
    await app.inStatusView(COMMANDS.sync);
    await device.getByText(DEVICE.texts(2)).waitFor({ state: 'detached' });
  });
});
