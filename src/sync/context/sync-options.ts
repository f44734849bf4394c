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
import type { Hold } from '../../model/report';

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
  /**
   * What is left of the service's rate limits from a sync within the last minute with the same token; fresh
   * ones by default.
   */
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
  /**
   * Plan, and write nothing to the vault. What was pulled stays in the replica, so that the sync that follows
   * is quick.
   */
  readonly dryRun: boolean;
  /** How many notes may be removed in this run, as a person confirmed; null: the guard decides. */
  readonly maxDelete: number | null;
  /** A person's answer to a sync that could not go on without one. */
  readonly confirmation?: Confirmation | undefined;
  /** A person's answer to a hold. */
  readonly decision?: HoldDecision | undefined;
  /** What a person wants back that they deleted. */
  readonly restore?: RestoreRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a person wants done of all that they saw in a dry run's plan. */
export interface Choice {
  /** Keys of the items whose notes are written; undefined: all that is due. */
  readonly items?: ReadonlySet<string> | undefined;
  /**
   * Where all is: keys of the items that they saw. Once settings or templates have changed, no others are
   * written.
   */
  readonly seen?: ReadonlySet<string> | undefined;
  /** Keys of the notes that may leave their places. The person saw each of them by name. */
  readonly remove: ReadonlySet<string>;
  /** What the guard held back in that plan. */
  readonly hold?: Hold | undefined;
}

/**
 * What only a person can decide, said for one sync: `relink`, the vault now belongs to the token's account;
 * `accept-missing`, the notes that are not in the vault were deleted by the person.
 */
export type Confirmation = 'relink' | 'accept-missing';

/**
 * A person's answer to a hold. `each` goes note by note, by the ids that the hold names: what is to be
 * removed, and what is to stay. `keep-all`: everything that is held now stays.
 */
export type HoldDecision =
  | { readonly kind: 'each'; readonly remove: readonly string[]; readonly keep: readonly string[] }
  | { readonly kind: 'keep-all' };

/**
 * What a person wants back that they deleted: the items with these ids (their notes, and highlights in them),
 * or every note that they deleted.
 */
export type RestoreRequest =
  { readonly kind: 'items'; readonly ids: readonly string[] } | { readonly kind: 'all' };
