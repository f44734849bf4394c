import type { HoldDecision } from './plan/hold-decision';
import type { Confirmation } from './plan/confirmation';
import type { RestoreRequest } from './plan/restore-request';
import type { Settings } from '../model/settings';
import type {
  Attachments,
  Clock,
  Downloader,
  HttpClient,
  Random,
  Reporter,
  StateStore,
  Vault,
} from '../model/ports';
import type { RateBudgets } from '../readwise/budget';

export interface SyncDependencies {
  readonly vault: Vault;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly state: StateStore;
  readonly reporter: Reporter;
  /** Makes light markdown of a page of HTML that comes from an address. */
  readonly convertHtml: (html: string, address: string) => Promise<string>;
  /** Where attachments go, and by what they are fetched; without it none are, whatever the settings say. */
  readonly attachments?: AttachmentHost | undefined;
  /** What is left of the service's rate limits from a sync within the last minute with the same token; fresh ones by default. */
  readonly budgets?: RateBudgets | undefined;
}

export interface AttachmentHost {
  readonly files: Attachments;
  readonly downloader: Downloader;
}

export interface SyncOptions {
  readonly settings: Settings;
  readonly token: string;
  /** Pull everything again, as on a new device. */
  readonly full: boolean;
  /** Plan, and write nothing to the vault. What was pulled stays in the replica, so that the sync that follows is quick. */
  readonly dryRun: boolean;
  /** A person's word that up to this many notes may be removed in this run; null: the guard decides. */
  readonly maxDelete: number | null;
  /** A person's answer to a sync that could not go on without one. */
  readonly word?: Confirmation | undefined;
  /** A person's answer to a hold. */
  readonly decision?: HoldDecision | undefined;
  /** What a person wants back that they deleted. */
  readonly restore?: RestoreRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}
