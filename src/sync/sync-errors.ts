import type { FailureCause } from '../model/report';
import { ReadwiseError } from '../readwise/errors';

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
