import type { FailureCause } from '../core/report';
import { ReadwiseError } from '../readwise/errors';

/** Whether an error is something that can go wrong outside (network, token, vault, storage), as opposed to a bug. */
export function isOperational(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError);
}

export function causeOf(error: Error): FailureCause {
  if (error.name === 'AbortError') return 'cancelled';
  if (!(error instanceof ReadwiseError)) return 'settings';
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
