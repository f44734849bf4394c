import type { Pace } from '../model/pace';
import type { HttpErrorKind, HttpResponse } from '../model/ports';
import {
  CancelledError,
  NotTheApiError,
  RequestRejectedError,
  ResponseShapeError,
  ServiceUnreachableError,
  TokenRefusedError,
  type ReadwiseError,
} from './errors';
import { headerOf, pauseSeconds, statedPauseSeconds } from './retry-timing';
import { readHttpDate } from './timestamps';

/** What came of sending a request once. */
export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** May pass by itself: worth another try, no sooner than the service asked. */
  | { readonly kind: 'transient'; readonly error: ReadwiseError; readonly atLeastSeconds: number }
  /** The service asks for a pause. It did not do what was asked. */
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: ReadwiseError };

/** How an endpoint's answers are to be read. */
export interface Reading<Value> {
  readonly doing: string;
  /** Of any answer with 2xx. Throws `ResponseShapeError`. What takes long breathes in between. */
  readonly read: (answer: Answer, pace: Pace) => Value | Promise<Value>;
  /** Of a 404 in JSON, for endpoints where one is an expected answer; given its `Date` as in `Answer`. */
  readonly whenMissing?: (serverDate: string | null) => Value;
}

export interface Answer {
  readonly status: number;
  /** The parsed body, or undefined when it is empty. */
  readonly json: unknown;
  /** The `Date` header as ISO 8601 with milliseconds, or null. */
  readonly serverDate: string | null;
}

const isTransient = (status: number): boolean => status === 408 || status >= 500;

/** Sorts a response by what it means; every status has a meaning. */
export async function outcomeOf<Value>(
  response: HttpResponse,
  { pace, ...reading }: Reading<Value> & { readonly pace: Pace },
): Promise<Outcome<Value>> {
  const { doing } = reading;
  const { status } = response;
  if (status >= 200 && status < 300) return outcomeOfSuccess(response, { ...reading, pace });
  // The service says in JSON that it does not let a token in; a page comes from a network or a firewall before it.
  if (status === 403 && isWebPage(response))
    return transient(new NotTheApiError({ doing, what: 'the answer is a web page.' }));
  const said = whatWasSaid(response);
  if (status === 401 || status === 403)
    return failed(new TokenRefusedError({ doing, said: said || String(status) }));
  if (status === 429) return { kind: 'limited', seconds: pauseSeconds(response.headers) };
  if (isTransient(status)) {
    const error = new ServiceUnreachableError({
      doing,
      what: `the service failed (${String(status)}${said === '' ? '' : `: ${said}`}).`,
    });
    return { kind: 'transient', error, atLeastSeconds: statedPauseSeconds(response.headers) ?? 0 };
  }
  if (status >= 300 && status < 400)
    return failed(new NotTheApiError({ doing, what: `the answer is a redirect (${String(status)}).` }));
  if (status === 404) return outcomeOfMissing(response, reading);
  return failed(new RequestRejectedError({ doing, status, said }));
}

/** Sorts the lack of a response. */
export function outcomeOfFailure(
  failure: { readonly kind: HttpErrorKind; readonly message: string },
  doing: string,
): Outcome<never> {
  switch (failure.kind) {
    case 'cancelled':
      return failed(new CancelledError({ doing }));
    case 'timeout':
      return transient(new ServiceUnreachableError({ doing, what: 'the service did not answer in time.' }));
    case 'network':
      return transient(
        new ServiceUnreachableError({
          doing,
          what: `there is no connection to the service (${failure.message}).`,
        }),
      );
    case 'redirect':
      return failed(new NotTheApiError({ doing, what: 'the answer is a redirect to another address.' }));
    case 'too-large':
      return failed(
        new NotTheApiError({ doing, what: 'the answer is larger than any page of the service.' }),
      );
  }
}

const failed = (error: ReadwiseError): Outcome<never> => ({ kind: 'failed', error });
const transient = (error: ReadwiseError): Outcome<never> => ({ kind: 'transient', error, atLeastSeconds: 0 });

async function outcomeOfSuccess<Value>(
  response: HttpResponse,
  { doing, read, pace }: Reading<Value> & { readonly pace: Pace },
): Promise<Outcome<Value>> {
  if (isWebPage(response)) return transient(new NotTheApiError({ doing, what: 'the answer is a web page.' }));
  const json = parseJson(response.body);
  if (!json.ok)
    return transient(new ServiceUnreachableError({ doing, what: 'the answer broke off in the middle.' }));
  try {
    return {
      kind: 'done',
      value: await read(
        { status: response.status, json: json.value, serverDate: serverDateOf(response) },
        pace,
      ),
    };
  } catch (error) {
    if (!(error instanceof ResponseShapeError)) throw error;
    const notTheApi = new NotTheApiError({ doing, what: error.message });
    return error.kind === 'drift' ? failed(notTheApi) : transient(notTheApi);
  }
}

function outcomeOfMissing<Value>(
  response: HttpResponse,
  { doing, whenMissing }: Reading<Value>,
): Outcome<Value> {
  const isService = !isWebPage(response) && parseJson(response.body).ok;
  if (whenMissing !== undefined && isService)
    return { kind: 'done', value: whenMissing(serverDateOf(response)) };
  return failed(new NotTheApiError({ doing, what: 'there is no such endpoint at that address (404).' }));
}

function serverDateOf(response: HttpResponse): string | null {
  const moment = readHttpDate(headerOf(response.headers, 'date'));
  return moment === null ? null : new Date(moment).toISOString();
}

function isWebPage(response: HttpResponse): boolean {
  return (
    /\bhtml\b/i.test(headerOf(response.headers, 'content-type') ?? '') ||
    response.body.trimStart().startsWith('<')
  );
}

type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

function parseJson(body: string): Json {
  if (body.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: false };
  }
}

const LONGEST_MESSAGE = 300;

/** The service's own words in an error's body, on one line; `''` for a web page or none. */
function whatWasSaid(response: HttpResponse): string {
  if (isWebPage(response)) return '';
  const json = parseJson(response.body);
  const words = (json.ok ? wordsOf(json.value) : null) ?? response.body;
  return words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE);
}

/** Null where the body is best shown as it came. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
    ? value.detail
    : null;
}
