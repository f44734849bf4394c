/**
 * Every token of the tests begins like this, so that one look finds any of them. A leak is remembered, and
 * fails the test file when it ends (`failOnLeaks`).
 */
const CANARY = /canary-?token/i;

/** For tests that need a token and no particular one. */
export const CANARY_TOKEN = 'canary-token-5f1d2c';

const leaks = new Set<string>();

/** Looks for a token where none may be: in a note, a file, the state, an address, a report, an output. */
export function lookForToken(where: string, text: string): void {
  if (CANARY.test(text)) leaks.add(where);
}

/** Throws where a token was found since this was last asked. */
export function failOnLeaks(): void {
  const found = [...leaks];
  leaks.clear();
  if (found.length > 0)
    throw new Error(
      `A token was found in: ${found.join(', ')}. It may be in the Authorization header and nowhere else (I11).`,
    );
}
