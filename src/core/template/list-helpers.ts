import { LINE_END, LINE_START } from '../markdown/passage';
import { inlineHelper, type HelperTable } from './helper';
import { inlineOf, listOf, Markdown, markdownOf, numberOf, plainText } from './values';

interface Joints {
  readonly between: string;
  /** Before the last entry. */
  readonly last: string;
}

function joinTexts(texts: readonly string[], { between, last }: Joints): string {
  if (texts.length < 2) return texts.join('');
  return texts.slice(0, -1).join(between) + last + (texts[texts.length - 1] ?? '');
}

const byText = (left: unknown, right: unknown): number => {
  const [a, b] = [plainText(left).toLowerCase(), plainText(right).toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};

function ends(list: readonly unknown[], count: unknown, side: 'first' | 'last'): unknown {
  if (count === undefined) return (side === 'first' ? list[0] : list[list.length - 1]) ?? '';
  const wanted = Math.max(0, Math.trunc(numberOf(count) ?? 0));
  return side === 'first' ? list.slice(0, wanted) : list.slice(Math.max(0, list.length - wanted));
}

/** Helpers on lists. */
export const LIST_HELPERS: HelperTable = {
  list: inlineHelper([0, 99], ({ params }) => params.flatMap((value) => [...listOf(value)])),
  join: {
    ...inlineHelper([1, 2], ({ params, named }) => {
      const entries = listOf(params[0]);
      const between = params.length > 1 ? plainText(params[1]) : ', ';
      const joints = { between, last: 'last' in named ? plainText(named.last) : between };
      return new Markdown(
        joinTexts(entries.map(markdownOf), joints),
        joinTexts(entries.map(plainText), joints),
      );
    }),
    named: ['last'],
  },
  bullets: inlineHelper([1, 1], ({ params }) => {
    const lines = listOf(params[0]).map((entry) => `- ${inlineOf(entry)}`);
    return lines.length === 0 ? '' : new Markdown(LINE_START + lines.join('\n') + LINE_END);
  }),
  first: inlineHelper([1, 2], ({ params }) => ends(listOf(params[0]), params[1], 'first')),
  last: inlineHelper([1, 2], ({ params }) => ends(listOf(params[0]), params[1], 'last')),
  count: inlineHelper([1, 1], ({ params }) => listOf(params[0]).length),
  sort: inlineHelper([1, 1], ({ params }) => [...listOf(params[0])].sort(byText)),
};
