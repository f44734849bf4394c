import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { HttpError, type HttpClient, type HttpRequest, type HttpResponse } from '../../model/ports';
import { withinLimits } from './request-limits';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The app's `requestUrl` as the engine's `HttpClient`. `requestUrl` cannot be stopped, so after a timeout or a cancel
 * the request runs on and its late answer is dropped; and it follows redirects unseen and takes bodies of any size.
 */
export class RequestUrlHttpClient implements HttpClient {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const target = new URL(request.url).host;
    if (request.signal?.aborted === true) throw new HttpError('cancelled', `${target} was cancelled`);
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
  // The app keeps answers as their headers say, and of a wrong one that would be for as long as it says.
  return requestUrl({
    url,
    method,
    headers: { ...headers, 'Cache-Control': 'no-cache' },
    throw: false,
    ...(body === undefined ? {} : { body, ...contentTypeOf(headers) }),
  });
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

function lowerCaseKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
