/** How much of the hash is kept: plenty to tell accounts apart, nothing to find a token by. */
const DIGITS = 16;

/**
 * A mark of the account behind a token at an address: the same as long as both are. The token cannot be told from it (I11); a new
 * token of the same account has another mark.
 */
export async function accountMark({ baseUrl, token }: { readonly baseUrl: string; readonly token: string }): Promise<string> {
  const text = `florilegium ${new URL(baseUrl).origin} ${token.trim()}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, DIGITS);
}
