import type { FailureCause } from '../core/report';
import { ReadwiseError } from '../readwise/errors';

const BUGS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/**
 * Whether an error is something that can go wrong outside: network, token, vault, storage. Those are typed and have names of
 * their own; a bare `Error` or one of the language's is a bug.
 */
export const isOperational = (error: unknown): error is Error =>
  error instanceof Error && !BUGS.has(error.name);

/** Something is not as it should be before anything was written, and only a person can tell what to do. */
export class NeedsPersonError extends Error {
  override readonly name = 'NeedsPersonError';
  constructor(
    readonly about: Extract<FailureCause, 'account' | 'vault'>,
    message: string,
  ) {
    super(message);
  }
}

export function causeOf(error: Error): FailureCause {
  if (error.name === 'AbortError') return 'cancelled';
  if (error instanceof NeedsPersonError) return error.about;
  if (!(error instanceof ReadwiseError)) return 'device';
  switch (error.kind) {
    case 'token-refused':
      return 'token';
    case 'cancelled':
      return 'cancelled';
    case 'rate-limited':
    case 'unreachable':
    case 'not-the-api':
    case 'rejected':
    case 'cursor-rejected':
    case 'limit-exceeded':
      return 'service';
  }
}
