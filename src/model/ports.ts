import type { Progress } from './progress';

/**
 * The interfaces that the engine needs of its host. Each has one adapter per host and one contract suite
 * (`test/contract/`) that every adapter passes.
 */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds until the request is given up with `HttpError` of kind `timeout`. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Keys in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type HttpErrorKind = 'timeout' | 'network' | 'redirect' | 'too-large' | 'cancelled';

/** No usable answer: the request may or may not have reached the service. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly kind: HttpErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const BUGS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/**
 * Whether an error is something that can go wrong outside: network, token, vault, storage. Those are typed
 * and have names of their own; a bare `Error` or one of the language's is a bug.
 */
export const isOperational = (error: unknown): error is Error =>
  error instanceof Error && !BUGS.has(error.name);

/**
 * Sends one request. Every status is an answer; only the lack of one throws `HttpError`. Follows no redirect
 * to another origin.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}

export interface Clock {
  /**
   * Milliseconds since the epoch by the local clock: for history and file names of state, never for
   * watermarks.
   */
  now(): number;
  /** Milliseconds that only ever grow: for durations, budgets and waits. */
  monotonic(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1); used for jitter only. */
export type Random = () => number;

/** The properties that say what a note is of. */
export interface NoteIdentity {
  /** `readwise-id`: the v2 book. */
  readonly bookId: string | null;
  /** `reader-id`: the v3 document. */
  readonly documentId: string | null;
  /** `readwise-part`: the part of an item that has a note of its own. */
  readonly partId: string | null;
}

/** A note that carries an identity. */
export interface SurveyedNote extends NoteIdentity {
  readonly path: string;
}

/**
 * A cloud has the note, and this device only a placeholder for it: nothing may be made of that, least of all
 * a second note.
 */
export class NoteNotHereError extends Error {
  override readonly name = 'NoteNotHereError';
  constructor(readonly path: string) {
    super(
      `“${path}” is not on this device yet, only in the cloud. Open it or have its folder downloaded, and sync again.`,
    );
  }
}

/** A folder of markdown notes. Paths are relative to it, with `/`, in NFC, ending in `.md`. */
export interface Vault {
  /**
   * Notes anywhere in the vault whose properties carry one of the identity's ids, in path order. Notes in the
   * trash or in hidden folders are not part of the vault. Where the note at `lastPath` carries one of the
   * ids, a host for which it is much work to look everywhere may name only that note and the conflict copies
   * beside it.
   */
  locate(identity: NoteIdentity, lastPath?: string | null): Promise<readonly string[]>;
  /**
   * All notes that carry an identity, in any order, from what `locate` goes by: no note is opened for it that
   * was seen before.
   */
  survey(): Promise<readonly SurveyedNote[]>;
  /**
   * The path with its folders spelled as they are there, where the disk takes another spelling for the same.
   */
  spelled(path: string): Promise<string>;
  /**
   * The note's text, or null when there is no such note. Throws `NoteNotHereError` when a placeholder stands
   * for it.
   */
  read(path: string): Promise<string | null>;
  /**
   * Whether `read` would find the note: asked of the disk, without opening it. Throws `NoteNotHereError`
   * where `read` does.
   */
  has(path: string): Promise<boolean>;
  /**
   * Makes folders as needed. Never overwrites: `exists` when anything has that path (by the file system's own
   * idea of equal names). Throws `NoteNotHereError` when a placeholder stands for a note of that path.
   */
  create(path: string, text: string): Promise<'created' | 'exists'>;
  /**
   * Reads, merges and writes as one step: no edit made meanwhile is lost. `merge` is pure and may be called
   * more than once; a result equal to its input writes nothing.
   */
  update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'>;
  /** Moves a note, keeping links to it intact where the host can. Never overwrites. */
  rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'>;
  /** Puts a note into the trash, from where a person can take it back. Never erases. */
  moveToTrash(path: string): Promise<'trashed' | 'missing'>;
}

/** Folders of a vault, by paths as notes have them. */
export interface Folders {
  /**
   * When a folder was made, in milliseconds since the epoch; 0 where the disk does not tell, null where there
   * is none.
   */
  madeAt(path: string): Promise<number | null>;
  /** Paths of all that is in a folder, hidden or not; null where that cannot be seen. */
  entries(path: string): Promise<readonly string[] | null>;
  /**
   * Removes a folder in which nothing is, into the trash where the host knows no other safe way; does nothing
   * where something is in it by now, or where it cannot.
   */
  removeEmpty(path: string): Promise<void>;
}

export type StateChange = { readonly put: string; readonly value: unknown } | { readonly remove: string };

export interface StateEntry {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Keys that start with `prefix` and, where given, are greater than `after`; in key order, at most `limit`.
 */
export interface StateRange {
  readonly prefix: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Device-local, transactional key-value storage, ordered by key (code units). Values are JSON data.
 * Losing it costs one full pull and nothing else.
 */
export interface StateStore {
  /** In the order of the keys; undefined where there is none. */
  getMany(keys: readonly string[]): Promise<readonly unknown[]>;
  list(range: StateRange): Promise<readonly StateEntry[]>;
  /** The same without the values: none is read for it. */
  keys(range: StateRange): Promise<readonly string[]>;
  /** All or nothing, in order. */
  commit(changes: readonly StateChange[]): Promise<void>;
  close(): Promise<void>;
}

/** Hears of progress. Must not throw and must not block. */
export interface Reporter {
  progress(progress: Progress): void;
}

export interface NewAttachment {
  /** Without a folder; of small letters, digits, dashes and one dot. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * A folder of the person's choice; null: the host's own for attachments of that note, or `otherwise` where
   * it has none.
   */
  readonly folder: string | null;
  readonly note: string;
  readonly otherwise: string;
}

/**
 * Files of the vault that are no notes: images, PDFs. They go by their names, wherever in the vault they lie.
 */
export interface Attachments {
  /**
   * Names of all files in the vault, also of those that only a cloud's placeholder stands for, that `isOurs`.
   */
  names(isOurs: (name: string) => boolean): Promise<readonly string[]>;
  /** Makes folders as needed. Never overwrites: `exists` when anything has that path. */
  write(file: NewAttachment): Promise<'created' | 'exists'>;
  /** Makes a file whole that an interrupted `write` left; `missing` when there is none of that name. */
  mend(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<'mended' | 'missing'>;
}

export interface DownloadRequest {
  readonly url: string;
  readonly mostBytes: number;
  /** Milliseconds until it is given up with `HttpError` of kind `timeout`. */
  readonly timeoutMs: number;
  /** The one origin that may be on this machine or in its network. */
  readonly trustedOrigin: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Download {
  readonly status: number;
  /** Empty for any status but success. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Fetches bytes from anywhere on the web, and sends nothing of the person's with it. Every status is an
 * answer; only the lack of one throws `HttpError`, `too-large` among them. Addresses of this machine and of
 * the network around it are refused.
 */
export interface Downloader {
  get(request: DownloadRequest): Promise<Download>;
}
