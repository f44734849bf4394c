/** What a person can do about each kind of failure. */
const WHAT_TO_DO = {
  /** 401 or 403: the token is missing, wrong or revoked. Never tried again. */
  'token-refused': 'Get the current token at https://readwise.io/access_token and enter it again.',
  /** The service asks for a longer pause than a run waits, or for too many pauses. */
  'rate-limited': 'Sync again later; other tools with the same token count as well.',
  /** No usable answer after all retries: network, timeout, or a failure of the service. */
  unreachable: 'Check the connection and sync again later; nothing is lost.',
  /** An answer that the service never gives, such as a web page, a redirect or endless pages. */
  'not-the-api':
    'Check the base URL, and whether this network asks to sign in first; if both are right, update Florilegium.',
  /** 400 and similar: the service understood the request and refused it. */
  rejected: 'Correct what it names and try again.',
  /** The cursor has expired: the pull must begin again from its watermark. */
  'cursor-rejected': 'Sync again; this part then begins from its start.',
  /** A value that the specification does not allow; found before sending. */
  'limit-exceeded': 'Nothing was sent; change it and try again.',
  /** Stopped by the signal of the client. */
  cancelled: 'The next sync goes on from here.',
} as const;

export type ReadwiseErrorKind = keyof typeof WHAT_TO_DO;

interface Details {
  /** Of a rejected request. */
  readonly status?: number;
  /** Of a pause. */
  readonly retryAfterSeconds?: number;
  /** Of a value that is not allowed; may have a place in a list (`highlights.2.text`). */
  readonly field?: string;
  /** Follows the field: `must not be empty`. */
  readonly problem?: string;
  /** In place of what is to be done about all failures of this kind. */
  readonly whatToDo?: string;
}

/**
 * An expected failure of the service. The message says what was being done (`doing`), what happened and what
 * to do; it never holds the token.
 */
export class ReadwiseError extends Error {
  override readonly name = 'ReadwiseError';
  constructor(
    readonly kind: ReadwiseErrorKind,
    doing: string,
    what: string,
    readonly details: Details = {},
  ) {
    super(`While ${doing}: ${what} ${details.whatToDo ?? WHAT_TO_DO[kind]}`);
  }
}

export const isReadwiseError = (
  error: unknown,
  ...kinds: readonly ReadwiseErrorKind[]
): error is ReadwiseError => error instanceof ReadwiseError && kinds.includes(error.kind);

/** Whether the service gave no usable answer at all, whatever it was asked for: to ask on would only cost time. */
export const hasNoAnswer = (error: unknown): error is ReadwiseError =>
  isReadwiseError(error, 'unreachable', 'not-the-api', 'rate-limited');

export function rateLimited(doing: string, retryAfterSeconds: number): ReadwiseError {
  const whatToDo = `Sync again in ${duration(retryAfterSeconds)}; other tools with the same token count as well.`;
  return new ReadwiseError('rate-limited', doing, 'the service is asking for a pause.', {
    retryAfterSeconds,
    whatToDo,
  });
}

/** A body of an unexpected shape. The transport turns it into a failure of kind `not-the-api`. */
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
