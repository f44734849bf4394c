import type { WaitReason } from '../model/progress';
import {
  HttpError,
  type Clock,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Random,
} from '../model/ports';
import { Pace } from '../model/pace';
import { outcomeOf, outcomeOfFailure, withBelievableDate, type Outcome, type Reading } from './answer';
import { createRateBudgets, type RateBudgets, type RateClass, type SentRequest } from './budget';
import { isReadwiseError, ReadwiseError } from './readwise-error';

/** A noticeable wait, for the progress display. */
export interface Wait {
  readonly endpoint: 'highlights' | 'documents';
  readonly seconds: number;
  readonly why: WaitReason;
}

/** Remembers pauses that are too long to wait for. */
export interface Pauses {
  /** 0 when there is no pause. */
  secondsLeft(rate: RateClass): number;
  keep(rate: RateClass, seconds: number): Promise<void>;
}

export interface ClientDependencies {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly token: string;
  /** The budgets of an earlier client with the same token; new ones by default. */
  readonly budgets?: RateBudgets | undefined;
  readonly pauses?: Pauses | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** A request to an endpoint, and how to read its answer. */
export interface Call<Value> extends Reading<Value> {
  readonly rate: RateClass;
  /** GET by default. */
  readonly method?: HttpRequest['method'];
  /** The path from the root, such as `/api/v2/export/`. */
  readonly path: string;
  /** Ordered; a name may repeat. */
  readonly query?: Query;
  readonly body?: unknown;
  /** Repeating the request would repeat its effect, so an unclear outcome fails at once. */
  readonly isOnceOnly?: boolean;
  readonly timeoutMs?: number;
}

export type Query = readonly (readonly [name: string, value: string])[];

const TIMEOUT_MS = 30_000;
const NOTICEABLE_SECONDS = 1;
/** A shorter token is not replaced in messages, because it could be an ordinary word. */
const SHORTEST_SECRET = 8;
/** How often a request is sent before it fails. */
const MAX_ATTEMPTS = 5;
/** How many pauses the service may ask of one request. */
const MAX_PAUSES = 10;
/** A run ends with a message instead of a longer pause. */
const LONGEST_PAUSE_SECONDS = 5 * 60;
/** A longer pause is cut to this, so that a mistake of the service cannot stop syncing for good. */
const LONGEST_BELIEVED_SECONDS = 60 * 60;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;
/** What a header may hold. Some hosts put a refused header, and so the token, into their message. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/**
 * Sends calls to both interfaces, for one token at one origin: within their budgets, and again where that may
 * help. Else it throws a `ReadwiseError`.
 */
export class ReadwiseClient {
  private sent = 0;
  /** Set once the token was refused; it is not tried again. */
  private refused: ReadwiseError | null = null;
  private readonly budgets: RateBudgets;
  private readonly origin: string;
  private readonly token: string;

  constructor(private readonly dependencies: ClientDependencies) {
    this.budgets = dependencies.budgets ?? createRateBudgets();
    this.origin = new URL(dependencies.baseUrl).origin;
    this.token = dependencies.token.trim();
  }

  /** Requests sent so far, repetitions included. */
  get requests(): number {
    return this.sent;
  }

  async send<Value>(call: Call<Value>): Promise<Value> {
    if (!SENDABLE_TOKEN.test(this.token)) throw new ReadwiseError('token-refused', call.doing);
    let failures = 0;
    let pauses = 0;
    for (;;) {
      const reserved = await this.reserve(call);
      const outcome = await this.sendOnce(call, reserved);
      switch (outcome.kind) {
        case 'done':
          return outcome.value;
        case 'failed':
          if (isReadwiseError(outcome.error, 'token-refused')) this.refused = outcome.error;
          throw outcome.error;
        case 'limited':
          pauses += 1;
          await this.pauseClass(call, { seconds: outcome.seconds, isLast: pauses >= MAX_PAUSES });
          break;
        case 'transient': {
          failures += 1;
          const { error, atLeastSeconds } = outcome;
          if (call.isOnceOnly === true || failures >= MAX_ATTEMPTS || atLeastSeconds > LONGEST_PAUSE_SECONDS)
            throw error;
          const ms = Math.max(atLeastSeconds * 1000, backoffMs(failures, this.dependencies.random));
          await this.wait(call, ms, error.why === 'offline' ? 'offline' : 'failure');
        }
      }
    }
  }

