import type { HttpClient } from '../../src/model/ports';
import type { InProcessServer } from '../server/in-process-server';
import type { FakeClock } from '../support/fake-clock';

/** Talks to the reference server within this process: the same answers without sockets, thousands of times a second. */
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
