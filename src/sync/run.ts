import type { ReadwiseClient } from '../readwise/client';
import type { Replica } from '../store/replica';
import type { AttachmentCache } from './attachments/attachment-cache';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import type { SyncStats } from './context/sync-stats';
import type { UserDecisions } from './plan/user-decisions';
import type { Rendering } from './templates/prepare-rendering';
import type { NoteWriter } from './write/note-writer';

/** What a host gives to a run that sends no requests. */
export type RunHost = Omit<SyncDependencies, 'outbox' | 'http' | 'random' | 'budgets' | 'convertHtml'>;

/** Without the token, which only the client is given. */
export interface RunOptions extends Omit<SyncOptions, 'token'> {
  /** Progress counts the notes that are checked, as few or none are written. */
  readonly isCheck?: boolean | undefined;
  /** As in `ChangeJournalOptions`. */
  readonly isOfSending?: boolean;
}

/** What every step that writes notes is given. */
export interface Run {
  readonly deps: RunHost;
  readonly options: RunOptions;
  readonly stats: SyncStats;
  readonly replica: Replica;
  readonly rendering: Rendering;
  readonly decisions: UserDecisions;
  /** Null when attachments are off. */
  readonly cache: AttachmentCache | null;
  readonly writer: NoteWriter;
}

/** What the writer of a run is made of. */
export type WriterParts = Omit<Run, 'writer'>;

/** What the steps that send requests to the service are given. */
export interface Fetching {
  readonly deps: SyncDependencies;
  readonly options: RunOptions;
  readonly client: ReadwiseClient;
  readonly replica: Replica;
  readonly writer: PageWriter;
  readonly stats: SyncStats;
  /** The service's time at its first answer, ISO 8601; null while it is unknown. */
  now: string | null;
}

/** Writes the notes that a page made due, as far as v2 is complete. */
export type PageWriter = Pick<NoteWriter, 'setV2' | 'writePage'>;

/** What every step of a sync is given. */
export interface SyncRun extends Omit<Run, 'deps'>, Fetching {
  readonly writer: NoteWriter;
}
