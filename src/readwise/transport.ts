import type { WaitReason } from '../model/progress';
import { Pace } from '../model/pace';
import {
  HttpError,
  type Clock,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Random,
} from '../model/ports';
import { outcomeOf, outcomeOfFailure, type Outcome, type Reading } from './answer';
import type { RateBudgets, RateClass } from './budget';
import { CancelledError, RateLimitedError, TokenRefusedError, type ReadwiseError } from './errors';
import {
  backoffMs,
  LONGEST_PAUSE_SECONDS,
  MAX_ATTEMPTS,
  MAX_PAUSES,
  withBelievableDate,
} from './retry-timing';

/** A wait that a person would notice, for the progress display. */
export interface Wait {
  readonly endpoint: 'highlights' | 'documents';
  readonly seconds: number;
  readonly why: WaitReason;
}

/** Remembers the pauses that the service asked for and that no run waits for. */
export interface Pauses {
  /** 0 where there is none. */
  secondsLeft(rate: RateClass): number;
  keep(rate: RateClass, seconds: number): Promise<void>;
}

export interface TransportDependencies {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  /** An origin: `https://readwise.io`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly budgets: RateBudgets;
  /** Within one of them, nothing of its class is asked for. */
  readonly pauses?: Pauses | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** One request to an endpoint and how to read its answer. */
export interface Call<Value> extends Reading<Value> {
  readonly rate: RateClass;
  readonly method: HttpRequest['method'];
  /** From the root: `/api/v2/export/`. */
  readonly path: string;
  /** In order; a name may come more than once. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  /** `never`: a second sending could do the thing twice, so an unclear end is an error at once. */
  readonly repeat: 'safe' | 'never';
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const NOTICEABLE_SECONDS = 1;
/** Shorter is no secret, and would blot common words out of messages. */
const SHORTEST_SECRET = 8;
/** What a header may carry; anything else would be refused by some hosts with the token in the message. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Sends requests at the pace of their budgets, tries again what may pass by itself, and throws a `ReadwiseError` for all else. */
export class Transport {
  private sent = 0;
  /** A token that was refused once is not tried again. */
  private refused: TokenRefusedError | null = null;
  private readonly origin: string;
  private readonly token: string;

  constructor(private readonly dependencies: TransportDependencies) {
    this.origin = new URL(dependencies.baseUrl).origin;
    this.token = dependencies.token.trim();
  }

  /** Requests sent so far, repeated ones included. */
  get requests(): number {
    return this.sent;
  }

  async call<Value>(call: Call<Value>): Promise<Value> {
    if (!SENDABLE_TOKEN.test(this.token))
      throw new TokenRefusedError({
        doing: call.doing,
        said: 'there is none, or it has characters that no token has',
      });
    let failures = 0;
    let pauses = 0;
    for (;;) {
      await this.waitForBudget(call);
      if (this.refused !== null) throw this.refused;
      const outcome = await this.sendOnce(call);
      switch (outcome.kind) {
        case 'done':
          return outcome.value;
        case 'failed':
          if (outcome.error instanceof TokenRefusedError) this.refused = outcome.error;
          throw outcome.error;
        case 'limited':
          pauses += 1;
          await this.pauseClass(call, { seconds: outcome.seconds, pauses });
          break;
        case 'transient':
          failures += 1;
          await this.backOff(call, { ...outcome, failures });
          break;
      }
    }
  }

  private async sendOnce<Value>(call: Call<Value>): Promise<Outcome<Value>> {
    const budget = this.dependencies.budgets[call.rate];
    const spent = budget.spend();
    this.sent += 1;
    let response: HttpResponse;
    try {
      response = await this.dependencies.http.send(this.requestOf(call));
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure;
      return outcomeOfFailure(
        { kind: failure.kind, message: this.withoutToken(failure.message) },
        call.doing,
      );
    } finally {
      budget.settle(spent, this.dependencies.clock.monotonic());
    }
    const { clock } = this.dependencies;
    const told = withBelievableDate(response, clock.now());
    return outcomeOf(response.status < 300 ? told : { ...told, body: this.withoutToken(response.body) }, {
      ...call,
      pace: new Pace(clock),
    });
  }

  /** An error may echo what was sent, and its words end in messages and logs. */
  private withoutToken(text: string): string {
    return this.token.length < SHORTEST_SECRET ? text : text.replaceAll(this.token, '[token]');
  }

  private requestOf(call: Call<unknown>): HttpRequest {
    const query = new URLSearchParams((call.query ?? []).map(([name, value]) => [name, value])).toString();
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    const contentType = call.body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      method: call.method,
      url: `${this.origin}${call.path}${query === '' ? '' : `?${query}`}`,
      headers: { authorization: `Token ${this.token}`, accept: 'application/json', ...contentType },
      ...body,
      timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
      signal: this.dependencies.signal,
    };
  }

  private async waitForBudget(call: Call<unknown>): Promise<void> {
    this.stopIfCancelled(call);
    for (let ms = this.msToWait(call); ms > 0; ms = this.msToWait(call))
      await this.wait(call, { ms, why: 'limit' });
  }

  private msToWait({ rate, doing }: Call<unknown>): number {
    const { budgets, clock, pauses } = this.dependencies;
    const seconds = pauses?.secondsLeft(rate) ?? 0;
    if (seconds > 0) throw new RateLimitedError({ doing, seconds });
    return budgets[rate].waitAt(clock.monotonic());
  }

  private async pauseClass(
    call: Call<unknown>,
    { seconds, pauses }: { readonly seconds: number; readonly pauses: number },
  ): Promise<void> {
    if (seconds > LONGEST_PAUSE_SECONDS || pauses >= MAX_PAUSES) {
      await this.dependencies.pauses?.keep(call.rate, seconds);
      throw new RateLimitedError({ doing: call.doing, seconds });
    }
    this.dependencies.budgets[call.rate].pause(this.dependencies.clock.monotonic(), seconds * 1000);
  }

  private async backOff(
    call: Call<unknown>,
    {
      error,
      atLeastSeconds,
      failures,
    }: { readonly error: ReadwiseError; readonly atLeastSeconds: number; readonly failures: number },
  ): Promise<void> {
    if (call.repeat === 'never' || failures >= MAX_ATTEMPTS || atLeastSeconds > LONGEST_PAUSE_SECONDS)
      throw error;
    await this.wait(call, {
      ms: Math.max(atLeastSeconds * 1000, backoffMs(failures, this.dependencies.random)),
      why: 'failure',
    });
  }

  private async wait(
    call: Call<unknown>,
    { ms, why }: { readonly ms: number; readonly why: WaitReason },
  ): Promise<void> {
    const { clock, signal, onWait } = this.dependencies;
    this.stopIfCancelled(call);
    const seconds = ms / 1000;
    if (seconds > NOTICEABLE_SECONDS)
      onWait?.({
        endpoint: call.rate.startsWith('v2') ? 'highlights' : 'documents',
        seconds: Math.ceil(seconds),
        why,
      });
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      throw new CancelledError({ doing: call.doing });
    }
  }

  private stopIfCancelled(call: Call<unknown>): void {
    if (this.dependencies.signal?.aborted === true) throw new CancelledError({ doing: call.doing });
  }
}
