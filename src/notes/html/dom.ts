/**
 * Guards and walks over a parsed page. Uses only DOM that every parser has, without styles or layout, and goes
 * from sibling to sibling: once the terminal's parser has made a list of an element's children (for `childNodes`
 * or `textContent`), each change among them costs as much as the list is long.
 */

export const isElement = (node: Node | null): node is HTMLElement => node?.nodeType === 1;
export const isText = (node: Node | null): node is Text => node?.nodeType === 3;
export const isBlank = (text: string): boolean => text.trim() === '';

/** The element's name in lower case, also for foreign elements. */
export const nameOf = (node: Node): string => node.nodeName.toLowerCase();

export const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? '';

export function textOf(node: Node): string {
  if (isText(node)) return node.data;
  const texts: string[] = [];
  for (let at = nextNode(node, node); at !== null; at = nextNode(at, node))
    if (isText(at)) texts.push(at.data);
  return texts.join('');
}

/** Whether one of the element's classes matches. */
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

/** The next node in document order, within `root`. */
export const nextNode = (node: Node, root: Node): Node | null => node.firstChild ?? nextAfter(node, root);

/** The next node in document order after all that `node` contains. */
export function nextAfter(node: Node, root: Node): Node | null {
  let at: Node | null = node;
  while (at !== null && at !== root) {
    if (at.nextSibling !== null) return at.nextSibling;
    at = at.parentNode;
  }
  return null;
}

/** All elements under `root` in document order, as a snapshot. Selectors are slow in the terminal's parser. */
export function elementsUnder(root: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root))
    if (isElement(node)) found.push(node);
  return found;
}

/** All elements of these names under `root`. */
export const elementsNamed = (root: HTMLElement, ...names: readonly string[]): readonly HTMLElement[] =>
  elementsUnder(root).filter((element) => names.includes(nameOf(element)));

/** The nearest ancestor of these names. */
export function ancestor(node: Node, names: readonly string[]): HTMLElement | null {
  let above = node.parentElement;
  while (above !== null && !names.includes(nameOf(above))) above = above.parentElement;
  return above;
}

export function childrenOf(node: Node): readonly ChildNode[] {
  const children: ChildNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

export const childElements = (node: Node): readonly HTMLElement[] => childrenOf(node).filter(isElement);

export function remove(node: Node): void {
  node.parentNode?.removeChild(node);
}

/** Moves all children of an element to another. */
export function moveChildren(from: Node, to: Node): void {
  for (const child of childrenOf(from)) to.appendChild(child);
}

/** Replaces an element by one of another name with the same children. */
export function renameElement(element: HTMLElement, name: string): HTMLElement {
  const other = newElement(element, name);
  moveChildren(element, other);
  element.parentNode?.replaceChild(other, element);
  return other;
}

/** Replaces an element by its children. */
export function unwrap(element: Element): void {
  while (element.firstChild !== null) element.parentNode?.insertBefore(element.firstChild, element);
  remove(element);
}

/** The part of a document that the parsers of both hosts share: only the app's has `createEl`. */
type AnyDocument = Pick<Document, 'createElement' | 'createTextNode'>;

/** A new element for the page of `sibling`. */
export function newElement(sibling: Element, name: string): HTMLElement {
  const document: AnyDocument = sibling.ownerDocument;
  return document.createElement(name);
}

/** The same with this text. */
export function elementWith(sibling: Element, name: string, text: string): HTMLElement {
  const document: AnyDocument = sibling.ownerDocument;
  const element = newElement(sibling, name);
  element.appendChild(document.createTextNode(text));
  return element;
}
