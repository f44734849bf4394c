import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import { HttpError, type HttpClient, type HttpRequest, type HttpResponse } from '../../src/model/ports';
import { causesOf, errorCode } from '../errors';
import { REQUEST, unreachableText } from '../text/system-text';

const MOST_REDIRECTS = 5;
const MOST_BYTES = 64 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Some hosts require a user agent. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'Florilegium' } as const;

/**
 * Sends requests. Follows a GET's redirects within its origin; limits the size of answers. Node's own `fetch`
 * takes more processor time to load than a whole sync with nothing new.
 */
export class NodeHttpClient implements HttpClient {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const target = originOf(request.url);
    return withinTime(request, target, async (signal) => {
      const response = await follow(request, signal);
      return {
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: await readBody(response, target),
      };
    });
  }
}

async function follow(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  checkHeaders(request);
  let url = request.url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await answerTo(request, url, signal);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    url = redirectTarget(request, url, location);
  }
  throw new HttpError('redirect', REQUEST.manyRedirects(originOf(request.url), MOST_REDIRECTS));
}

/** The platform's own error about a header would quote its value, which may be the token. */
function checkHeaders(request: HttpRequest): void {
  for (const [name, value] of Object.entries(request.headers)) {
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw new HttpError('network', REQUEST.badHeader(name));
  }
}

function answerTo(
  { method, headers, body }: HttpRequest,
  url: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const send = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: { ...HEADERS, ...headers, ...length }, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The token must not go to another origin, and a changing request must not be sent twice. */
function redirectTarget(request: HttpRequest, from: string, location: string): string {
  const origin = originOf(from);
  if (!URL.canParse(location, from)) throw new HttpError('redirect', REQUEST.badRedirect(origin));
  const target = new URL(location, from);
  if (target.origin !== origin) throw new HttpError('redirect', REQUEST.redirectsTo(origin, target.origin));
  if (request.method !== 'GET')
    throw new HttpError('redirect', REQUEST.redirectsChange(origin, request.method));
  return target.href;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) result[name] = String(value);
  return result;
}

async function readBody(response: IncomingMessage, target: string): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(response)) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new HttpError('too-large', REQUEST.tooLarge(target));
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  // An empty body is no error. Failures of both streams reach the reader of the second.
  if (encoding === 'gzip')
    return pipeline(response, createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined);
  if (encoding === 'br')
    return pipeline(
      response,
      createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      () => undefined,
    );
  return response;
}

const originOf = (url: string): string => new URL(url).origin;

const OFFLINE: ReadonlySet<string> = new Set(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH']);

/** Why no answer came. Never quotes the request. */
function networkError(target: string, error: unknown): HttpError {
  const code = [...causesOf(error)].map(errorCode).find((each) => each !== null) ?? '';
  const isUnknown = code === 'ENOTFOUND' && /\breadwise\.io$/.test(target);
  const kind = OFFLINE.has(code) || isUnknown ? 'offline' : 'network';
  return new HttpError(kind, unreachableText(target, code), { cause: error });
}

interface TimedRequest {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with a time limit. Failures are thrown as `HttpError`, and the connection is closed. */
export async function withinTime<Result>(
  { timeoutMs, signal }: TimedRequest,
  target: string,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = new AbortController();
  const signals = [timeout, ended.signal, ...(signal === undefined ? [] : [signal])];
  try {
    signal?.throwIfAborted();
    return await send(AbortSignal.any(signals));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (signal?.aborted === true) throw new HttpError('cancelled', REQUEST.canceled(target));
    if (timeout.aborted) throw new HttpError('timeout', REQUEST.noAnswer(target, timeoutMs / 1000));
    throw networkError(target, error);
  } finally {
    ended.abort();
  }
}
