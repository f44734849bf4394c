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
 * Something that can go wrong with the service. The message says what was being done, what happened, and what
 * to do now; it never holds the token. `doing` follows "While": `fetching highlights, page 3`.
 */
export abstract class ReadwiseError extends Error {
  abstract readonly kind: ReadwiseErrorKind;
  constructor(doing: string, what: string, whatToDo: string) {
    super(`While ${doing}: ${what} ${whatToDo}`);
  }
}

/**
 * 401 or 403: the token is missing, wrong or withdrawn, or its account may not do this. Never tried again.
 */
export class TokenRefusedError extends ReadwiseError {
  override readonly name = 'TokenRefusedError';
  readonly kind = 'token-refused';
  constructor(doing: string, said: string) {
    super(
      doing,
      `the service refused the token (${said}).`,
      'Get the current token at https://readwise.io/access_token and enter it again.',
    );
  }
}

/** The service asks for a longer pause than a run should wait, or keeps asking for pauses. */
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
      `Sync again in ${duration(retryAfterSeconds)}; other tools that use the same token count, too.`,
    );
  }
}

/** No usable answer after every retry: network, timeout, or a failure of the service. */
export class ServiceUnreachableError extends ReadwiseError {
  override readonly name = 'ServiceUnreachableError';
  readonly kind = 'unreachable';
  constructor(doing: string, what: string) {
    super(doing, what, 'Check the connection and sync again later; nothing is lost.');
  }
}

/**
 * An answer that this service does not give: a web page, another shape, a redirect, pages without end, no
 * such endpoint.
 */
export class NotTheApiError extends ReadwiseError {
  override readonly name = 'NotTheApiError';
  readonly kind = 'not-the-api';
  constructor(doing: string, what: string) {
    super(
      doing,
      what,
      'Check the base URL, and whether this network asks to sign in first; if both are right, look for a newer version of Florilegium.',
    );
  }
}

/** 400 and its kin: the service understood and said no. */
export class RequestRejectedError extends ReadwiseError {
  override readonly name = 'RequestRejectedError';
  readonly kind = 'rejected';
  constructor(
    doing: string,
    readonly status: number,
    said: string,
  ) {
    super(
      doing,
      `the service rejected the request (${withWords(status, said)}).`,
      'Correct what it names and try again.',
    );
  }
}

/** The cursor of a later page is no longer good: that pull has to begin again from its watermark. */
export class CursorRejectedError extends ReadwiseError {
  override readonly name = 'CursorRejectedError';
  readonly kind = 'cursor-rejected';
  constructor(doing: string) {
    super(
      doing,
      'the service no longer knows the place to go on from.',
      'Sync again to begin this part from its start.',
    );
  }
}

/** Checked before sending: a value that the specification does not allow. */
export class LimitExceededError extends ReadwiseError {
  override readonly name = 'LimitExceededError';
  readonly kind = 'limit-exceeded';
  /**
   * @param field The name of the value, with its place in a list: `highlights.2.text`.
   * @param problem What follows that name: `must not be empty`.
   */
  constructor(
    doing: string,
    readonly field: string,
    problem: string,
  ) {
    super(doing, `${field} ${problem}.`, 'Nothing was sent; change it and try again.');
  }
}

/** Stopped by the signal that the client was given. */
export class CancelledError extends ReadwiseError {
  override readonly name = 'CancelledError';
  readonly kind = 'cancelled';
  constructor(doing: string) {
    super(doing, 'it was stopped.', 'The next sync goes on from here.');
  }
}

/**
 * A body that is not what its endpoint promises. The transport turns it into a `NotTheApiError`, which says
 * what was being done.
 */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

/** A status, with the words of the service where it said any: `400: Not a number.` */
export const withWords = (status: number, said: string): string =>
  said === '' ? String(status) : `${String(status)}: ${said}`;

/** Seconds under two minutes, minutes under two hours, hours above; rounded up. */
function duration(seconds: number): string {
  if (seconds < 120) return `${String(Math.ceil(seconds))} seconds`;
  if (seconds < 7200) return `${String(Math.ceil(seconds / 60))} minutes`;
  return `${String(Math.ceil(seconds / 3600))} hours`;
}
