/**
 * What can go wrong with the service, as classes. Each message says what was being done, what happened, and what to do
 * now; none ever holds the token.
 */
interface Problem {
  /** What was being done, as it follows "While": `fetching highlights, page 3`. */
  readonly doing: string;
  readonly what: string;
  readonly whatNow: string;
}

export type ReadwiseErrorKind =
  | 'token-refused'
  | 'rate-limited'
  | 'unreachable'
  | 'not-the-api'
  | 'rejected'
  | 'cursor-rejected'
  | 'limit-exceeded'
  | 'cancelled';

export abstract class ReadwiseError extends Error {
  abstract readonly kind: ReadwiseErrorKind;
  readonly doing: string;
  constructor({ doing, what, whatNow }: Problem) {
    super(`While ${doing}: ${what} ${whatNow}`);
    this.doing = doing;
  }
}

/** 401 or 403: the token is missing, wrong, withdrawn, or its account may not do this. Never tried again. */
export class TokenRefusedError extends ReadwiseError {
  override readonly name = 'TokenRefusedError';
  readonly kind = 'token-refused';
  constructor({ doing, said }: { readonly doing: string; readonly said: string }) {
    super({
      doing,
      what: `the service refused the token${said === '' ? '' : ` (${said})`}.`,
      whatNow: 'Get the current token at https://readwise.io/access_token and enter it again.',
    });
  }
}

/** The service asks for a longer pause than a run should wait, or goes on asking. */
export class RateLimitedError extends ReadwiseError {
  override readonly name = 'RateLimitedError';
  readonly kind = 'rate-limited';
  readonly retryAfterSeconds: number;
  constructor({ doing, seconds }: { readonly doing: string; readonly seconds: number }) {
    super({
      doing,
      what: 'the service is asking for a pause.',
      whatNow: `Sync again in ${duration(seconds)}; other tools that use the same token count, too.`,
    });
    this.retryAfterSeconds = seconds;
  }
}

/** No usable answer: network, timeout, or the service's own failure, after every retry. */
export class ServiceUnreachableError extends ReadwiseError {
  override readonly name = 'ServiceUnreachableError';
  readonly kind = 'unreachable';
  constructor({ doing, what }: { readonly doing: string; readonly what: string }) {
    super({ doing, what, whatNow: 'Check the connection and sync again later; nothing is lost.' });
  }
}

/** An answer that this service does not give: a web page, another shape, a redirect, an endpoint that is not there. */
export class NotTheApiError extends ReadwiseError {
  override readonly name = 'NotTheApiError';
  readonly kind = 'not-the-api';
  constructor({ doing, what }: { readonly doing: string; readonly what: string }) {
    super({
      doing,
      what,
      whatNow:
        'Check the base URL, and whether this network asks to sign in first; if both are right, look for a newer version of Florilegium.',
    });
  }
}

/** 400 and its kin: the service understood and said no. */
export class RequestRejectedError extends ReadwiseError {
  override readonly name = 'RequestRejectedError';
  readonly kind = 'rejected';
  readonly status: number;
  constructor({
    doing,
    status,
    said,
  }: {
    readonly doing: string;
    readonly status: number;
    readonly said: string;
  }) {
    super({
      doing,
      what: `the service rejected the request (${String(status)}${said === '' ? '' : `: ${said}`}).`,
      whatNow: 'Correct what it names and try again.',
    });
    this.status = status;
  }
}

/** The cursor of a later page is no longer good: that pull has to begin again from its watermark. */
export class CursorRejectedError extends ReadwiseError {
  override readonly name = 'CursorRejectedError';
  readonly kind = 'cursor-rejected';
  constructor({ doing }: { readonly doing: string }) {
    super({
      doing,
      what: 'the service no longer knows the place to go on from.',
      whatNow: 'Sync again to begin this part from its start.',
    });
  }
}

/** Checked before sending: a value that the specification does not allow. */
export class LimitExceededError extends ReadwiseError {
  override readonly name = 'LimitExceededError';
  readonly kind = 'limit-exceeded';
  /** The value's name, with its place in a list: `highlights.2.text`. */
  readonly field: string;
  /** `problem` follows the field's name: `must not be empty`. */
  constructor({
    doing,
    field,
    problem,
  }: {
    readonly doing: string;
    readonly field: string;
    readonly problem: string;
  }) {
    super({ doing, what: `${field} ${problem}.`, whatNow: 'Nothing was sent; change it and try again.' });
    this.field = field;
  }
}

/** Stopped by the signal that the client was given. */
export class CancelledError extends ReadwiseError {
  override readonly name = 'CancelledError';
  readonly kind = 'cancelled';
  constructor({ doing }: { readonly doing: string }) {
    super({ doing, what: 'it was stopped.', whatNow: 'The next sync goes on from here.' });
  }
}

/** A duration in words: seconds under two minutes, minutes under two hours, hours above; rounded up. */
function duration(seconds: number): string {
  if (seconds < 120) return `${String(Math.ceil(seconds))} seconds`;
  if (seconds < 7200) return `${String(Math.ceil(seconds / 60))} minutes`;
  return `${String(Math.ceil(seconds / 3600))} hours`;
}

/**
 * A body that is not what the endpoint promises. The transport turns it into `NotTheApiError`, which says what was being done.
 * - `not-the-api`: not the API's shape at all; may be another's answer (a captive portal), so it is worth asking again.
 * - `drift`: the API's shape, but too many records are bad: the service has changed, asking again does not help.
 */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
  constructor(
    readonly kind: 'not-the-api' | 'drift',
    message: string,
  ) {
    super(message);
  }
}
