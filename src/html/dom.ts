/** Guards and walks over a parsed page: plain DOM that every parser has, and nothing that depends on styles or layout. */

export const isElement = (node: Node | null): node is HTMLElement => node?.nodeType === 1;
export const isText = (node: Node | null): node is Text => node?.nodeType === 3;

/** The element's name in small letters, of foreign elements too. */
export const nameOf = (node: Node): string => node.nodeName.toLowerCase();

export const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? '';

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const BLOCKS = namesIn(
  'address article aside audio blockquote body canvas center dd details dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr html iframe legend li main menu nav noframes object ol output p pre section summary table tbody td tfoot th thead tr ul video',
);
const HEADINGS = namesIn('h1 h2 h3 h4 h5 h6');

export const isBlock = (node: Node): boolean => BLOCKS.has(nameOf(node));
export const isHeading = (node: Node): boolean => HEADINGS.has(nameOf(node));
export const isBlank = (text: string): boolean => /^\s*$/.test(text);

/** Whether the words of the element's `class` have one that fits. */
export const hasClass = (element: Element, pattern: RegExp): boolean =>
  attribute(element, 'class')
    .split(/\s+/)
    .some((word) => pattern.test(word));

/** All elements under `root` in document order, as they are now. Needs no stack, however deep they are nested. */
export function elementsUnder(root: Node): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  let node = nextNode(root, root);
  while (node !== null) {
    if (isElement(node)) found.push(node);
    node = nextNode(node, root);
  }
  return found;
}

/** Those of them that are named so. */
export const elementsNamed = (root: Node, ...names: readonly string[]): readonly HTMLElement[] =>
  elementsUnder(root).filter((element) => names.includes(nameOf(element)));

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

/** The nearest element above that is named so, up to but not including `root`'s own parent. */
export function ancestor(node: Node, names: readonly string[]): HTMLElement | null {
  for (let at = node.parentNode; at !== null; at = at.parentNode) {
    if (isElement(at) && names.includes(nameOf(at))) return at;
  }
  return null;
}

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

/** An element of ours, by which a preparation tells a rule what it found. */
export function mark(
  document: Document,
  name: string,
  attributes: Readonly<Record<string, string>>,
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** What follows (precedes) the node on its line: the next character of text, '' at an edge of the block. */
export function neighbour(node: Node, side: 'nextSibling' | 'previousSibling'): string {
  for (let at: Node | null = node; at !== null && !isBlock(at); at = at.parentNode) {
    for (let beside = at[side]; beside !== null; beside = beside[side]) {
      if (isBlock(beside) || nameOf(beside) === 'br') return '';
      const text = beside.textContent ?? '';
      if (text !== '')
        return (side === 'nextSibling' ? /^./su.exec(text)?.[0] : /.$/su.exec(text)?.[0]) ?? '';
    }
  }
  return '';
}
