import { tokenCheck } from './highlight-calls';
import { sha256Digits } from '../model/sha256';
import { ReadwiseClient, type ClientDependencies } from './client';
import { ReadwiseError, type ReadwiseErrorKind } from './readwise-error';

interface Account {
  readonly baseUrl: string;
  readonly token: string;
}

/** Enough to tell accounts apart, too little to recover the token. */
const DIGITS = 16;

/** A hash that identifies the token's account. The token cannot be recovered from it (I11). */
export async function accountMark({ baseUrl, token }: Account): Promise<string> {
  return sha256Digits(`florilegium ${new URL(baseUrl).origin} ${token.trim()}`, DIGITS);
}

export type TokenCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'refused' | 'unreachable' | 'not-the-api';
      /** Message for the user, without the token. */
      readonly message: string;
    };

export async function checkToken(
  dependencies: Pick<ClientDependencies, 'http' | 'clock' | 'random' | 'budgets'>,
  account: Account,
): Promise<TokenCheck> {
  try {
    await new ReadwiseClient({ ...dependencies, ...account }).send(tokenCheck);
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
