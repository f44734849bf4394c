import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { demoLibrary } from '../server/demo-library/demo-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { TestBench, type AppUnderTest } from './app-under-test';

const TOKEN = 'canary-token-good-1';
/** Where stored values have their names from. */
const DATA = [
  ...['core/library/model.ts', 'core/library/record.ts', 'core/audit/candidates.ts', 'sync/state/stored.ts'],
  ...[
    'core/report.ts',
    'core/history/run-record.ts',
    'core/history/before-image.ts',
    'core/history/note-history.ts',
    'sync/history/stored-history.ts',
  ],
];

/** The values of all entries, as texts. */
const storedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('IndexedDB did not answer'));
      });
    const databases = await indexedDB.databases();
    const texts = await Promise.all(
      databases.map(async ({ name }) => {
        const database = await done(indexedDB.open(name ?? ''));
        const values = await done(
          database.transaction('entries').objectStore('entries').getAll() as IDBRequest<string[]>,
        );
        database.close();
        return values;
      }),
    );
    return texts.flat();
  });

/** Fields whose own keys are anchors and names of properties. */
const MAPS: ReadonlySet<string> = new Set(['blocks', 'properties']);

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...(MAPS.has(name) ? [] : namesIn(part))]);
}

describe('the state on the device', () => {
  let bench: TestBench;
  let server: ReferenceServer;
  let app: AppUnderTest;

  beforeAll(async () => {
    bench = await TestBench.start();
    server = await startReferenceServer({
      library: demoLibrary(),
      token: TOKEN,
      rateLimits: 'off',
      pageSizes: {},
    });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
  });
  afterAll(async () => {
    await server.close();
    await bench.stop();
  });

  it('should bear the names of the source when the build has shortened others', async () => {
    await app.button('Sync now').click();
    await app.notice(/notes created/).waitFor();
    const stored = new Set((await storedTexts(app.page)).flatMap((text) => namesIn(JSON.parse(text))));
    expect([...stored]).toEqual(
      expect.arrayContaining(['revision', 'highlights', 'documentHighlights', 'updatedAt', 'crawl']),
    );
    const sources = await Promise.all(
      DATA.map((path) => readFile(join(__dirname, '../../src', path), 'utf8')),
    );
    const declared = new Set(sources.join('\n').match(/\w+/g));
    expect([...stored].filter((name) => !declared.has(name))).toEqual([]);
  });
});
