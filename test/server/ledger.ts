/**
 * Which time stamps a change moves: all, only those of the LIST endpoints (the export does not notice), or
 * none.
 */
export type Stamping = 'everywhere' | 'lists-only' | 'nowhere';

const VIEWS_KEPT = 24;

/**
 * What both halves of the library share: the clock, how changes are stamped, and query results that hold
 * until the next change.
 */
export class Ledger {
  /** Milliseconds since the epoch. */
  now: () => number = Date.now;
  stamping: Stamping = 'everywhere';
  readonly #views = new Map<string, unknown>();

  /** To be called after every change: what was computed before no longer holds. */
  changed(): void {
    this.#views.clear();
  }

  /** The result of a query, computed once until something changes: a page costs no walk over the library. */
  view<T>(key: string, compute: () => T): T {
    if (!this.#views.has(key)) {
      const value = compute();
      const oldest = this.#views.keys().next();
      if (this.#views.size >= VIEWS_KEPT && oldest.done !== true) this.#views.delete(oldest.value);
      this.#views.set(key, value);
    }
    return this.#views.get(key) as T;
  }

  /** The stamp of a LIST's `updated`, given the one it had. */
  listStamp(before: number): number {
    return this.stamping === 'nowhere' ? before : this.now();
  }

  /** The stamp of an export's `updated_at`, given the one it had. */
  exportStamp(before: number): number {
    return this.stamping === 'everywhere' ? this.now() : before;
  }
}
