import type { Clock, HttpClient, Random } from '../ports';
import { createReadwiseClient } from './client';
import { ReadwiseError, type ReadwiseErrorKind } from './errors';

export interface TokenCheckDependencies {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
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
    await createReadwiseClient({ ...dependencies, baseUrl, token }).checkToken();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
    return { ok: false, reason: reasonFor(error.kind), message: error.message };
  }
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
