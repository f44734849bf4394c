import type { Problem } from '../../model/problem';
import { FAILURES } from './library-strings';

type Advice = keyof typeof FAILURES.advice;

const BY_ERROR: readonly (readonly [Advice, RegExp])[] = [
  ['full', /ENOSPC|QuotaExceeded|no space left/i],
  ['forbidden', /EACCES|EPERM|EROFS|permission denied/i],
  ['long', /ENAMETOOLONG|name too long/i],
  ['busy', /EBUSY|EMFILE|resource busy/i],
];

/** What a person can do, where the problem's own text does not say so. */
export function adviceFor(problem: Problem): string | null {
  const advice = adviceOn(problem);
  return advice === undefined ? null : FAILURES.advice[advice];
}

/** What a disk refuses is known by the code of the system in the host's message. */
function adviceOn(problem: Problem): Advice | undefined {
  if (problem.code === 'unreadable-record' || problem.code === 'incomplete-record') return 'odd';
  if (problem.code !== 'error' && problem.code !== 'cannot-remove') return undefined;
  return BY_ERROR.find(([, pattern]) => pattern.test(problem.message))?.[0];
}
