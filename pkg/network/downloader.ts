import { lookup } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../../src/notes/attachments/private-host';
import { HttpError, type Download, type Downloader, type DownloadRequest } from '../../src/model/ports';
import { REQUEST } from '../text/system-text';
import { withinTime } from './http';

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Some hosts require a user agent. The app sends the same one, because answers may depend on it. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Florilegium' } as const;

/** Downloads with Node's http. Checks resolved addresses when connecting, also after each redirect. */
export class NodeDownloader implements Downloader {
  constructor(private readonly lookUp: LookupFunction = lookup) {}

  async get(request: DownloadRequest): Promise<Download> {
    const { hostname } = new URL(request.url);
    return withinTime(request, hostname, (signal) =>
      follow(request, { signal, lookup: publicOnly(this.lookUp) }),
    );
  }
}

interface Connecting {
  readonly signal: AbortSignal;
  /** For all hosts but the trusted origin. */
  readonly lookup: LookupFunction;
}

async function follow(
  { url, mostBytes, trustedOrigin }: DownloadRequest,
  connecting: Connecting,
): Promise<Download> {
  let target = new URL(url);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await open(target, { ...connecting, trustedOrigin });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!REDIRECTS.has(status) || location === undefined)
      return status >= 200 && status < 300
        ? { status, bytes: await bytesOf(response, mostBytes) }
        : { status, bytes: new Uint8Array() };
    response.destroy();
    if (!URL.canParse(location, target))
      throw new HttpError('redirect', REQUEST.badRedirect(target.hostname));
    target = new URL(location, target);
  }
  throw new HttpError('redirect', REQUEST.manyRedirects(new URL(url).hostname, MOST_REDIRECTS));
}

function open(
  target: URL,
  { trustedOrigin, signal, lookup: publicLookup }: Connecting & { readonly trustedOrigin: string },
): Promise<IncomingMessage> {
  const isTrusted = target.origin === new URL(trustedOrigin).origin;
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new HttpError('redirect', REQUEST.protocol(target.protocol));
  if (!isTrusted && isPrivateHost(target.hostname)) throw privateHostError(target.hostname);
  const options = { headers: HEADERS, signal, ...(isTrusted ? {} : { lookup: publicLookup }) };
  // User name and password of an address are not sent.
  const plain = new URL(target);
  plain.username = '';
  plain.password = '';
  return new Promise((resolve, reject) => {
    const sent = (target.protocol === 'https:' ? requestSecure : requestPlain)(plain, options, resolve);
    sent.on('error', reject);
    sent.end();
  });
}

/** A look-up that rejects names with private addresses. */
const publicOnly =
  (lookUp: LookupFunction): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      done(
        error === null && addresses.some(isPrivateAddress) ? privateHostError(hostname) : error,
        found,
        family,
      );
    });
  };

const privateHostError = (hostname: string): HttpError =>
  new HttpError('redirect', REQUEST.privateHost(hostname));

async function bytesOf(response: IncomingMessage, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response) {
    if (!(part instanceof Uint8Array)) continue;
    length += part.byteLength;
    if (length > mostBytes) throw new HttpError('too-large', REQUEST.manyBytes(mostBytes));
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
