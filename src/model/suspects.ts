/** A v3 record that is held and that the service no longer seems to have. */
export interface Suspect {
  readonly id: string;
  /** The service's time at the first look-up that did not find it; null: not looked up yet. */
  readonly absentAt: string | null;
  /** The service had nothing at all then, so there was nothing to show that looking up works. */
  readonly hadNoCanary?: boolean | undefined;
}

const MINUTE_MS = 60_000;
/** Between the two look-ups that convict. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** The same where nothing else was found meanwhile that would show that looking up works. */
const PATIENCE_WITHOUT_CANARY_MS = 24 * 60 * MINUTE_MS;

/** Whether a look-up at `now` (the service's time; null: it tells none) could bring a suspect's case forward. */
export function isRipe(
  suspect: Suspect,
  { now, hasCanary }: { readonly now: string | null; readonly hasCanary: boolean },
): boolean {
  return (
    now !== null &&
    (suspect.absentAt === null || isPatientEnough(suspect.absentAt, { suspect, until: now, hasCanary }))
  );
}

/**
 * What follows from a look-up that did not find a suspect: null when its deletion is proven, which takes two such look-ups far
 * enough apart, else the suspect as it now stands. `at` is the service's time; without it nothing follows.
 */
export function afterAbsence(
  suspect: Suspect,
  { at, hasCanary }: { readonly at: string | null; readonly hasCanary: boolean },
): Suspect | null {
  if (at === null) return suspect;
  if (suspect.absentAt === null)
    return { id: suspect.id, absentAt: at, ...(hasCanary ? {} : { hadNoCanary: true }) };
  return isPatientEnough(suspect.absentAt, { suspect, until: at, hasCanary }) ? null : suspect;
}

function isPatientEnough(
  absentAt: string,
  {
    suspect,
    until,
    hasCanary,
  }: { readonly suspect: Suspect; readonly until: string; readonly hasCanary: boolean },
): boolean {
  const patience = hasCanary && suspect.hadNoCanary !== true ? PATIENCE_MS : PATIENCE_WITHOUT_CANARY_MS;
  return Date.parse(until) - Date.parse(absentAt) >= patience;
}
