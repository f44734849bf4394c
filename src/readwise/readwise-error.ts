import { ProblemError, type ServiceFault, type ServiceProblem } from '../model/problem';

/** What a failure of the service means for what is asked next. */
const KINDS = {
  'token-refused': 'token-refused',
  'rate-limited': 'rate-limited',
  /** No usable answer after all retries. */
  offline: 'unreachable',
  'no-connection': 'unreachable',
  'no-answer': 'unreachable',
  failed: 'unreachable',
  incomplete: 'unreachable',
  /** An answer that the service never gives. */
  'web-page': 'not-the-api',
  redirect: 'not-the-api',
  'too-large': 'not-the-api',
  'not-found': 'not-the-api',
  odd: 'not-the-api',
  endless: 'not-the-api',
  rejected: 'rejected',
  'cursor-rejected': 'cursor-rejected',
  'limit-exceeded': 'limit-exceeded',
  cancelled: 'cancelled',
} as const satisfies Record<ServiceFault, string>;

export type ReadwiseErrorKind = (typeof KINDS)[ServiceFault];

type Details = Omit<ServiceProblem, 'code' | 'why' | 'doing'>;

/** An expected failure of the service. Its problem never holds the token. */
export class ReadwiseError extends ProblemError {
  override readonly name = 'ReadwiseError';
  readonly kind: ReadwiseErrorKind;

  constructor(
    readonly why: ServiceFault,
    doing: string,
    readonly details: Details = {},
  ) {
    super({ code: 'service', why, doing, ...details });
    this.kind = KINDS[why];
  }
}

export const isReadwiseError = (
  error: unknown,
  ...kinds: readonly ReadwiseErrorKind[]
): error is ReadwiseError => error instanceof ReadwiseError && kinds.includes(error.kind);

/** Whether the service gave no usable answer at all, whatever it was asked for: to ask on would only cost time. */
export const hasNoAnswer = (error: unknown): error is ReadwiseError =>
  isReadwiseError(error, 'unreachable', 'not-the-api', 'rate-limited');

/** A body of an unexpected shape. The transport turns it into a failure of kind `not-the-api`. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

/** A status with the error message of the service: `400: Not a number.` */
export const statusText = (status: number, detail: string): string =>
  detail === '' ? String(status) : `${String(status)}: ${detail}`;
