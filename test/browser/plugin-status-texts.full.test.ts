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

  const section = (name: string) => app.page.getByRole('region', { name, exact: true });

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
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    const progress = app.page.getByRole('group', { name: 'Sync progress' });
    await progress.getByText(/fetching full texts/).waitFor();
    await progress.getByRole('button', { name: 'Cancel sync' }).click();
    await section('This device')
      .getByText('2 full texts still to fetch; the next syncs bring them.')
      .waitFor();
    server.faults.clear();
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    await section('This device').getByText('full texts still to be fetched').waitFor({ state: 'detached' });
  });
});
