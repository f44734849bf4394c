import type { Progress } from './progress';
import { ProblemError } from './problem';

/** What the engine needs of its host. Every adapter passes the contract suite in `test/contract/`. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** After this many milliseconds the request fails with an `HttpError` of kind `timeout`. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `offline`: this device has no network. */
export type HttpErrorKind = 'timeout' | 'offline' | 'network' | 'redirect' | 'too-large' | 'cancelled';

/** There was no usable answer. The request may have reached the service or not. */
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

/**
 * Sends one request. Every status is an answer; without one it throws `HttpError`. Redirects to another
 * origin are not followed.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}

export interface Clock {
  /** The local clock: for history and names of state files, never for watermarks. */
  now(): number;
  /** Milliseconds that never decrease: for durations, budgets and waits. */
  monotonic(): number;
  /** Rejects with the signal's reason when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** In [0, 1). */
export type Random = () => number;

export interface NoteIdentity {
  /** `readwise-id`: the v2 book. */
  readonly bookId: string | null;
  /** `reader-id`: the v3 document. */
  readonly documentId: string | null;
  /** `readwise-part`: the part of an item that this note is of. */
  readonly partId: string | null;
}

export interface SurveyedNote extends NoteIdentity {
  readonly path: string;
}

/** Only a cloud placeholder of the note is on this device, so the note must not be taken for missing. */
export class NoteNotHereError extends ProblemError {
  override readonly name = 'NoteNotHereError';
  constructor(readonly path: string) {
    super({ code: 'note-not-here', path });
  }
}

/** A folder of markdown notes. Paths are relative to it, use `/`, are in NFC and end in `.md`. */
export interface Vault {
  /** Paths of all notes with one of the ids, in path order, without the trash and hidden folders. */
  locate(identity: NoteIdentity): Promise<readonly string[]>;
  /** All notes with identity properties, in any order. Notes that were seen before are not opened. */
  survey(): Promise<readonly SurveyedNote[]>;
  /** Paths of all notes, in any order, without the trash and hidden folders. Opens none of them. */
  list(): Promise<readonly string[]>;
  /** The path with its folders as they are spelled on a disk that ignores case or Unicode form. */
  spelled(path: string): Promise<string>;
  /** The note's text, or null when there is no such note. Throws `NoteNotHereError` for a placeholder. */
  read(path: string): Promise<string | null>;
  /** Paths of the notes with a link to this one. */
  linkedFrom(path: string): Promise<readonly string[]>;
  /** A mark of each note's file (its time and size), without opening it; none for a note that is not there. */
  fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether the note exists, without opening it. Throws `NoteNotHereError` for a placeholder. */
  has(path: string): Promise<boolean>;
  /** Makes folders and never overwrites: `exists` when the disk takes another name for equal. */
  create(path: string, text: string): Promise<'created' | 'exists'>;
  /**
   * Reads, merges and writes in one step, so that no edit is lost. `merge` is pure and may run more than
   * once; an unchanged text is not written.
   */
  update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'>;
  /** Moves a note, and updates links to it where the host can. Never overwrites. */
  rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'>;
  /** Moves a note to the trash. Never erases it. */
  moveToTrash(path: string): Promise<'trashed' | 'missing'>;
}

export type StateChange = { readonly put: string; readonly value: unknown } | { readonly remove: string };

export interface StateEntry {
  readonly key: string;
  readonly value: unknown;
}

/** Keys with the prefix, in key order, after `after` when given, at most `limit`. */
export interface StateRange {
  readonly prefix: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Transactional key-value storage on the device, ordered by key (code units), with JSON values. Losing it
 * costs one full pull and nothing else. Any call may throw `DamagedStateError`.
 */
export interface StateStore {
  /** In the order of the keys; undefined for a missing one. */
  getMany(keys: readonly string[]): Promise<readonly unknown[]>;
  list(range: StateRange): Promise<readonly StateEntry[]>;
  /** The keys alone, without reading values. */
  keys(range: StateRange): Promise<readonly string[]>;
  /** Applies all changes in order, or none. */
  commit(changes: readonly StateChange[]): Promise<void>;
  /**
   * Stores what `edit` makes of the value of a key, in one transaction: nothing is written between. `undefined`
   * stands for no entry, before and after. `edit` is pure and may run more than once. Returns what it made.
   */
  update(key: string, edit: (value: unknown) => unknown): Promise<unknown>;
  /** Removes all entries with the prefix. An interruption may leave some of them. */
  clear(prefix: string): Promise<void>;
  close(): Promise<void>;
}

/** Receives progress. Must not throw or block. */
export interface Reporter {
  progress(progress: Progress): void;
}

export interface NewAttachment {
  /** The file name: lower-case letters, digits, dashes and one dot. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The user's choice; null: the host's attachment folder for `note`, or `otherwise` if it has none. */
  readonly folder: string | null;
  readonly note: string;
  readonly otherwise: string;
}

/** Attachments in the vault, known by name, wherever they lie. */
export interface Attachments {
  /** Names of all files for which `isOurs` is true, cloud placeholders included. */
  names(isOurs: (name: string) => boolean): Promise<readonly string[]>;
  /** Makes folders as needed and never overwrites. An interruption leaves no incomplete file of that name. */
  write(file: NewAttachment): Promise<'created' | 'exists'>;
}

export interface DownloadRequest {
  readonly url: string;
  readonly mostBytes: number;
  readonly timeoutMs: number;
  /** The only origin that may be on this machine or in its network. */
  readonly trustedOrigin: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Download {
  readonly status: number;
  /** Empty unless the status is a success. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Downloads a file without sending anything of the user's. Every status is an answer; without one it throws
 * `HttpError`. Addresses of this machine and its network are refused.
 */
export interface Downloader {
  get(request: DownloadRequest): Promise<Download>;
}
