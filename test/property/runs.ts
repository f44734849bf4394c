/** Sequences for each property; a failing one prints the seed and path that replay it. */
export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);
