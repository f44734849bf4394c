import { mostBytes } from '../../notes/attachments/attachment-settings';
import { fileTypeOf, type FileType } from '../../notes/attachments/attachment-file';
import { MOST_FETCHED } from '../../notes/attachments/retry-day';
import { hostOf } from '../../notes/markdown/url';
import { problemOf, type Problem } from '../../model/problem';
import type { Settings } from '../../model/settings';
import { HttpError, type Download, type Downloader } from '../../model/ports';
import { NotTheApiError, RequestRejectedError, ServiceUnreachableError } from '../../readwise/errors';
import type { ReadwiseClient } from '../../readwise/client';
import { documentOfSource } from './attachments-state';

export interface DownloadOptions {
  readonly client: ReadwiseClient;
  readonly downloader: Downloader;
  readonly settings: Pick<Settings, 'attachments' | 'folder'>;
  /** The service's own origin. */
  readonly trustedOrigin: string;
  readonly signal?: AbortSignal | undefined;
}

/** Why something did not come. `limit`: it has more bytes than that; `isFinal`: it is not asked for again. */
export interface Refusal {
  readonly problem: Problem;
  readonly limit?: number;
  readonly isFinal?: boolean;
}

export type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer>; readonly ending: string }
  | ({ readonly ok: false } & Refusal);

/** After so many requests in a row without an answer it is the network that is not there. */
const MOST_UNANSWERED = 5;
const TOO_MANY_REQUESTS = 429;
const TIMEOUT_MS = { image: 30_000, document: 300_000 } as const;

/** What one sync asks of the web. */
export class Downloads {
  /** How many were asked for; of a document's file it counts that the service was asked where it is. */
  asked = 0;
  private unanswered = 0;
  /** Whether the service gave none about the last document: of two in a row, it is not about them. */
  private hadNoAnswer = false;
  /** Hosts that gave no answer, with what was said of it. */
  private readonly silent = new Map<string, Problem>();
  /** Hosts that gave one, and did not fail to since. */
  private readonly answering = new Set<string>();
  /** Hosts that answered that they are asked too much (429). */
  private readonly busy = new Set<string>();

  constructor(private readonly options: DownloadOptions) {}

  /** Whether this sync asks for no more. */
  get isSpent(): boolean {
    return this.asked >= MOST_FETCHED || this.unanswered >= MOST_UNANSWERED;
  }

  /** Whether this sync asks no more there. */
  isPutOff(source: string): boolean {
    return this.isSpent || this.busy.has(hostOf(source));
  }

  /** The bytes of an image by its address, or of a document's own file. */
  async fetch(source: string): Promise<Fetched> {
    const documentId = documentOfSource(source);
    return documentId === null ? this.ofAddress(source, 'image') : this.ofDocument(documentId);
  }

  private async ofDocument(id: string): Promise<Fetched> {
    this.asked += 1;
    try {
      const url = await this.options.client.documents.rawSourceOf(id);
      this.hadNoAnswer = false;
      if (url !== null && url !== '') return await this.ofAddress(url, 'document');
      // An answer without the document says nothing of its file.
      return { ok: false, problem: { code: 'no-file' }, isFinal: url === '' };
    } catch (error) {
      // It may be about this one document: the others may do better.
      if (error instanceof RequestRejectedError) return { ok: false, problem: problemOf(error) };
      if (!(error instanceof ServiceUnreachableError || error instanceof NotTheApiError) || this.hadNoAnswer)
        throw error;
      this.hadNoAnswer = true;
      return { ok: false, problem: problemOf(error) };
    }
  }

  private async ofAddress(url: string, kind: FileType['kind']): Promise<Fetched> {
    const host = hostOf(url);
    const silence = this.silent.get(host);
    if (silence !== undefined) return { ok: false, problem: silence };
    if (!isAddress(url)) return { ok: false, problem: { code: 'no-address' } };
    const most = mostBytes(this.options.settings);
    try {
      return fileOf(await this.get(url, { most, kind }), kind);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.options.signal?.throwIfAborted();
      const problem = problemOf(error);
      if (error.kind === 'too-large') return { ok: false, problem, limit: most };
      if (error.kind === 'timeout' || error.kind === 'network') this.hadNone(host, problem);
      return { ok: false, problem };
    }
  }

  /**
   * A host that did answer is asked once more: where it gives none again, and no other does, the network is
   * gone.
   */
  private hadNone(host: string, problem: Problem): void {
    const wasAnswering = this.answering.delete(host);
    this.unanswered += wasAnswering ? MOST_UNANSWERED - 1 : 1;
    if (!wasAnswering) this.silent.set(host, problem);
  }

  private async get(
    url: string,
    { most, kind }: { readonly most: number; readonly kind: FileType['kind'] },
  ): Promise<Download> {
    const { downloader, trustedOrigin, signal } = this.options;
    if (kind === 'image') this.asked += 1;
    const answer = await downloader.get({
      url,
      mostBytes: most,
      timeoutMs: TIMEOUT_MS[kind],
      trustedOrigin,
      signal,
    });
    this.unanswered = 0;
    this.answering.add(hostOf(url));
    if (answer.status === TOO_MANY_REQUESTS) this.busy.add(hostOf(url));
    return answer;
  }
}

function fileOf({ status, bytes }: Download, kind: FileType['kind']): Fetched {
  if (status < 200 || status > 299) return { ok: false, problem: { code: 'answered-with-status', status } };
  const type = fileTypeOf(bytes);
  return type?.kind === kind
    ? { ok: true, bytes, ending: type.ending }
    : { ok: false, problem: { code: 'other-file-type', wanted: kind } };
}

/** A page may name anything as the address of an image. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}
