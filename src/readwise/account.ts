import { sha256Digits } from '../model/sha256';
import { ReadwiseClient, type ClientDependencies } from './client';
import { ReadwiseError, type ReadwiseErrorKind } from './errors';

interface Account {
  readonly baseUrl: string;
  readonly token: string;
}

/** How much of the hash is kept: plenty to tell accounts apart, nothing to find a token by. */
const DIGITS = 16;

/**
 * A mark of the account behind a token at an address: the same as long as both are. The token cannot be told
 * from it (I11); a new token of the same account has another mark.
 */
export async function accountMark({ baseUrl, token }: Account): Promise<string> {
  return sha256Digits(`florilegium ${new URL(baseUrl).origin} ${token.trim()}`, DIGITS);
}

export type TokenCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'refused' | 'unreachable' | 'not-the-api';
      /** For a person; never holds the token. */
      readonly message: string;
    };

/** Asks the service whether the token is good. */
export async function checkToken(
  dependencies: Pick<ClientDependencies, 'http' | 'clock' | 'random' | 'budgets'>,
  account: Account,
): Promise<TokenCheck> {
  try {
    await new ReadwiseClient({ ...dependencies, ...account }).checkToken();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
    return { ok: false, reason: REASONS[error.kind], message: error.message };
  }
}

const REASONS: Readonly<Record<ReadwiseErrorKind, 'refused' | 'unreachable' | 'not-the-api'>> = {
  'token-refused': 'refused',
  'not-the-api': 'not-the-api',
  rejected: 'not-the-api',
  'cursor-rejected': 'not-the-api',
  'limit-exceeded': 'not-the-api',
  unreachable: 'unreachable',
  'rate-limited': 'unreachable',
  cancelled: 'unreachable',
};
