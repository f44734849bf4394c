import { lookForToken } from '../../support/canary';
import {
  HttpError,
  type HttpClient,
  type HttpErrorKind,
  type HttpRequest,
  type HttpResponse,
} from '../../../src/model/ports';

export type Reply = HttpResponse | HttpErrorKind;

/** A service in memory: answers each request as the script says, `number` counting from 1. */
export function scriptedService(
  script: (request: HttpRequest, number: number) => Reply | Promise<Reply>,
): HttpClient {
  let number = 0;
  return {
    async send(request) {
      number += 1;
      lookForToken('an address', request.url);
      const reply = await script(request, number);
      if (typeof reply === 'string') throw new HttpError(reply, `a ${reply} by script`);
      return reply;
    },
  };
}

export const SERVER_DATE = 'Sat, 31 Jan 2026 09:00:00 GMT';

export function reply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': 'application/json', date: SERVER_DATE, ...headers },
    body: text,
  };
}

export const page = (
  results: readonly unknown[],
  nextPageCursor: string | null = null,
  count = results.length,
): HttpResponse => reply(200, { count, nextPageCursor, results });

export const WEB_PAGE: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in to the network</title>',
};
