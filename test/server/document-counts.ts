import type { DocumentRecord } from './records';

/**
 * How the v3 list counts: exactly, as one would expect, or in a way that a service may have for reasons of
 * its own.
 */
export type CountMode =
  | { readonly kind: 'exact' }
  /** Always off by so many. */
  | { readonly kind: 'shifted'; readonly by: number }
  /** Never more than so many, as search engines count. */
  | { readonly kind: 'capped'; readonly at: number }
  /** Counted anew only so long after the last time that the same was asked. */
  | { readonly kind: 'cached'; readonly seconds: number }
  /** Deleted records count as well. */
  | { readonly kind: 'with trash' }
  /** Off by these in turn, one for each answer. */
  | { readonly kind: 'drifting'; readonly by: readonly number[] }
  | { readonly kind: 'left out' };

interface Question {
  /** What was asked, as text. */
  readonly filter: string;
  readonly live: readonly DocumentRecord[];
  /** Deleted records that the same filter selects. */
  readonly trashed: () => readonly DocumentRecord[];
  /** The service's time in milliseconds since the epoch. */
  readonly now: number;
}

/** Makes the `count` of the v3 list. Its mode may be changed at any time. */
export class DocumentCounts {
  #answered = 0;
  readonly #cache = new Map<string, { readonly at: number; readonly count: number }>();

  constructor(public mode: CountMode = { kind: 'exact' }) {}

  /** Undefined where the answer is to have none. */
  count({ filter, live, trashed, now }: Question): number | undefined {
    const { mode } = this;
    this.#answered += 1;
    switch (mode.kind) {
      case 'exact':
        return live.length;
      case 'shifted':
        return Math.max(0, live.length + mode.by);
      case 'capped':
        return Math.min(live.length, mode.at);
      case 'with trash':
        return live.length + trashed().length;
      case 'drifting':
        return Math.max(0, live.length + (mode.by[this.#answered % mode.by.length] ?? 0));
      case 'left out':
        return undefined;
      case 'cached': {
        const known = this.#cache.get(filter);
        if (known !== undefined && now - known.at < mode.seconds * 1000) return known.count;
        this.#cache.set(filter, { at: now, count: live.length });
        return live.length;
      }
    }
  }
}
