/** A v3 record in the replica that seems to be deleted at the service. */
export interface DeletionCandidate {
  readonly id: string;
  /** The service's time at the first look-up that did not find it; null before that. */
  readonly absentAt: string | null;
  /** True when no control probe succeeded at that look-up, so it might have failed for all records. */
  readonly hadNoControl?: boolean | undefined;
}

const MINUTE_MS = 60_000;
/** The shortest time between the two look-ups that confirm a deletion. */
const CONFIRMATION_DELAY_MS = 10 * MINUTE_MS;
/** The same when one of them had no control probe. */
const DELAY_WITHOUT_CONTROL_MS = 24 * 60 * MINUTE_MS;

/** Whether a look-up at `now` (the service's time) could confirm the deletion or record a first absence. */
export function isLookupDue(
  candidate: DeletionCandidate,
  { now, hasControl }: { readonly now: string | null; readonly hasControl: boolean },
): boolean {
  if (now === null) return false;
  return candidate.absentAt === null || isDelayOver(candidate.absentAt, { candidate, now, hasControl });
}

/** The candidate after a look-up that did not find it; null when that confirms the deletion. */
export function withAbsence(
  candidate: DeletionCandidate,
  { at, hasControl }: { readonly at: string | null; readonly hasControl: boolean },
): DeletionCandidate | null {
  if (at === null) return candidate;
  if (candidate.absentAt === null)
    return { id: candidate.id, absentAt: at, ...(hasControl ? {} : { hadNoControl: true }) };
  return isDelayOver(candidate.absentAt, { candidate, now: at, hasControl }) ? null : candidate;
}

function isDelayOver(
  absentAt: string,
  {
    candidate,
    now,
    hasControl,
  }: { readonly candidate: DeletionCandidate; readonly now: string; readonly hasControl: boolean },
): boolean {
  const hadControl = hasControl && candidate.hadNoControl !== true;
  const delay = hadControl ? CONFIRMATION_DELAY_MS : DELAY_WITHOUT_CONTROL_MS;
  return Date.parse(now) - Date.parse(absentAt) >= delay;
}
