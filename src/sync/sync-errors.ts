import { ProblemError } from '../model/problem';
import type { FailureCause } from '../model/report';
import { ReadwiseError } from '../readwise/errors';

export function causeOf(error: Error): FailureCause {
  if (error.name === 'AbortError') return 'cancelled';
  if (error instanceof ProblemError) {
    if (error.problem.code === 'other-account') return 'account';
    return error.problem.code === 'vault-incomplete' ? 'vault' : 'device';
  }
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
