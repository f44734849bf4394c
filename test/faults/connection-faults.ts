import { HttpError, type HttpResponse } from '../../src/model/ports';
import type { Ending, RequestFault } from './fault';

/** Faults of the way to the service and of its machines: no answer, a broken one, a status that is none of a page. */

const PASSES: readonly Ending[] = ['as without'];
const ENDS: readonly Ending[] = ['service'];

const answered = (
  status: number,
  {
    body = '{"detail":"Scripted fault."}',
    headers = {},
  }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', date: 'Mon, 05 Jan 2026 08:00:00 GMT', ...headers },
  body,
});

const noAnswer = (name: string, error: () => HttpError): RequestFault => ({
  name,
  strike: () => Promise.reject(error()),
  once: PASSES,
  always: ENDS,
});

const passing = (name: string, response: HttpResponse): RequestFault => ({
  name,
  strike: () => Promise.resolve(response),
  once: PASSES,
  always: ENDS,
});

const PORTAL = '<!doctype html><html><body><h1>Please sign in</h1></body></html>';

const limited = (
  name: string,
  headers: Readonly<Record<string, string>>,
  once: readonly Ending[] = PASSES,
): RequestFault => ({
  name: `429 with ${name}`,
  strike: () => Promise.resolve(answered(429, { headers })),
  once,
  always: ENDS,
});

export const CONNECTION_FAULTS: readonly RequestFault[] = [
  noAnswer('timeout', () => new HttpError('timeout', 'no answer within 30 seconds')),
  noAnswer('reset', () => new HttpError('network', 'ECONNRESET')),
  noAnswer('cut body', () => new HttpError('network', 'the connection was closed within the answer')),
  {
    name: 'half a body',
    strike: async ({ answer }) => {
      const response = await answer();
      return { ...response, body: response.body.slice(0, response.body.length >> 1) };
    },
    once: PASSES,
    always: ENDS,
  },
  passing('web page', answered(200, { body: PORTAL, headers: { 'content-type': 'text/html' } })),
  passing('web page as JSON', answered(200, { body: PORTAL })),
  ...['', '""', 'null', '[]', '{}', '[{}]', '0'].map((body) =>
    passing(`200 ${JSON.stringify(body)}`, answered(200, { body })),
  ),
  ...[408, 500, 502, 503, 504].map((status) => passing(String(status), answered(status))),
  passing('503 web page', answered(503, { body: PORTAL, headers: { 'content-type': 'text/html' } })),
  ...[401, 403].map((status): RequestFault => ({
    name: String(status),
    strike: () => Promise.resolve(answered(status)),
    once: ['token'],
    always: ['token'],
  })),
  // For a later page or a look-up by id, a 404 in JSON is an answer.
  {
    name: '404',
    strike: () => Promise.resolve(answered(404)),
    once: ['service', 'as without'],
    always: ['service', 'as without'],
  },
  {
    name: '404 web page',
    strike: () => Promise.resolve(answered(404, { body: PORTAL, headers: { 'content-type': 'text/html' } })),
    once: ENDS,
    always: ENDS,
  },
  { name: '409', strike: () => Promise.resolve(answered(409)), once: ENDS, always: ENDS },
  {
    name: 'redirect',
    strike: () => Promise.reject(new HttpError('redirect', 'https://elsewhere.example')),
    once: ENDS,
    always: ENDS,
  },
  {
    name: 'too large',
    strike: () => Promise.reject(new HttpError('too-large', 'more than 64 MB')),
    once: ENDS,
    always: ENDS,
  },
  limited('seconds', { 'retry-after': '7' }),
  limited('a date', { 'retry-after': 'Mon, 05 Jan 2026 08:00:30 GMT' }),
  limited('a date in the past', { 'retry-after': 'Sun, 04 Jan 2026 08:00:30 GMT' }),
  limited('none', {}),
  limited('0', { 'retry-after': '0' }),
  limited('a negative number', { 'retry-after': '-5' }),
  limited('a header of odd case', { 'RETRY-After': '3' }),
  limited('words', { 'retry-after': 'soon' }),
  limited('a huge number', { 'retry-after': '999999999999' }, ENDS),
  limited('an hour', { 'retry-after': '3600' }, ENDS),
];
