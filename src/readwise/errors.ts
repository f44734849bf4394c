export type ReadwiseErrorKind =
  | 'token-refused'
  | 'rate-limited'
  | 'unreachable'
  | 'not-the-api'
  | 'rejected'
  | 'cursor-rejected'
  | 'limit-exceeded'
  | 'cancelled';

/**
 * An expected failure of the service. The message says what was being done (`doing`), what happened and what
 * to do; it never holds the token.
 */
export abstract class ReadwiseError extends Error {
  abstract readonly kind: ReadwiseErrorKind;
  constructor(doing: string, what: string, whatToDo: string) {
    super(`While ${doing}: ${what} ${whatToDo}`);
  }
}

/** 401 or 403: the token is missing, wrong or revoked. Never tried again. */
export class TokenRefusedError extends ReadwiseError {
  override readonly name = 'TokenRefusedError';
  readonly kind = 'token-refused';
  constructor(doing: string, detail: string) {
    super(
      doing,
      `the service refused the token (${detail}).`,
      'Get the current token at https://readwise.io/access_token and enter it again.',
    );
  }
}

/** The service asks for a longer pause than a run waits, or for too many pauses. */
export class RateLimitedError extends ReadwiseError {
  override readonly name = 'RateLimitedError';
  readonly kind = 'rate-limited';
  constructor(
    doing: string,
    readonly retryAfterSeconds: number,
  ) {
    super(
      doing,
      'the service is asking for a pause.',
      `Sync again in ${duration(retryAfterSeconds)}; other tools with the same token count as well.`,
    );
  }
}

/** No usable answer after all retries: network, timeout, or a failure of the service. */
export class ServiceUnreachableError extends ReadwiseError {
  override readonly name = 'ServiceUnreachableError';
  readonly kind = 'unreachable';
  constructor(doing: string, what: string) {
    super(doing, what, 'Check the connection and sync again later; nothing is lost.');
  }
}

/** An answer that the service never gives, such as a web page, a redirect or endless pages. */
export class NotTheApiError extends ReadwiseError {
  override readonly name = 'NotTheApiError';
  readonly kind = 'not-the-api';
  constructor(doing: string, what: string) {
    super(
      doing,
      what,
      'Check the base URL, and whether this network asks to sign in first; if both are right, update Florilegium.',
    );
  }
}

/** 400 and similar: the service understood the request and refused it. */
export class RequestRejectedError extends ReadwiseError {
  override readonly name = 'RequestRejectedError';
  readonly kind = 'rejected';
  constructor(
    doing: string,
    readonly status: number,
    detail: string,
  ) {
    super(
      doing,
      `the service rejected the request (${statusText(status, detail)}).`,
      'Correct what it names and try again.',
    );
  }
}

/** The cursor has expired: the pull must begin again from its watermark. */
export class CursorRejectedError extends ReadwiseError {
  override readonly name = 'CursorRejectedError';
  readonly kind = 'cursor-rejected';
  constructor(doing: string) {
    super(
      doing,
      'the service no longer knows where this download stopped.',
      'Sync again; this part then begins from its start.',
    );
  }
}

/** A value that the specification does not allow; found before sending. */
export class LimitExceededError extends ReadwiseError {
  override readonly name = 'LimitExceededError';
  readonly kind = 'limit-exceeded';
  /** `field` may have a place in a list (`highlights.2.text`); `problem` follows it (`must not be empty`). */
  constructor(
    doing: string,
    readonly field: string,
    readonly problem: string,
  ) {
    super(doing, `${field} ${problem}.`, 'Nothing was sent; change it and try again.');
  }
}

/** Stopped by the signal of the client. */
export class CancelledError extends ReadwiseError {
  override readonly name = 'CancelledError';
  readonly kind = 'cancelled';
  constructor(doing: string) {
    super(doing, 'it was stopped.', 'The next sync goes on from here.');
  }
}

/** Whether the service gave no usable answer at all, whatever it was asked for: to ask on would only cost time. */
export const hasNoAnswer = (error: unknown): error is ReadwiseError =>
  error instanceof ServiceUnreachableError ||
  error instanceof NotTheApiError ||
  error instanceof RateLimitedError;

/** A body of an unexpected shape. The transport turns it into a `NotTheApiError`. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

/** A status with the error message of the service: `400: Not a number.` */
export const statusText = (status: number, detail: string): string =>
  detail === '' ? String(status) : `${String(status)}: ${detail}`;

function duration(seconds: number): string {
  if (seconds < 120) return `${String(Math.ceil(seconds))} seconds`;
  if (seconds < 7200) return `${String(Math.ceil(seconds / 60))} minutes`;
  return `${String(Math.ceil(seconds / 3600))} hours`;
}
