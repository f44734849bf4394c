import { isObject } from '../model/collections';
import type { HttpError, HttpResponse } from '../model/ports';
import type { Pace } from '../model/pace';
import { ReadwiseError, ResponseShapeError, statusText } from './readwise-error';
import { readHttpDate } from './wire-fields';

export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** May succeed later: worth another try, after the time that the service asks for. */
  | { readonly kind: 'transient'; readonly error: ReadwiseError; readonly atLeastSeconds: number }
  /** The service asks for a pause and did not carry out the request. */
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: ReadwiseError };

export interface Reading<Value> {
  readonly doing: string;
  /** Reads an answer with a 2xx status; throws `ResponseShapeError`. Long work calls `pace`. */
  readonly read: (answer: Answer, pace: Pace) => Value | Promise<Value>;
  /** Value for a 404 in JSON, for endpoints where that is an expected answer. */
  readonly whenMissing?: (serverDate: string | null) => Value;
}

export interface Answer {
  readonly status: number;
  /** The parsed body; undefined when it is empty. */
  readonly json: unknown;
  /** The `Date` header as ISO 8601 with milliseconds, or null. */
  readonly serverDate: string | null;
}

export async function outcomeOf<Value>(
  response: HttpResponse,
  reading: Reading<Value> & { readonly pace: Pace },
): Promise<Outcome<Value>> {
  const { doing, whenMissing } = reading;
  const { status, headers } = response;
  if (status >= 200 && status < 300) return outcomeOfSuccess(response, reading);
  const isPage = isWebPage(response);
  // The service refuses a token in JSON; a web page comes from a network or firewall in between.
  if (status === 403 && isPage) return transient(new ReadwiseError('web-page', doing));
  const detail = errorDetail(response);
  if (status === 401 || status === 403)
    return failed(new ReadwiseError('token-refused', doing, { status, detail }));
  if (status === 429) return { kind: 'limited', seconds: pauseSeconds(headers) };
  const said = { status, detail: statusText(status, detail) };
  if (status === 408 || status >= 500)
    return transient(new ReadwiseError('failed', doing, said), statedPauseSeconds(headers) ?? 0);
  if (status >= 300 && status < 400) return failed(new ReadwiseError('redirect', doing));
  if (status !== 404) return failed(new ReadwiseError('rejected', doing, said));
  if (whenMissing !== undefined && !isPage && parseJson(response.body).ok)
    return { kind: 'done', value: whenMissing(serverDateOf(response)) };
  return failed(new ReadwiseError('not-found', doing));
}

/** Classifies a request without a response. */
export function outcomeOfFailure(
  { kind, message }: Pick<HttpError, 'kind' | 'message'>,
  doing: string,
): Outcome<never> {
  switch (kind) {
    case 'cancelled':
      return failed(new ReadwiseError('cancelled', doing));
    case 'timeout':
      return transient(new ReadwiseError('no-answer', doing));
    case 'offline':
      return transient(new ReadwiseError('offline', doing));
    case 'network':
      return transient(new ReadwiseError('no-connection', doing, { detail: message }));
    case 'redirect':
      return failed(new ReadwiseError('redirect', doing));
    case 'too-large':
      return failed(new ReadwiseError('too-large', doing));
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
  if (isWebPage(response)) return transient(new ReadwiseError('web-page', doing));
  await pace.yieldIfDue();
  const json = parseJson(response.body);
  if (!json.ok) return transient(new ReadwiseError('incomplete', doing));
  const answer = { status: response.status, json: json.value, serverDate: serverDateOf(response) };
  try {
    return { kind: 'done', value: await read(answer, pace) };
  } catch (error) {
    if (!(error instanceof ResponseShapeError)) throw error;
    // It may come from another server, like that of a network that asks to sign in.
    return transient(new ReadwiseError('odd', doing, { detail: error.message }));
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

/** The error message in the body, on one line; `''` for a web page or an empty body. */
function errorDetail(response: HttpResponse): string {
  if (isWebPage(response)) return '';
  const json = parseJson(response.body);
  const detail = (json.ok ? messageIn(json.value) : null) ?? response.body;
  return detail.replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE);
}

/** The message in a JSON body; null when the whole body is the message. */
function messageIn(value: unknown): string | null {
  const message = isObject(value) ? value['detail'] : value;
  return typeof message === 'string' ? message : null;
}

const DEFAULT_PAUSE_SECONDS = 60;
const SHORTEST_PAUSE_SECONDS = 1;
type Headers = Readonly<Record<string, string>>;

/** The value of a header, ignoring the case of its name. */
function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  if (value !== undefined) return value;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}

/** Generous, because the local clock may be a day behind. */
export const FARTHEST_AHEAD_MS = 25 * 60 * 60 * 1000;

/** Removes a `Date` far in the future: as a watermark it would skip all records until then. */
export function withBelievableDate<Response extends { readonly headers: Headers }>(
  response: Response,
  localTime: number,
): Response {
  const date = readHttpDate(headerOf(response.headers, 'date'));
  if (date === null || date <= localTime + FARTHEST_AHEAD_MS) return response;
  const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'date');
  return { ...response, headers: Object.fromEntries(others) };
}

/** Seconds to wait after a 429, by `Retry-After`; at least 1, and a minute without that header. */
export function pauseSeconds(headers: Headers): number {
  return statedPauseSeconds(headers) ?? DEFAULT_PAUSE_SECONDS;
}

/**
 * The same, but null without a readable header. A date is compared with the response's `Date`, because the
 * local clock may be wrong.
 */
function statedPauseSeconds(headers: Headers): number | null {
  const text = (headerOf(headers, 'retry-after') ?? '').trim();
  if (/^[+-]?\d{1,12}(\.\d+)?$/.test(text)) return Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(headerOf(headers, 'date'));
  return until === null || now === null
    ? null
    : Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil((until - now) / 1000));
}
