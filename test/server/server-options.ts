import { DocumentCounts } from './document-counts';
import type { Library } from './library';

/** Requests per minute and token, by class. */
export interface RateLimits {
  readonly v2: number;
  /** Highlights LIST and Books LIST. */
  readonly v2Lists: number;
  readonly v3: number;
  /** Document CREATE and UPDATE. */
  readonly v3Writes: number;
}

export interface PageSizes {
  /** Books on one page of the export. */
  readonly exportBooks: number;
  /** A book with more matching highlights than this appears on several pages. */
  readonly exportHighlightsOfBook: number;
  /** Most entries on one page of a v2 list. */
  readonly lists: number;
  readonly documents: number;
  readonly documentTags: number;
}

export interface ServerOptions {
  readonly library: Library;
  /** The one token that is let in. */
  readonly token: string;
  /** A free one by default. */
  readonly port?: number;
  readonly pageSizes?: Partial<PageSizes>;
  /** The specification's by default. */
  readonly rateLimits?: 'off' | Partial<RateLimits>;
  /** Milliseconds by which the minute of the rate limits slides; the machine's monotonic clock by default. */
  readonly rateClock?: () => number;
  /** Whether a record stamped exactly `updatedAfter` is part of the answer. */
  readonly updatedAfter?: 'exclusive' | 'inclusive';
  readonly dateHeader?: 'sent' | 'left-out';
  /**
   * How links to the service's own pages are named: as the live service does, or as the specification does.
   */
  readonly linkField?: 'readwise_url' | 'service_url';
  /** Whether a highlight's colour is also among its tags, as the live service has it. */
  readonly colorTags?: 'left-out' | 'sent';
  /** How the v3 list counts; exactly by default. */
  readonly documentCounts?: DocumentCounts;
  /**
   * Which stamp the v3 list shows as `updated_at`; `updatedAfter` always goes by when a record was updated.
   */
  readonly documentStamp?: 'updated' | 'saved';
}

/** The same with nothing left open. */
export interface ResolvedOptions extends Required<Omit<ServerOptions, 'pageSizes' | 'rateLimits'>> {
  readonly pageSizes: PageSizes;
  readonly rateLimits: 'off' | RateLimits;
}

const PAGE_SIZES: PageSizes = {
  exportBooks: 100,
  exportHighlightsOfBook: Number.MAX_SAFE_INTEGER,
  lists: 1000,
  documents: 100,
  documentTags: 100,
};
const RATE_LIMITS: RateLimits = { v2: 240, v2Lists: 20, v3: 20, v3Writes: 50 };

export function resolveOptions(options: ServerOptions): ResolvedOptions {
  return {
    port: 0,
    rateClock: () => performance.now(),
    updatedAfter: 'exclusive',
    dateHeader: 'sent',
    linkField: 'readwise_url',
    colorTags: 'left-out',
    documentCounts: new DocumentCounts(),
    documentStamp: 'updated',
    ...options,
    pageSizes: { ...PAGE_SIZES, ...options.pageSizes },
    rateLimits: options.rateLimits === 'off' ? 'off' : { ...RATE_LIMITS, ...options.rateLimits },
  };
}
