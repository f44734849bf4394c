/**
 * How many cases a random test tries: few with `npm test`, all with `npm run test:full`. The environment
 * variable of that name sets another number.
 */
export function amount(
  variable: string,
  { quick, full }: { readonly quick: number; readonly full: number },
): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  return process.env['TEST_FULL'] === '1' ? full : quick;
}
