import { documentCalls } from '../../readwise/document-calls';
import { mostBytes } from '../../notes/attachments/attachment-settings';
import { fileTypeOf, type FileType } from '../../notes/attachments/attachment-file';
import { hostOf } from '../../notes/markdown/url';
import { problemOf, type Problem } from '../../model/problem';
import type { Settings } from '../../model/settings';
import { HttpError, type Download, type Downloader } from '../../model/ports';
import { isReadwiseError, type ReadwiseError } from '../../readwise/readwise-error';
import type { ReadwiseClient } from '../../readwise/client';
import { MAX_FETCHED } from '../pull/full-texts';
import { documentOfSource } from './attachment-cache';

export interface DownloadOptions {
  readonly client: ReadwiseClient;
  readonly downloader: Downloader;
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
}

/** Why a download failed. `limit`: it is larger than that; `isFinal`: never try again. */
export interface Refusal {
  readonly problem: Problem;
  readonly limit?: number;
  readonly isFinal?: boolean;
}

export type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer>; readonly ending: string }
  | ({ readonly ok: false } & Refusal);

/** After so many unanswered requests in a row, the network is assumed to be down. */
const MAX_UNANSWERED = 5;
const TOO_MANY_REQUESTS = 429;
const TIMEOUT_MS = { image: 30_000, document: 300_000 } as const;

/** The downloads of one sync. */
export class Downloads {
  /** Number of downloads; for a document's file, the request for its address counts. */
  asked = 0;
  private unanswered = 0;
  /** Whether the last document's request got no answer: twice in a row, the service is down. */
  private hadNoAnswer = false;
  /** Why no more document files are requested from the service; images come from elsewhere. */
  serviceFailure: ReadwiseError | null = null;
  /** Hosts that did not answer, with the problem. */
  private readonly unreachable = new Map<string, Problem>();
  /** Hosts that answered their last request. */
  private readonly answering = new Set<string>();
  /** Hosts that answered 429. */
  private readonly busy = new Set<string>();

  constructor(private readonly options: DownloadOptions) {}

  /** Whether this sync downloads no more. */
  get isSpent(): boolean {
    return this.asked >= MAX_FETCHED || this.unanswered >= MAX_UNANSWERED;
  }

  /** Whether this sync sends no more requests there. */
  isPutOff(source: string): boolean {
    const isFromService = documentOfSource(source) !== null;
    return this.isSpent || this.busy.has(hostOf(source)) || (isFromService && this.serviceFailure !== null);
  }

  /** Downloads an image by its address, or a document's own file; null to leave it to another sync. */
  async fetch(source: string): Promise<Fetched | null> {
    const documentId = documentOfSource(source);
    return documentId === null ? this.downloadUrl(source, 'image') : this.downloadDocument(documentId);
  }

  private async downloadDocument(id: string): Promise<Fetched | null> {
    this.asked += 1;
    try {
      const url = await this.options.client.send(documentCalls.rawSource(id));
      this.hadNoAnswer = false;
      if (url !== null && url !== '') return await this.downloadUrl(url, 'document');
      // An answer without the document proves nothing about its file.
      return { ok: false, problem: { code: 'no-file' }, isFinal: url === '' };
    } catch (error) {
      // This may concern only this document; others may work.
      if (isReadwiseError(error, 'rejected')) return { ok: false, problem: problemOf(error) };
      const gotNoAnswer = isReadwiseError(error, 'unreachable', 'not-the-api');
      if (gotNoAnswer && !this.hadNoAnswer) {
        this.hadNoAnswer = true;
        return { ok: false, problem: problemOf(error) };
      }
      if (!gotNoAnswer && !isReadwiseError(error, 'rate-limited')) throw error;
      this.serviceFailure = error;
      return null;
    }
  }

  private async downloadUrl(url: string, kind: FileType['kind']): Promise<Fetched> {
    const host = hostOf(url);
    const known = this.unreachable.get(host);
    if (known !== undefined) return { ok: false, problem: known };
    if (!isAddress(url)) return { ok: false, problem: { code: 'no-address' } };
    const most = mostBytes(this.options.settings);
    try {
      return fileOf(await this.get(url, { most, kind }), kind);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.options.signal?.throwIfAborted();
      const problem = problemOf(error);
      if (error.kind === 'too-large') return { ok: false, problem, limit: most };
      if (error.kind !== 'redirect') this.countUnanswered(host, problem);
      return { ok: false, problem };
    }
  }

  /** A host that answered before gets one more try; if that fails too, the network is down. */
  private countUnanswered(host: string, problem: Problem): void {
    const wasAnswering = this.answering.delete(host);
    this.unanswered += wasAnswering ? MAX_UNANSWERED - 1 : 1;
    if (!wasAnswering) this.unreachable.set(host, problem);
  }

  private async get(
    url: string,
    { most, kind }: { readonly most: number; readonly kind: FileType['kind'] },
  ): Promise<Download> {
    const { downloader, settings, signal } = this.options;
    const trustedOrigin = settings.baseUrl;
    if (kind === 'image') this.asked += 1;
    const timeoutMs = TIMEOUT_MS[kind];
    const answer = await downloader.get({ url, mostBytes: most, timeoutMs, trustedOrigin, signal });
    this.unanswered = 0;
    this.answering.add(hostOf(url));
    if (answer.status === TOO_MANY_REQUESTS) this.busy.add(hostOf(url));
    return answer;
  }
}

function fileOf({ status, bytes }: Download, kind: FileType['kind']): Fetched {
  if (status < 200 || status > 299) return { ok: false, problem: { code: 'answered-with-status', status } };
  const type = fileTypeOf(bytes);
  if (type?.kind === kind) return { ok: true, bytes, ending: type.ending };
  return { ok: false, problem: { code: 'other-file-type', wanted: kind } };
}

/** A page may contain anything as the address of an image. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}
