import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { type HttpClient, HttpError, type HttpRequest, type HttpResponse } from '../../model/ports';
import { REQUEST } from '../strings/network-strings';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** An `HttpClient` on `requestUrl`, which follows redirects on its own and accepts bodies of any size. */
export class RequestUrlHttpClient implements HttpClient {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const target = new URL(request.url).host;
    if (request.signal?.aborted === true) throw new HttpError('cancelled', REQUEST.canceled(target));
    refuseUnsafe(request.url);
    const answer = await withinLimits(() => start(request), {
      timeoutMs: request.timeoutMs,
      signal: request.signal,
      target,
    });
    return { status: answer.status, headers: lowerCaseKeys(answer.headers), body: answer.text };
  }
}

async function start({ url, method, headers, body }: HttpRequest): Promise<RequestUrlResponse> {
  // Obsidian expects the content type apart from the other headers. Given twice, it is sent twice.
  const { 'content-type': contentType, ...others } = lowerCaseKeys(headers);
  return requestUrl({
    url,
    method,
    // Obsidian caches responses as their headers say, even a wrong one.
    headers: { ...others, 'Cache-Control': 'no-cache' },
    throw: false,
    ...(body === undefined ? {} : { body }),
    ...(contentType === undefined ? {} : { contentType }),
  });
}

function refuseUnsafe(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return;
  throw new HttpError('network', REQUEST.notSecure(hostname));
}

function lowerCaseKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What is called, for messages. */
  readonly target: string;
}

/** `requestUrl` cannot be aborted: after a timeout or a cancellation its response is dropped. */
export function withinLimits(
  start: () => Promise<RequestUrlResponse>,
  { timeoutMs, signal, target }: RequestLimits,
): Promise<RequestUrlResponse> {
  if (signal?.aborted === true) return Promise.reject(new HttpError('cancelled', REQUEST.canceled(target)));
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (error: HttpError): void => settle(() => reject(error));
    const onAbort = (): void => fail(new HttpError('cancelled', REQUEST.canceled(target)));
    const timer = window.setTimeout(
      () => fail(new HttpError('timeout', REQUEST.noAnswer(target, timeoutMs))),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort);
    start().then(
      (answer) => settle(() => resolve(answer)),
      (cause: unknown) => fail(unreached(target, cause)),
    );
  });
}

const OFFLINE = /^net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|ADDRESS_UNREACHABLE)$/;

/** Keeps only a code such as `net::ERR_NAME_NOT_RESOLVED`: the rest of the message may quote the token. */
function unreached(target: string, cause: unknown): HttpError {
  const code = /net::ERR_[A-Z_]+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? '';
  const isUnknown = code === 'net::ERR_NAME_NOT_RESOLVED' && target === 'readwise.io';
  const isOffline = !navigator.onLine || OFFLINE.test(code) || isUnknown;
  return new HttpError(isOffline ? 'offline' : 'network', REQUEST.unreachable(target, code));
}
