import { TestBench, type AppUnderTest } from './app-under-test';

/** What a test has opened, for itself alone. */
export interface Opened {
  readonly app: AppUnderTest;
  readonly servers: readonly { close(): Promise<void> }[];
}

/**
 * A browser for the tests of a suite: to be called at its top. What a test has opened is closed after it, and
 * the app must have had nothing to complain of.
 */
export function benchFor(opened: () => Opened): Pick<TestBench, 'openApp'> {
  let bench: TestBench;

  beforeAll(async () => {
    bench = await TestBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(async () => {
    const { app, servers } = opened();
    expect(app.complaints).toEqual([]);
    await app.page.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  return { openApp: (options) => bench.openApp(options) };
}
