import { HttpError, type Downloader, type HttpClient } from '../../src/model/ports';
import type { InProcessServer } from '../server/in-process-server';
import type { FakeClock } from '../support/fake-clock';

/**
 * Talks to the reference server within this process: the same answers without sockets, thousands of times a
 * second.
 */
export const createInProcessClient = (server: InProcessServer, clock: FakeClock): HttpClient => ({
  send: ({ method, url, headers, body }) =>
    clock.hold(
      server
        .inject({ method, url, headers: { ...headers }, ...(body === undefined ? {} : { payload: body }) })
        .then((response) => ({
          status: response.statusCode,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
          ),
          body: response.body,
        })),
    ),
});

/**
 * The whole web is the reference server: of an address only its path counts. Hosts that begin with `dead`
 * give no answer.
 */
export const createInProcessDownloader = (server: InProcessServer, clock: FakeClock): Downloader => ({
  get: async ({ url, mostBytes, signal }) => {
    const { hostname, pathname, search } = new URL(url);
    if (signal?.aborted === true) throw new HttpError('cancelled', 'cancelled');
    if (hostname.startsWith('dead')) throw new HttpError('network', `Could not reach ${hostname}`);
    const answer = await clock.hold(server.inject({ method: 'GET', url: `${pathname}${search}` }));
    const bytes = Uint8Array.from(answer.rawPayload);
    if (bytes.length > mostBytes)
      throw new HttpError('too-large', `It has more than ${String(mostBytes)} bytes`);
    return { status: answer.statusCode, bytes: answer.statusCode === 200 ? bytes : new Uint8Array() };
  },
});