  private async sendOnce<Value>(call: Call<Value>, reserved: SentRequest): Promise<Outcome<Value>> {
    const { clock, http } = this.dependencies;
    // Since before the request: the host may have worked long on the text of the answer.
    const pace = new Pace(clock);
    this.sent += 1;
    let response: HttpResponse;
    try {
      response = await http.send(this.requestOf(call));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return outcomeOfFailure({ kind: error.kind, message: this.withoutToken(error.message) }, call.doing);
    } finally {
      this.budgets[call.rate].settle(reserved, clock.monotonic());
    }
    const dated = withBelievableDate(response, clock.now());
    const readable = response.status < 300 ? dated : { ...dated, body: this.withoutToken(response.body) };
    return outcomeOf(readable, { ...call, pace });
  }

  /** Removes the token from an error text that may repeat the request. */
  private withoutToken(text: string): string {
    return this.token.length < SHORTEST_SECRET ? text : text.replaceAll(this.token, '[token]');
  }

  private requestOf({ method = 'GET', path, query = [], body, timeoutMs }: Call<unknown>): HttpRequest {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
    const headers = { authorization: `Token ${this.token}`, accept: 'application/json' };
    const request = {
      method,
      url: `${this.origin}${path}${search === '' ? '' : `?${search}`}`,
      headers,
      timeoutMs: timeoutMs ?? TIMEOUT_MS,
      signal: this.dependencies.signal,
    };
    if (body === undefined) return request;
    return {
      ...request,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  }

  /** Waits for the budget and spends it at once, because another client may share it. */
  private async reserve(call: Call<unknown>): Promise<SentRequest> {
    this.stopIfCancelled(call);
    for (let ms = this.msToWait(call); ms > 0; ms = this.msToWait(call)) await this.wait(call, ms, 'limit');
    if (this.refused !== null) throw this.refused;
    return this.budgets[call.rate].spend();
  }

  private msToWait({ rate, doing }: Call<unknown>): number {
    const { clock, pauses } = this.dependencies;
    const seconds = pauses?.secondsLeft(rate) ?? 0;
    if (seconds > 0) throw new ReadwiseError('rate-limited', doing, { seconds });
    return this.budgets[rate].waitAt(clock.monotonic());
  }

  private async pauseClass(
    { rate, doing }: Call<unknown>,
    { seconds, isLast }: { readonly seconds: number; readonly isLast: boolean },
  ): Promise<void> {
    const { clock, pauses } = this.dependencies;
    if (isLast || seconds > LONGEST_PAUSE_SECONDS) {
      const believed = Math.min(seconds, LONGEST_BELIEVED_SECONDS);
      await pauses?.keep(rate, believed);
      throw new ReadwiseError('rate-limited', doing, { seconds: believed });
    }
    this.budgets[rate].pause(clock.monotonic(), seconds * 1000);
  }

  private async wait(call: Call<unknown>, ms: number, why: WaitReason): Promise<void> {
    const { clock, signal, onWait } = this.dependencies;
    this.stopIfCancelled(call);
    const endpoint = call.rate.startsWith('v2') ? 'highlights' : 'documents';
    const seconds = ms / 1000;
    if (seconds > NOTICEABLE_SECONDS) onWait?.({ endpoint, seconds: Math.ceil(seconds), why });
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      throw new ReadwiseError('cancelled', call.doing);
    }
  }

  private stopIfCancelled({ doing }: Call<unknown>): void {
    if (this.dependencies.signal?.aborted === true) throw new ReadwiseError('cancelled', doing);
  }
}

/** Milliseconds before the next try: exponential, with full jitter to spread devices. */
export function backoffMs(attempt: number, random: Random): number {
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
