import type { Settings } from '../../model/settings';
import type {
  Attachments,
  Clock,
  Downloader,
  HttpClient,
  Random,
  Reporter,
  StateStore,
  Vault,
} from '../../model/ports';
import type { RateBudgets } from '../../readwise/budget';

export interface SyncDependencies {
  readonly vault: Vault;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly state: StateStore;
  /** Waiting changes: what the person decided, which nothing can recover. */
  readonly outbox: StateStore;
  readonly reporter: Reporter;
  /** Converts a page of HTML to markdown; links are relative to the address. */
  readonly convertHtml: (html: string, address: string) => Promise<string>;
  /** Files and downloads of attachments; without it none are fetched, whatever the settings say. */
  readonly attachments?: AttachmentHost | undefined;
  /** Rate budgets shared with a sync of the last minute with the same token; new ones by default. */
  readonly budgets?: RateBudgets | undefined;
}

export interface AttachmentHost {
  readonly files: Attachments;
  readonly downloader: Downloader;
}

export interface SyncOptions {
  readonly settings: Settings;
  readonly token: string;
  /** Pull everything again. */
  readonly full?: boolean | undefined;
  /** The person asked for this sync, so it ignores pauses that the service demanded of earlier ones. */
  readonly asksAtOnce?: boolean | undefined;
  /** How many notes this run may remove, as the user confirmed; without it the guard decides. */
  readonly maxDelete?: number | null | undefined;
  /** The user's answer to a sync that stopped for a decision. */
  readonly confirmation?: Confirmation | undefined;
  /** The user's answer to a hold. */
  readonly decision?: HoldDecision | undefined;
  /** Deleted notes that the user wants back. */
  readonly restore?: RestoreRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * `relink`: use the new account; `accept-missing`: missing notes were deleted by the user; `leave-others`: notes
 * of another plugin stay as they are, beside those of the sync.
 */
export type Confirmation = 'relink' | 'accept-missing' | 'leave-others';

/**
 * `each`: decides by the ids that a person was shown. Notes on hold that are not named stay on hold.
 * `keep-all`: every held note stays.
 */
export type HoldDecision =
  | {
      readonly kind: 'each';
      readonly remove: readonly string[];
      readonly keep: readonly string[];
      /** Of notes that are no longer synced. */
      readonly archive?: readonly string[];
      /** Left undecided by the person: on hold from now on, if they would be removed. */
      readonly later?: readonly string[];
    }
  | { readonly kind: 'keep-all' };

/**
 * `items`: notes with these ids, and deleted highlights in them. `undone`: every note that undo removed. `all`:
 * these, and every note that the user deleted.
 */
export type RestoreRequest =
  { readonly kind: 'items'; readonly ids: readonly string[] } | { readonly kind: 'all' | 'undone' };
