import {
  ancestor,
  attribute,
  childElements,
  childrenOf,
  elementsNamed,
  elementsUnder,
  hasClass,
  isBlank,
  isBlock,
  isElement,
  isText,
  moveChildren,
  nameOf,
  remove,
  renamed,
  unwrap,
} from './dom';

const FORMATS = new Set([
  'a',
  'b',
  'strong',
  'i',
  'em',
  'cite',
  'dfn',
  'var',
  'mark',
  'del',
  's',
  'strike',
  'sub',
  'sup',
  'q',
  'u',
  'ins',
  'small',
  'code',
  'kbd',
  'samp',
  'tt',
]);

const holdsBlock = (element: HTMLElement): boolean => elementsUnder(element).some(isBlock);

/** Lines of verse, each in an element of its own, are lines of one paragraph. */
export function joinVerse(root: HTMLElement): void {
  const isLine = (node: Node | null): boolean =>
    isElement(node) && nameOf(node) === 'div' && hasClass(node, /^(?:line|verse)$/) && !holdsBlock(node);
  for (const line of elementsNamed(root, 'div')) {
    if (!isLine(line)) continue;
    if (isLine(filledBeside(line, 'nextSibling')))
      line.parentNode?.insertBefore(root.ownerDocument.createElement('br'), line.nextSibling);
    renamed(line, 'span');
  }
}

/** Two line breaks in a row end a paragraph; one at the edge of a block is none. */
export function settleBreaks(root: HTMLElement): void {
  for (const element of elementsNamed(root, 'br')) {
    if (element.parentNode === null || ancestor(element, ['pre']) !== null) continue;
    const next = filledBeside(element, 'nextSibling');
    if (next !== null && nameOf(next) === 'br') {
      const paragraph = root.ownerDocument.createElement('p');
      element.parentNode.insertBefore(paragraph, element);
      removeBreaksAfter(paragraph);
    } else if (isAtEdge(element, 'nextSibling') || isAtEdge(element, 'previousSibling')) remove(element);
  }
}

function filledBeside(node: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let at = node[side];
  while (isText(at) && isBlank(at.data)) at = at[side];
  return at;
}

function removeBreaksAfter(paragraph: HTMLElement): void {
  for (
    let next = filledBeside(paragraph, 'nextSibling');
    next !== null && nameOf(next) === 'br';
    next = filledBeside(paragraph, 'nextSibling')
  ) {
    while (paragraph.nextSibling !== null && paragraph.nextSibling !== next) remove(paragraph.nextSibling);
    remove(next);
  }
}

function isAtEdge(node: Node, side: 'nextSibling' | 'previousSibling'): boolean {
  for (let at: Node | null = node; at !== null; at = at.parentNode) {
    const beside = filledBeside(at, side);
    if (beside !== null) return isBlock(beside);
    if (at.parentNode === null || isBlock(at.parentNode)) return true;
  }
  return true;
}

/** A list that stands in a list and not in an item belongs to the item before it; so does any other block. */
export function mendLists(root: HTMLElement): void {
  for (const list of elementsNamed(root, 'ul', 'ol', 'menu', 'dir')) {
    let item: HTMLElement | null = null;
    for (const child of childrenOf(list)) {
      if (isElement(child) && nameOf(child) === 'li') item = child;
      else if (isElement(child) || (isText(child) && !isBlank(child.data))) {
        item ??= list.insertBefore(root.ownerDocument.createElement('li'), child);
        item.appendChild(child);
      }
    }
  }
}

/** Emphasis, links and the like around whole blocks go into each of them, because markdown knows them within a line only. */
export function pushFormatsIntoBlocks(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (!FORMATS.has(nameOf(element)) || !holdsBlock(element)) continue;
    wrapRuns(element, element);
    unwrap(element);
  }
}

