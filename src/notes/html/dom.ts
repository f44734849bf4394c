/**
 * Guards and walks over a parsed page: plain DOM that every parser has, and nothing that depends on styles or
 * layout.
 */

export const isElement = (node: Node | null): node is HTMLElement => node?.nodeType === 1;
export const isText = (node: Node | null): node is Text => node?.nodeType === 3;
export const isBlank = (text: string): boolean => text.trim() === '';

/** The element's name in small letters, of foreign elements too. */
export const nameOf = (node: Node): string => node.nodeName.toLowerCase();

export const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? '';

export const textOf = (node: Node): string => node.textContent ?? '';

/** Whether one of the element's classes fits. */
export const hasClass = (element: Element, pattern: RegExp): boolean =>
  attribute(element, 'class')
    .split(/\s+/)
    .some((name) => pattern.test(name));

const BLOCKS = new Set(
  (
    'address article aside audio blockquote body canvas center dd details dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main menu nav object ol output p pre section summary table ' +
    'tbody td tfoot th thead tr ul video caption'
  ).split(' '),
);

export const isBlock = (node: Node): boolean => BLOCKS.has(nameOf(node));

/** The node that follows in document order, within `root`. */
export const nextNode = (node: Node, root: Node): Node | null => node.firstChild ?? nextBeside(node, root);

/** The node that follows in document order behind all that `node` holds. */
export function nextBeside(node: Node, root: Node): Node | null {
  let at: Node | null = node;
  while (at !== null && at !== root) {
    if (at.nextSibling !== null) return at.nextSibling;
    at = at.parentNode;
  }
  return null;
}

/** All elements under `root` in document order, as they are now. */
export const elementsUnder = (root: HTMLElement): readonly HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>('*'));

/** Those of them that are named so. */
export const elementsNamed = (root: HTMLElement, ...names: readonly string[]): readonly HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>(names.join(',')));

/** The nearest element above that is named so. */
export const ancestor = (node: Node, names: readonly string[]): HTMLElement | null =>
  node.parentElement?.closest<HTMLElement>(names.join(',')) ?? null;

export const childrenOf = (node: Node): readonly ChildNode[] => Array.from(node.childNodes);

export const childElements = (node: Node): readonly HTMLElement[] => childrenOf(node).filter(isElement);

export function remove(node: Node): void {
  node.parentNode?.removeChild(node);
}

/** Gives all that an element holds to another. */
export function moveChildren(from: Node, to: Node): void {
  for (const child of childrenOf(from)) to.appendChild(child);
}

/** Puts an element of another name, which holds the same, in the place of an element. */
export function renamed(element: HTMLElement, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name);
  moveChildren(element, other);
  element.parentNode?.replaceChild(other, element);
  return other;
}

/** Puts what the element holds in its place. */
export function unwrap(element: Element): void {
  while (element.firstChild !== null) element.parentNode?.insertBefore(element.firstChild, element);
  remove(element);
}

/** A new element that holds this text. */
export function elementWith(document: Document, name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.appendChild(document.createTextNode(text));
  return element;
}
