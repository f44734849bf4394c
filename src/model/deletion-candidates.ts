/** A v3 record that is held and that the service no longer seems to have. */
export interface DeletionCandidate {
  readonly id: string;
  /** The service's time at the first look-up that did not find it; null: not looked up yet. */
  readonly absentAt: string | null;
  /** The service had nothing at all then, so there was nothing to show that looking up works. */
  readonly hadNoControl?: boolean | undefined;
}

const MINUTE_MS = 60_000;
/** Between the two look-ups that confirm. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** The same where nothing else was found meanwhile that would show that looking up works. */
const PATIENCE_WITHOUT_CANARY_MS = 24 * 60 * MINUTE_MS;

/**
 * Whether a look-up at `now` (the service's time; null: it tells none) could bring a candidate's case
 * forward.
 */
export function isRipe(
  candidate: DeletionCandidate,
  { now, hasControl }: { readonly now: string | null; readonly hasControl: boolean },
): boolean {
  return (
    now !== null &&
    (candidate.absentAt === null ||
      isPatientEnough(candidate.absentAt, { candidate, until: now, hasControl }))
  );
}

/**
 * What follows from a look-up that did not find a candidate: null when its deletion is proven, which takes
 * two such look-ups far enough apart, else the candidate as it now stands. `at` is the service's time;
 * without it nothing follows.
 */
export function afterAbsence(
  candidate: DeletionCandidate,
  { at, hasControl }: { readonly at: string | null; readonly hasControl: boolean },
): DeletionCandidate | null {
  if (at === null) return candidate;
  if (candidate.absentAt === null)
    return { id: candidate.id, absentAt: at, ...(hasControl ? {} : { hadNoControl: true }) };
  return isPatientEnough(candidate.absentAt, { candidate, until: at, hasControl }) ? null : candidate;
}

function isPatientEnough(
  absentAt: string,
  {
    candidate,
    until,
    hasControl,
  }: { readonly candidate: DeletionCandidate; readonly until: string; readonly hasControl: boolean },
): boolean {
  const patience = hasControl && candidate.hadNoControl !== true ? PATIENCE_MS : PATIENCE_WITHOUT_CANARY_MS;
  return Date.parse(until) - Date.parse(absentAt) >= patience;
}
