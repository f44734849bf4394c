import { sha256Digits } from '../sha256';

/** How much of the hash is kept: plenty to tell accounts apart, nothing to find a token by. */
const DIGITS = 16;

/**
 * A mark of the account behind a token at an address: the same as long as both are. The token cannot be told from it (I11); a new
 * token of the same account has another mark.
 */
export async function accountMark({
  baseUrl,
  token,
}: {
  readonly baseUrl: string;
  readonly token: string;
}): Promise<string> {
  return sha256Digits(`florilegium ${new URL(baseUrl).origin} ${token.trim()}`, DIGITS);
}
