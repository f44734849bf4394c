import {
  ancestor,
  attribute,
  childElements,
  childrenOf,
  elementsNamed,
  elementsUnder,
  isBlank,
  isBlock,
  isElement,
  isText,
  moveChildren,
  nameOf,
  remove,
  renameElement,
  textOf,
  unwrap,
  newElement,
} from './dom';

/** Names to which the library's rules do not apply, and their equivalents. */
const KNOWN_AS: ReadonlyMap<string, string> = new Map([
  ['legend', 'p'],
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['s', 'del'],
]);
const FORMATS = new Set('a strong em mark del sub sup q u ins small cite code'.split(' '));
/** Headings in these become bold text, because markdown has headings only at the top level. */
const HOLDERS = ['blockquote', 'li', 'td', 'th', 'dd', 'dt', 'figcaption', 'caption', 'a', 'x-footnote'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LARGEST_NUMBER = 999_999_999;

const INDENTING = ['ul', 'ol', 'menu', 'dir', 'blockquote'];
/** Lists and quotes within more than so many others become plain blocks: each repeats the indents of all. */
const DEEPEST_INDENT = 20;
/** About as many signs as a list or quote writes before each of its lines. */
const INDENT = 4;
/** The indents of a note are no longer than its page, or than this. */
const LEAST_INDENTS = 100_000;

/** Brings a page of this length into the shape that the library's rules expect. */
export function normalizeStructure(root: HTMLElement, length: number): void {
  for (const element of elementsUnder(root)) {
    const name = KNOWN_AS.get(nameOf(element));
    if (name !== undefined) renameElement(element, name);
  }
  limitIndents(root, length);
  normalizeHeadings(root);
  unwrapRepeated(root);
  const holders = holdersOfBlocks(root);
  for (const element of elementsUnder(root)) {
    if (!FORMATS.has(nameOf(element)) || !holders.has(element)) continue;
    pushIntoBlocks(element, element, holders);
    unwrap(element);
  }
  unwrapRepeated(root);
  joinAdjacent(root);
  for (const list of elementsNamed(root, 'ol')) numberItems(list);
}

function limitIndents(root: HTMLElement, length: number): void {
  const depths = indentDepths(root);
  const deepest = deepestIndent(depths, length);
  for (const [element, depth] of depths) {
    const isTooDeep = isIndenting(element)
      ? depth > deepest
      : depth > deepest + 1 && nameOf(element) === 'li';
    if (isTooDeep) renameElement(element, 'div');
  }
}

const isIndenting = (element: HTMLElement): boolean => INDENTING.includes(nameOf(element));

/** In how many lists and quotes each element stands. */
function indentDepths(root: HTMLElement): ReadonlyMap<HTMLElement, number> {
  const depths = new Map<HTMLElement, number>();
  for (const element of elementsUnder(root)) {
    const parent = element.parentElement;
    const around = parent === null ? 0 : (depths.get(parent) ?? 0);
    const isInIndent = parent !== null && parent !== root && isIndenting(parent);
    depths.set(element, isInIndent ? around + 1 : around);
  }
  return depths;
}

/** The most levels of lists and quotes whose indents are not longer than the page. */
function deepestIndent(depths: ReadonlyMap<HTMLElement, number>, length: number): number {
  const linesAt: number[] = [];
  for (const [element, depth] of depths) linesAt[depth] = (linesAt[depth] ?? 0) + linesOf(element);
  const most = Math.max(length, LEAST_INDENTS) / INDENT;
  const indents = (deepest: number): number =>
    linesAt.reduce((sum, lines, depth) => sum + lines * Math.min(depth, deepest + 1), 0);
  let deepest = DEEPEST_INDENT;
  while (deepest > 0 && indents(deepest) > most) deepest -= 1;
  return deepest;
}

/** About as many lines as an element begins; its children begin their own. */
function linesOf(element: HTMLElement): number {
  if (nameOf(element) === 'pre') return textOf(element).split('\n').length;
  return isBlock(element) || nameOf(element) === 'br' ? 1 : 0;
}

function normalizeHeadings(root: HTMLElement): void {
  for (const heading of elementsNamed(root, ...HEADINGS)) {
    if (ancestor(heading, HOLDERS) === null) continue;
    const strong = newElement(root, 'strong');
    moveChildren(heading, strong);
    heading.appendChild(strong);
    renameElement(heading, 'p');
  }
}

function holdersOfBlocks(root: HTMLElement): ReadonlySet<Node> {
  const holders = new Set<Node>();
  for (const block of elementsUnder(root).filter(isBlock))
    for (let at = block.parentNode; at !== null && !holders.has(at); at = at.parentNode) holders.add(at);
  return holders;
}

/** Moves links and formats around blocks into each block, because markdown knows them only within a line. */
function pushIntoBlocks(parent: HTMLElement, format: HTMLElement, holders: ReadonlySet<Node>): void {
  let wrapper: Node | null = null;
  for (const child of childrenOf(parent)) {
    if (isElement(child) && (isBlock(child) || holders.has(child))) {
      wrapper = null;
      if (nameOf(child) !== 'pre') pushIntoBlocks(child, format, holders);
    } else if (wrapper !== null || !(isText(child) && isBlank(child.data))) {
      wrapper ??= parent.insertBefore(format.cloneNode(false), child);
      wrapper.appendChild(child);
    }
  }
}

const joinedFormats = (root: HTMLElement): readonly HTMLElement[] =>
  elementsUnder(root).filter((element) => FORMATS.has(nameOf(element)) && nameOf(element) !== 'a');

/** A format within an equal one adds nothing, and its signs would run together. */
function unwrapRepeated(root: HTMLElement): void {
  for (const element of joinedFormats(root)) {
    const name = nameOf(element);
    const isWithinShifted = /^(?:em|strong)$/.test(name) && ancestor(element, ['sup', 'sub']) !== null;
    if (isWithinShifted || ancestor(element, [name]) !== null) unwrap(element);
  }
}

/** Joins adjacent equal formats, whose signs would run together. */
function joinAdjacent(root: HTMLElement): void {
  for (const element of joinedFormats(root)) {
    if (element.parentNode === null) continue;
    for (
      let next = element.nextSibling;
      isElement(next) && nameOf(next) === nameOf(element);
      next = element.nextSibling
    ) {
      moveChildren(next, element);
      remove(next);
    }
  }
}

/**
 * Writes the number that a browser would show into each item at once; looking each up would be slow in long
 * lists.
 */
function numberItems(list: HTMLElement): void {
  let number = (wholeNumber(attribute(list, 'start')) ?? 1) - 1;
  for (const item of childElements(list)) {
    if (nameOf(item) !== 'li') continue;
    number = wholeNumber(attribute(item, 'value')) ?? Math.min(number + 1, LARGEST_NUMBER);
    item.setAttribute('data-x-number', String(number));
  }
}

const wholeNumber = (value: string): number | null => (/^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null);
