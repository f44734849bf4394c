import type { ItemFacts } from './item-facts';
import type { Rule } from './rule-schema';

/**
 * Age without a clock: it is asked on a day that is given. An item passes a limit of 30 days on the thirtieth day after its own: one
 * of 1 May is newer than 30 days until 30 May, and older from 31 May on. So what a rule says of it changes once, on a day that is
 * known before, and on any one day every device says the same. Days are those of UTC.
 */
export type AgeCondition = NonNullable<Rule['when']['age']>;

const DAY_MS = 24 * 60 * 60 * 1000;
const ISO_DAY = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T|$)/;

/** The day of an ISO 8601 text, counted from 1970; null when it names none. */
export function dayNumber(text: string): number | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

const dayOf = (facts: ItemFacts, { of = 'saved' }: AgeCondition): number | null => dayNumber(facts[of]);

/** Whether the item's age is as wanted. What has no such day is neither older nor newer than anything. */
export function hasAge(
  facts: ItemFacts,
  { age, today }: { readonly age: AgeCondition; readonly today: string },
): boolean {
  const { olderThanDays, newerThanDays } = age;
  if (olderThanDays === undefined && newerThanDays === undefined) return true;
  const [day, now] = [dayOf(facts, age), dayNumber(today)];
  if (day === null || now === null) return false;
  return (
    (olderThanDays === undefined || now >= day + olderThanDays) &&
    (newerThanDays === undefined || now < day + newerThanDays)
  );
}
