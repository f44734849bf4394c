import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { HttpError, type HttpClient, type HttpRequest, type HttpResponse } from '../../ports';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The app's `requestUrl` as the engine's `HttpClient`. `requestUrl` cannot be stopped, so after a timeout or a cancel
 * the request runs on and its late answer is dropped; and it follows redirects unseen and takes bodies of any size.
 */
export class RequestUrlHttpClient implements HttpClient {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const target = describe(request);
    if (request.signal?.aborted === true) throw new HttpError('cancelled', `${target} was cancelled`);
    refuseUnsafe(request.url);
    const answer = await raceWithLimits(request, target);
    return { status: answer.status, headers: lowerCaseKeys(answer.headers), body: answer.text };
  }
}

function raceWithLimits(request: HttpRequest, target: string): Promise<RequestUrlResponse> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      window.clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (error: HttpError): void => settle(() => reject(error));
    const onAbort = (): void => fail(new HttpError('cancelled', `${target} was cancelled`));
    const timer = window.setTimeout(() => fail(new HttpError('timeout', `${target} gave no answer within ${String(request.timeoutMs)} ms`)), request.timeoutMs);
    request.signal?.addEventListener('abort', onAbort);
    start(request).then(
      (answer) => settle(() => resolve(answer)),
      (cause: unknown) => fail(new HttpError('network', `${target} could not be reached${reasonIn(cause)}`)),
    );
  });
}

async function start({ url, method, headers, body }: HttpRequest): Promise<RequestUrlResponse> {
  return requestUrl({ url, method, headers: { ...headers }, throw: false, ...(body === undefined ? {} : { body, ...contentTypeOf(headers) }) });
}

/** The app wants it apart from the other headers. */
function contentTypeOf(headers: Readonly<Record<string, string>>): { readonly contentType?: string } {
  const contentType = lowerCaseKeys(headers)['content-type'];
  return contentType === undefined ? {} : { contentType };
}

function refuseUnsafe(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return;
  throw new HttpError('network', `Nothing was sent to ${hostname}: the address must start with https://`);
}

/** Without the query: it can hold cursors and is of no use to a person. */
function describe({ method, url }: HttpRequest): string {
  return `${method} ${url.split('?')[0] ?? url}`;
}

/** Only a code such as `net::ERR_NAME_NOT_RESOLVED`: the rest of such a message may quote what was sent, the token with it. */
function reasonIn(cause: unknown): string {
  const code = /net::ERR_[A-Z_]+/.exec(cause instanceof Error ? cause.message : '')?.[0];
  return code === undefined ? '' : ` (${code})`;
}

function lowerCaseKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
