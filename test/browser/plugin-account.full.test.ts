import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

/** A shelf whose ids nobody else has. */
function shelf(name: string, firstId: number): Library {
  const library = new Library();
  for (let skipped = 0; skipped < firstId; skipped += 1) library.ids.nextBook();
  for (let number = 1; number <= 6; number += 1)
    library.addHighlight(library.addBook({ title: `${name} ${String(number)}` }).id, {
      text: `Passage of ${name}`,
    });
  return library;
}

describe('the plugin with another account', () => {
  let servers: readonly ReferenceServer[];
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers }));
  beforeEach(async () => {
    const libraries = [shelf('Mine', 0), shelf('Theirs', 100)];
    servers = await Promise.all(
      libraries.map((library) => startReferenceServer({ library, token: TOKEN, rateLimits: 'off' })),
    );
    app = await bench.openApp({ data: settingsFor(0), token: TOKEN });
  });

  const settingsFor = (account: number): string =>
    JSON.stringify({ baseUrl: servers[account]?.url, syncOnOpen: false });

  it('should change nothing until the person says that the vault is to follow that account', async () => {
    await app.button('Sync now').click();
    await app.notice(/6 notes created/).click();
    const mine = await app.notes();
    await app.changeDataOutside(settingsFor(1));
    await app.button('Allow on this device').click();
    await app.button('Sync now').click();
    await app.notice(/another Readwise account.*Nothing was changed/).waitFor();
    expect(await app.notes()).toEqual(mine);
    await app.button('Use this account for this vault').click();
    await app.notice(/6 notes created/).waitFor();
    expect(await app.notes()).toHaveLength(12);
    expect(await app.notes()).toEqual(expect.arrayContaining([...mine]));
  });

  it('should ask no more when the account is the old one again', async () => {
    await app.button('Sync now').click();
    await app.notice(/6 notes created/).click();
    await app.changeDataOutside(settingsFor(1));
    await app.button('Allow on this device').click();
    await app.button('Sync now').click();
    const asking = app.notice(/another Readwise account/);
    await asking.waitFor();
    await app.changeDataOutside(settingsFor(0));
    expect(await asking.count()).toBe(1);
    await app.button('Sync now').click();
    await app.notice('Up to date').waitFor();
    await until(async () => (await asking.count()) === 0);
  });
});
