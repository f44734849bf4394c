import type TurndownService from 'turndown';
import { ancestor, attribute, isBlank, isElement, nameOf, neighbour } from './dom';

export type RuleTable = Readonly<Record<string, TurndownService.Rule>>;

/** The element may be named so: names of ours are not among those that the library knows. */
export const named =
  (...names: readonly string[]) =>
  (node: HTMLElement): boolean =>
    names.includes(nameOf(node));

const EMPHASIS = ['em', 'i', 'cite', 'dfn', 'var', 'figcaption', 'caption'];
const STRONG = ['strong', 'b', 'dt', 'summary'];
const SHIFTED = ['sup', 'sub'];
const STRUCK = ['del', 's', 'strike'];

const WORD = /[\p{L}\p{N}]/u;
/** Signs that mean nothing to markdown and can stand outside a format as well as in it. */
const OPENING = /^(?:(?![\\*_`[\]!&#<>$~=|%^])[\p{P}\p{S}])+/u;
const CLOSING = /(?:(?![\\*_`[\]!&#<>$~=|%^;])[\p{P}\p{S}])+$/u;
const SIGN_FIRST = /^[\p{P}\p{S}]/u;
const SIGN_LAST = /[\p{P}\p{S}]$/u;

/**
 * The text between two marks. Where a word touches them outside and a sign inside, markdown sees no mark:
 * there the sign goes out, and where it cannot, the format is left out.
 */
function between(content: string, markdown: string, node: HTMLElement): string {
  if (isBlank(content)) return content;
  const afterWord = WORD.test(neighbour(node, 'previousSibling'));
  const beforeWord = WORD.test(neighbour(node, 'nextSibling'));
  const before = afterWord ? (OPENING.exec(content)?.[0] ?? '') : '';
  const rest = content.slice(before.length);
  const signs = beforeWord && !/\\.[^\p{L}\p{N}\s]*$/u.test(rest) ? (CLOSING.exec(rest)?.[0] ?? '') : '';
  // The bracket that ends a link's address stays with it.
  const after = rest.includes('](') ? signs.slice(signs.lastIndexOf(')') + 1) : signs;
  const inner = rest.slice(0, rest.length - after.length);
  const core = inner.trim();
  if (
    core === '' ||
    (afterWord && before === '' && SIGN_FIRST.test(core)) ||
    (beforeWord && after === '' && SIGN_LAST.test(core))
  )
    return content;
  return before + inner.replace(core, () => markdown + core + markdown) + after;
}

const format =
  (names: readonly string[], sign: (node: HTMLElement) => string): TurndownService.ReplacementFunction =>
  (content, node) =>
    ancestor(node, names) === null ? between(content, sign(node), node) : content;

/** Two runs of `*` in a row would be read as one. */
const touchesStars = (node: HTMLElement): boolean =>
  [node.previousSibling, node.nextSibling].some(
    (beside) => beside !== null && [...EMPHASIS, ...STRONG].includes(nameOf(beside)),
  );

const shift = (plain: string, shifted: string): ReadonlyMap<string, string> =>
  new Map([...plain].map((sign, index) => [sign, [...shifted][index] ?? sign]));
const RAISED = shift('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = shift('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');
const ORDINAL = /^(?:st|nd|rd|th|ers?|es|[rm]es?|l+es?|nde|i?[eè]me|ère|os|º|ª|tm|™|®|sm)$/i;
/** A letter that ends a number; behind anything else it is the mark of a note. */
const ORDINAL_LETTER = /^(?:[\d.IVXLCDM]e|[\d.]a|[\d.Nn]o)$/;

function shifted(
  content: string,
  {
    node,
    signs,
    mark,
  }: { readonly node: HTMLElement; readonly signs: ReadonlyMap<string, string>; readonly mark: string },
): string {
  const text = content.trim();
  if (text === '') return content;
  if ([...text].every((sign) => signs.has(sign)))
    return [...text].map((sign) => signs.get(sign) ?? sign).join('');
  const before = neighbour(node, 'previousSibling');
  const isSmallPrint = isBlank(before) && !WORD.test(neighbour(node, 'nextSibling'));
  if (isSmallPrint || ORDINAL.test(text) || ORDINAL_LETTER.test(before + text) || /[[\]!*\\$`]/.test(text))
    return content;
  // Behind the signs of a format, a line below would be one, too.
  const sign = mark === '_' && isElement(node.previousSibling) ? '\\_' : mark;
  return /^(?:[\p{L}\p{N}]|\([^()]*\))$/u.test(text) ? `${sign}${text}` : `${sign}(${text})`;
}

/** Formats within a line. */
export const textRules = (): RuleTable => ({
  emphasis: {
    filter: named('em', 'i', 'cite', 'dfn', 'var'),
    replacement: format([...EMPHASIS, ...SHIFTED], (node) => (touchesStars(node) ? '_' : '*')),
  },
  strong: {
    filter: named('strong', 'b'),
    replacement: format([...STRONG, ...SHIFTED, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'], () => '**'),
  },
  struck: { filter: named(...STRUCK), replacement: format(STRUCK, () => '~~') },
  marked: { filter: named('mark'), replacement: format(['mark'], () => '==') },
  raised: {
    filter: named('sup'),
    replacement: (content, node) => shifted(content, { node, signs: RAISED, mark: '^' }),
  },
  lowered: {
    filter: named('sub'),
    replacement: (content, node) => shifted(content, { node, signs: LOWERED, mark: '_' }),
  },
  quotation: {
    filter: named('q'),
    replacement: (content, node) =>
      isBlank(content) ? content : ancestor(node, ['q']) === null ? `“${content}”` : `‘${content}’`,
  },
  reading: { filter: named('rt'), replacement: (content) => (isBlank(content) ? '' : `(${content})`) },
  reference: {
    filter: named('x-footnote-ref'),
    replacement: (_content, node) =>
      /^\d+$/.test(attribute(node, 'label')) ? `[^${attribute(node, 'label')}]` : '',
  },
});
