import type { Clock, HttpClient, Random } from '../ports';
import type { RateBudgets } from './budget';
import { ReadwiseError, type ReadwiseErrorKind } from './errors';
import { createTransport } from './library-client';
import { ResponseShapeError } from './response-shape-error';
import type { Transport } from './transport';

export interface TokenCheckDependencies {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly budgets?: RateBudgets | undefined;
}

export type TokenCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'refused' | 'unreachable' | 'not-the-api';
      /** For a person; never holds the token. */
      readonly message: string;
    };

/** Asks the service whether the token is good (v2-highlights.md, "Authentication"). */
export async function checkToken(
  dependencies: TokenCheckDependencies,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Promise<TokenCheck> {
  try {
    await askAboutToken(createTransport({ ...dependencies, baseUrl, token }));
    return { ok: true };
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
    return { ok: false, reason: reasonFor(error.kind), message: error.message };
  }
}

/** "Authentication": resolves when the token is good, and throws a `ReadwiseError` otherwise. */
export async function askAboutToken(transport: Transport): Promise<void> {
  const doing = 'checking the token';
  return transport.call({
    doing,
    rate: 'v2',
    method: 'GET',
    path: '/api/v2/auth/',
    repeat: 'safe',
    read: readTokenCheck,
  });
}

/** A good token is answered with 204 and nothing else. */
function readTokenCheck({ status }: { readonly status: number }): void {
  if (status !== 204)
    throw new ResponseShapeError(
      'not-the-api',
      `the answer is not that of the service's token check (${String(status)}).`,
    );
}

function reasonFor(kind: ReadwiseErrorKind): 'refused' | 'unreachable' | 'not-the-api' {
  switch (kind) {
    case 'token-refused':
      return 'refused';
    case 'not-the-api':
    case 'rejected':
    case 'cursor-rejected':
    case 'limit-exceeded':
      return 'not-the-api';
    case 'unreachable':
    case 'rate-limited':
    case 'cancelled':
      return 'unreachable';
  }
}
