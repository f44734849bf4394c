import type { ViewRequest } from '../../../core/views/view-result';

export const VIEW_NAMES = ['base', 'review', 'day'] as const;
type ViewName = (typeof VIEW_NAMES)[number];

export const isViewName = (word: string): word is ViewName => VIEW_NAMES.some((name) => name === word);

export const VIEW_USAGE = `  florilegium base --vault DIR     make a Base of the library, once
  florilegium review --vault DIR   put today's daily review into a note
  florilegium day [DATE] --vault DIR
                                   put the highlights made on a day into that day's note
`;

const COMMON = ['vault', 'settings', 'state', 'json'] as const;

/** Which options go with a view: only the review asks the service. */
export const viewOptions = (name: ViewName): readonly string[] =>
  name === 'review' ? [...COMMON, 'base-url', 'token-file'] : COMMON;

/** What is asked for, or what is wrong with how it was asked. */
export function viewRequest(name: ViewName, words: readonly string[]): ViewRequest | string {
  const surplus = words[name === 'day' ? 1 : 0];
  if (surplus !== undefined) return `“${surplus}” is one word too many`;
  if (name !== 'day') return { view: name };
  const [day = null] = words;
  if (day !== null && !isDay(day)) return `“${day}” is no day: write it as 2026-01-31`;
  return { view: 'day', day };
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
