import { nearestCut, type UpdateOrder } from './deletion-search';

const VERIFIED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether counts have been believed so long that everything is to be listed again. Both are times of the service. */
export const isVerificationDue = (verifiedAt: string | null, now: string | null): boolean =>
  now !== null && (verifiedAt === null || Date.parse(now) - Date.parse(verifiedAt) > VERIFIED_FOR_MS);

/** Where counts are checked against what is held before a search relies on them: at three places, evenly spread. */
export function cutsToCheck(order: UpdateOrder): readonly number[] {
  const size = order.ids.length;
  const cuts = [1, 2, 3].map((quarter) =>
    nearestCut(order, { from: 0, to: size, near: Math.floor((size * quarter) / 4) }),
  );
  return [...new Set(cuts.filter((cut) => cut !== null))];
}
