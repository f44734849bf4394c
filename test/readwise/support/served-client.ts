import type { HttpClient } from '../../../src/model/ports';
import { NodeHttpClient } from '../../../pkg/network/http';
import type { ReadwiseClient, ClientDependencies } from '../../../src/readwise/client';
import { Library } from '../../server/library';
import { startReferenceServer, type ReferenceServer } from '../../server/reference-server';
import type { ServerOptions } from '../../server/server-options';
import { FakeClock } from '../../support/fake-clock';
import { clientOn, TOKEN } from './test-client';

/** A client that speaks real HTTP with the reference server; its waits take no time. */
export interface ServedClient {
  readonly server: ReferenceServer;
  readonly library: Library;
  readonly client: ReadwiseClient;
  readonly clock: FakeClock;
}

const running: ReferenceServer[] = [];

/** Starts a server on an empty library. End it with `stopServers` after each test. */
export async function serveClient(
  options: Partial<ServerOptions> = {},
  overrides: Partial<ClientDependencies> = {},
): Promise<ServedClient> {
  const library = options.library ?? new Library();
  // The server tells the real time, and a client does not believe a date that is far ahead of its own.
  const clock = new FakeClock({ startsAt: Date.now() });
  const server = await startReferenceServer({
    token: TOKEN,
    rateClock: () => clock.monotonic(),
    ...options,
    library,
  });
  running.push(server);
  return {
    server,
    library,
    clock,
    client: clientOn(heldHttp(clock), { clock, baseUrl: server.url, ...overrides }),
  };
}

export async function stopServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

/** Real HTTP during which the fake clock stands still. */
export function heldHttp(clock: FakeClock): HttpClient {
  const http = new NodeHttpClient();
  return { send: (request) => clock.hold(http.send(request)) };
}