function wrapRuns(parent: HTMLElement, shell: HTMLElement): void {
  let wrapper: Node | null = null;
  for (const child of childrenOf(parent)) {
    if (isElement(child) && nameOf(child) !== 'pre' && (isBlock(child) || holdsBlock(child))) {
      wrapper = null;
      wrapRuns(child, shell);
    } else if (isElement(child) && nameOf(child) === 'pre') wrapper = null;
    else if (wrapper !== null || !(isText(child) && isBlank(child.data))) {
      wrapper ??= parent.insertBefore(shell.cloneNode(false), child);
      wrapper.appendChild(child);
    }
  }
}

const formatOf = (element: Element): string => SAME.get(nameOf(element)) ?? nameOf(element);
const SAME: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
]);

/** Neighbours of one format are one; a format in itself is one, too. */
export function joinFormats(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (!FORMATS.has(nameOf(element)) || nameOf(element) === 'a' || element.parentNode === null) continue;
    for (
      let next = element.nextSibling;
      isElement(next) && formatOf(next) === formatOf(element);
      next = element.nextSibling
    ) {
      moveChildren(next, element);
      remove(next);
    }
  }
}

const AS_OTHERS: ReadonlyMap<string, string> = new Map([
  ['details', 'div'],
  ['object', 'div'],
  ['legend', 'p'],
  ['summary', 'p'],
  ['x-search', 'section'],
]);
/** What is written on one line, whatever stands in it. */
export const ONE_LINE = [
  'td',
  'th',
  'a',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'figcaption',
  'caption',
  'summary',
  'dt',
];
/** What floats is the first letter of a paragraph. */
const STYLED_BLOCK = /^(?!.*float)(?:.*;)?\s*display\s*:\s*block/i;
const PLAYERS = ['iframe', 'video', 'embed'];

/** Gives blocks that the rules do not know as such the name of one that they know; what plays something stands alone. */
export function renameBlocks(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    const name =
      nameOf(element) === 'span' && STYLED_BLOCK.test(attribute(element, 'style'))
        ? 'div'
        : AS_OTHERS.get(nameOf(element));
    const isEmptyObject =
      nameOf(element) === 'object' &&
      isBlank(element.textContent ?? '') &&
      element.getAttribute('data') !== null;
    const isDisplay =
      nameOf(element) === 'x-tex' &&
      element.getAttribute('display') === 'true' &&
      ancestor(element, ONE_LINE) === null;
    if (isEmptyObject) playAsFrame(element);
    else if (nameOf(element) === 'cite' && isCitation(element)) unwrap(element);
    else if (nameOf(element) === 'dl' && elementsNamed(element, 'dt').length === 0)
      for (const part of [...childElements(element), element]) renamed(part, 'div');
    else if (PLAYERS.includes(nameOf(element)) || isDisplay) wrapInBlock(element);
    else if (name !== undefined) renameBlock(element, name);
  }
}

/** The title of a work, or all that is said of where it is found. */
const isCitation = (cite: HTMLElement): boolean =>
  childElements(cite).length > 0 && childrenOf(cite).some((child) => isText(child) && !isBlank(child.data));

/** What an empty object shows is asked for by its address, as that of a frame. */
function playAsFrame(object: HTMLElement): void {
  const frame = object.ownerDocument.createElement('iframe');
  frame.setAttribute('src', object.getAttribute('data') ?? '');
  object.parentNode?.replaceChild(frame, object);
  wrapInBlock(frame);
}

function wrapInBlock(element: HTMLElement): void {
  const block = element.ownerDocument.createElement('div');
  element.parentNode?.replaceChild(block, element);
  block.appendChild(element);
}

/** The heading of what folds away is bold. */
function renameBlock(element: HTMLElement, name: string): void {
  const other = renamed(element, name);
  if (nameOf(element) !== 'summary') return;
  const strong = element.ownerDocument.createElement('strong');
  moveChildren(other, strong);
  other.appendChild(strong);
}

/** A picture's caption stands under it. */
export function settleCaptions(root: HTMLElement): void {
  for (const element of elementsNamed(root, 'figcaption')) {
    const figure = element.parentNode;
    if (
      isElement(figure) &&
      nameOf(figure) === 'figure' &&
      childElements(figure).some(({ nodeName }) => /^(?:img|picture|a|div|p)$/i.test(nodeName))
    ) {
      figure.appendChild(element);
    }
  }
}
