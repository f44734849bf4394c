import { FAILURES } from './library-strings';

type Advice = keyof typeof FAILURES.advice;

const BY_ERROR: readonly (readonly [Advice, RegExp])[] = [
  ['full', /ENOSPC|QuotaExceeded|no space left/i],
  ['forbidden', /EACCES|EPERM|EROFS|permission denied/i],
  ['long', /ENAMETOOLONG|name too long/i],
  ['busy', /EBUSY|EMFILE|resource busy/i],
  ['odd', /something odd/],
];

/** What a person can do, where the message does not say so itself. */
export function adviceFor(message: string): string | null {
  const advice = BY_ERROR.find(([, pattern]) => pattern.test(message))?.[0];
  return advice === undefined ? null : FAILURES.advice[advice];
}
