/** Requests a minute that the service allows for what a sync pulls (the specification's "Limits"): v2's export, and v3's list. */
export const PULL_RATES = { highlights: 240, documents: 20 } as const;
