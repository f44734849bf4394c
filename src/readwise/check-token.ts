import { tokenCheck } from './highlight-calls';
import { sha256Digits } from '../model/sha256';
import { ReadwiseClient, type ClientDependencies } from './client';
import { ReadwiseError } from './readwise-error';

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

/** Whether the service takes the token; null, or why not. */
export async function checkToken(
  dependencies: Pick<ClientDependencies, 'http' | 'clock' | 'random' | 'budgets'>,
  account: Account,
): Promise<ReadwiseError | null> {
  try {
    await new ReadwiseClient({ ...dependencies, ...account }).send(tokenCheck);
    return null;
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
    return error;
  }
}
