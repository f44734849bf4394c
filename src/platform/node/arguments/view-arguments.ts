import type { ViewWish } from '../../../core/views/view-result';

export const VIEW_NAMES = ['base', 'review', 'day', 'gather', 'search', 'random'] as const;
type ViewName = (typeof VIEW_NAMES)[number];

export const isViewName = (word: string): word is ViewName => VIEW_NAMES.some((name) => name === word);

export const VIEW_USAGE = `  florilegium base --vault DIR     make a Base of the library, once
  florilegium review --vault DIR   put today's daily review into a note
  florilegium day [DATE] --vault DIR
                                   put the highlights made on a day into that day's note
  florilegium gather --tag TAG --vault DIR
                                   gather the highlights with a tag in a note
  florilegium search WORDS --vault DIR
                                   find highlights
  florilegium random --vault DIR   show a highlight by chance
`;

const SERVICE = ['base-url', 'token-file'] as const;
const COMMON = ['vault', 'settings', 'state', 'json'] as const;

/** Which options go with a view: only the review asks the service. */
export const viewOptions = (name: ViewName): readonly string[] => [
  ...COMMON,
  ...(name === 'review' ? SERVICE : []),
  ...(name === 'gather' ? ['tag'] : []),
];

/** What is wished for, or what is wrong with how it was asked. */
export function viewWish(
  name: ViewName,
  { words, tag }: { readonly words: readonly string[]; readonly tag: string | undefined },
): ViewWish | string {
  const surplus = name === 'search' ? undefined : words[name === 'day' ? 1 : 0];
  if (surplus !== undefined) return `“${surplus}” is one word too many`;
  switch (name) {
    case 'day': {
      const [day = null] = words;
      return day !== null && !isDay(day)
        ? `“${day}” is no day: write it as 2026-01-31`
        : { view: 'day', day };
    }
    case 'gather':
      return tag === undefined || tag.trim() === ''
        ? 'gather needs --tag TAG'
        : { view: 'gather', tag: tag.trim() };
    case 'search':
      return words.length === 0
        ? 'search needs words to look for'
        : { view: 'search', query: words.join(' ') };
    case 'base':
    case 'review':
    case 'random':
      return { view: name };
  }
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
