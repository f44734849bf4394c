import { HttpError, type HttpClient, type HttpRequest, type HttpResponse } from '../../model/ports';
import { withinTime } from './within-time';

const MOST_REDIRECTS = 5;
const MOST_BYTES = 64 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends requests with fetch. Follows a GET's redirects within its origin; limits the size of answers. */
export class FetchHttpClient implements HttpClient {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const target = originOf(request.url);
    return withinTime(request, target, async (signal) => {
      const response = await follow(request, signal);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await readBody(response, target),
      };
    });
  }
}

async function follow(request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const headers = headersOf(request);
  let url = request.url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await fetch(url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    url = redirectTarget(request, url, location);
  }
  throw new HttpError('redirect', `${originOf(request.url)} redirected more than ${MOST_REDIRECTS} times`);
}

/** The token must not go to another origin, and a changing request must not be sent twice. */
function redirectTarget(request: HttpRequest, from: string, location: string): string {
  const origin = originOf(from);
  if (!URL.canParse(location, from))
    throw new HttpError('redirect', `${origin} redirects to an invalid address`);
  const target = new URL(location, from);
  if (target.origin !== origin) throw notFollowed(`${origin} redirects to ${target.origin}`);
  if (request.method !== 'GET') throw notFollowed(`${origin} redirects a ${request.method} request`);
  return target.href;
}

/** The platform's own error about a header would quote its value, which may be the token. */
function headersOf(request: HttpRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new HttpError('network', `The header ${name} has characters that cannot be sent`);
    headers.set(name, value);
  }
  return headers;
}

async function readBody(response: Response, target: string): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new HttpError('too-large', `The answer of ${target} is larger than 64 MB`);
    }
    parts.push(decoder.decode(chunk.value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

const notFollowed = (what: string): HttpError =>
  new HttpError('redirect', `${what}, which is not followed. Check the base URL`);

const originOf = (url: string): string => new URL(url).origin;
