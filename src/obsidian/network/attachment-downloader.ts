import { requestUrl, type RequestUrlResponse } from 'obsidian';
import { isPrivateHost } from '../../notes/attachments/private-host';
import { HttpError, type Download, type Downloader, type DownloadRequest } from '../../model/ports';
import { withinLimits } from './request-url-http-client';
import { REQUEST } from '../strings/network-strings';

/**
 * A `Downloader` on `requestUrl`, which holds all in memory, so a range up to the limit is requested first.
 * It follows redirects and looks names up on its own, and tells of neither: only the host that the address
 * names can be checked.
 */
export class RequestUrlDownloader implements Downloader {
  async get(request: DownloadRequest): Promise<Download> {
    const target = refuseUnsafe(request);
    const part = await ask(request, { target, headers: { Range: `bytes=0-${request.mostBytes}` } });
    const total = totalOf(part);
    if (total !== null && total > request.mostBytes) throw tooLarge(request);
    const isCut = part.status === 206 && total !== part.arrayBuffer.byteLength;
    const answer = isCut ? await ask(request, { target, headers: {} }) : part;
    if (answer.status < 200 || answer.status > 299) return { status: answer.status, bytes: new Uint8Array() };
    const bytes = new Uint8Array(answer.arrayBuffer);
    if (bytes.byteLength > request.mostBytes) throw tooLarge(request);
    return { status: answer.status, bytes };
  }
}

const ask = (
  { url, timeoutMs, signal }: DownloadRequest,
  { target, headers }: { readonly target: string; readonly headers: Record<string, string> },
): Promise<RequestUrlResponse> =>
  withinLimits(async () => requestUrl({ url, headers: { Accept: '*/*', ...headers }, throw: false }), {
    timeoutMs,
    signal,
    target,
  });

/** The full size when the response is a part; null otherwise. */
function totalOf({ headers }: RequestUrlResponse): number | null {
  const range = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-range')?.[1] ?? '';
  const total = /\/(\d+)$/.exec(range)?.[1];
  return total === undefined ? null : Number(total);
}

const tooLarge = ({ mostBytes }: DownloadRequest): HttpError =>
  new HttpError('too-large', REQUEST.tooLarge(mostBytes));

/** Returns the host, for messages. */
function refuseUnsafe({ url, trustedOrigin }: DownloadRequest): string {
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new HttpError('redirect', REQUEST.protocol(protocol));
  if (origin !== new URL(trustedOrigin).origin && isPrivateHost(hostname))
    throw new HttpError('redirect', REQUEST.privateHost(hostname));
  return hostname;
}
