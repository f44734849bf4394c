/** One request as it came in. */
export interface LoggedRequest {
  /** 0-based, counted from the start or the last `clear`. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  /** A repeated parameter shows its last value; `url` has them all. */
  readonly query: Readonly<Record<string, string>>;
  /** Path and query as sent. */
  readonly url: string;
  readonly authorization: 'present' | 'absent';
  /** Milliseconds by the server's rate clock. */
  readonly at: number;
  /** Null until it is answered, and for good where it never is. */
  readonly status: number | null;
  /** The parsed JSON body, once it is answered. */
  readonly body: unknown;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What was asked of the server, in order of arrival. */
export class RequestLog {
  readonly #entries: Writable<LoggedRequest>[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Those to one path, as `/api/v2/export/`. */
  to(path: string): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.path === path);
  }

  /** Forgets all; counting begins at 0 again. */
  clear(): void {
    this.#entries.length = 0;
  }

  arrived(request: {
    readonly method: string;
    readonly url: string;
    readonly authorization: string | undefined;
    readonly at: number;
  }): LoggedRequest {
    const { method, url, authorization, at } = request;
    const parsed = new URL(url, 'http://server.invalid');
    const entry = {
      index: this.#entries.length,
      method,
      path: parsed.pathname,
      query: Object.fromEntries(parsed.searchParams),
      url,
      authorization: authorization === undefined ? ('absent' as const) : ('present' as const),
      at,
      status: null,
      body: undefined,
    };
    this.#entries.push(entry);
    return entry;
  }

  answered(entry: LoggedRequest, answer: { readonly status: number; readonly body: unknown }): void {
    Object.assign(entry, answer);
  }
}
