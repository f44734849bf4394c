import type { HttpError, HttpResponse } from '../model/ports';
import type { Pace } from '../model/pace';
import {
  CancelledError,
  NotTheApiError,
  RequestRejectedError,
  ResponseShapeError,
  ServiceUnreachableError,
  TokenRefusedError,
  withWords,
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

/** How the answers of an endpoint are read. */
export interface Reading<Value> {
  readonly doing: string;
  /** Reads any answer with 2xx. Throws `ResponseShapeError`. Long work yields in between. */
  readonly read: (answer: Answer, pace: Pace) => Value | Promise<Value>;
  /** Reads a 404 in JSON, for endpoints where that is an expected answer. */
  readonly whenMissing?: (serverDate: string | null) => Value;
}

export interface Answer {
  readonly status: number;
  /** The parsed body; undefined when it is empty. */
  readonly json: unknown;
  /** The `Date` header as ISO 8601 with milliseconds, or null. */
  readonly serverDate: string | null;
}

/** Sorts a response by what it means; every status has a meaning. */
export async function outcomeOf<Value>(
  response: HttpResponse,
  { pace, ...reading }: Reading<Value> & { readonly pace: Pace },
): Promise<Outcome<Value>> {
  const { doing, whenMissing } = reading;
  const { status, headers } = response;
  if (status >= 200 && status < 300) return outcomeOfSuccess(response, { ...reading, pace });
  const isPage = isWebPage(response);
  // The service says in JSON that it does not let a token in; a page comes from a network or a firewall
  // before it.
  if (status === 403 && isPage) return transient(new NotTheApiError(doing, 'the answer is a web page.'));
  const said = wordsIn(response);
  if (status === 401 || status === 403) return failed(new TokenRefusedError(doing, said || String(status)));
  if (status === 429) return { kind: 'limited', seconds: pauseSeconds(headers) };
  if (status === 408 || status >= 500) {
    const error = new ServiceUnreachableError(doing, `the service failed (${withWords(status, said)}).`);
    return transient(error, statedPauseSeconds(headers) ?? 0);
  }
  if (status >= 300 && status < 400)
    return failed(new NotTheApiError(doing, `the answer is a redirect (${String(status)}).`));
  if (status !== 404) return failed(new RequestRejectedError(doing, status, said));
  if (whenMissing !== undefined && !isPage && parseJson(response.body).ok)
    return { kind: 'done', value: whenMissing(serverDateOf(response)) };
  return failed(new NotTheApiError(doing, 'there is no such endpoint at that address (404).'));
}

/** Sorts the lack of a response. */
export function outcomeOfFailure(
  { kind, message }: Pick<HttpError, 'kind' | 'message'>,
  doing: string,
): Outcome<never> {
  switch (kind) {
    case 'cancelled':
      return failed(new CancelledError(doing));
    case 'timeout':
      return transient(new ServiceUnreachableError(doing, 'the service did not answer in time.'));
    case 'network':
      return transient(
        new ServiceUnreachableError(doing, `there is no connection to the service (${message}).`),
      );
    case 'redirect':
      return failed(new NotTheApiError(doing, 'the answer is a redirect to another address.'));
    case 'too-large':
      return failed(new NotTheApiError(doing, 'the answer is larger than any page of the service.'));
  }
}

const failed = (error: ReadwiseError): Outcome<never> => ({ kind: 'failed', error });

const transient = (error: ReadwiseError, atLeastSeconds = 0): Outcome<never> => ({
  kind: 'transient',
  error,
  atLeastSeconds,
});

async function outcomeOfSuccess<Value>(
  response: HttpResponse,
  { doing, read, pace }: Reading<Value> & { readonly pace: Pace },
): Promise<Outcome<Value>> {
  if (isWebPage(response)) return transient(new NotTheApiError(doing, 'the answer is a web page.'));
  const json = parseJson(response.body);
  if (!json.ok) return transient(new ServiceUnreachableError(doing, 'the answer broke off in the middle.'));
  const answer = { status: response.status, json: json.value, serverDate: serverDateOf(response) };
  try {
    return { kind: 'done', value: await read(answer, pace) };
  } catch (error) {
    if (!(error instanceof ResponseShapeError)) throw error;
    // It may be somebody else's answer, like that of a network that asks to sign in.
    return transient(new NotTheApiError(doing, error.message));
  }
}

function serverDateOf(response: HttpResponse): string | null {
  const moment = readHttpDate(headerOf(response.headers, 'date'));
  return moment === null ? null : new Date(moment).toISOString();
}

function isWebPage({ headers, body }: HttpResponse): boolean {
  return /\bhtml\b/i.test(headerOf(headers, 'content-type') ?? '') || body.trimStart().startsWith('<');
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

/** What the service says in the body of an error, on one line; `''` for a web page or nothing. */
function wordsIn(response: HttpResponse): string {
  if (isWebPage(response)) return '';
  const json = parseJson(response.body);
  const words = (json.ok ? messageIn(json.value) : null) ?? response.body;
  return words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE);
}

/** Null where the body is best shown as it came. */
function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const isDetailed = typeof value === 'object' && value !== null && 'detail' in value;
  return isDetailed && typeof value.detail === 'string' ? value.detail : null;
}
