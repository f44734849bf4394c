const MINUTE = 60;
const range = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => (from + index * step) * MINUTE);

/** The times that are told, in seconds: a few seconds, less than a minute, then minutes, ever more coarsely, up to a day. */
const STEPS: readonly number[] = [10, 40, ...range(1, 10, 1), ...range(15, 60, 5), ...range(75, 24 * 60, 15)];

/** How far towards the next step a time must have gone until another is told: further up than down, because people count down. */
const DOWN = 0.6;
const UP = 0.9;

/** The time to tell when `shown` is what was told last: a new one only where the old would be clearly wrong. */
export function kindTime(seconds: number, shown: number | null): number {
  const index = shown === null ? -1 : STEPS.indexOf(shown);
  const current = STEPS[index];
  if (current !== undefined) {
    const below = STEPS[index - 1] ?? 0;
    const above = STEPS[index + 1] ?? Number.POSITIVE_INFINITY;
    if (seconds > current - DOWN * (current - below) && seconds < current + UP * (above - current))
      return current;
  }
  return STEPS.reduce((best, step) => (Math.abs(step - seconds) < Math.abs(best - seconds) ? step : best));
}

export type TimeInWords =
  | { readonly kind: 'moments' }
  | { readonly kind: 'less-than-a-minute' }
  | { readonly kind: 'time'; readonly hours: number; readonly minutes: number };

/** A time as `kindTime` gives it, in the parts that words are made of. */
export function timeInWords(seconds: number): TimeInWords {
  if (seconds < 20) return { kind: 'moments' };
  if (seconds < MINUTE) return { kind: 'less-than-a-minute' };
  const minutes = Math.round(seconds / MINUTE);
  return { kind: 'time', hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
