import { isElement, isText, nextBeside, nextNode, remove } from './dom';

/** Deeper than any text is nested; browsers stop at 512, the terminal's parser nowhere. */
const DEEPEST = 120;

/** No page means more blanks in a row than this; the library that writes the markdown looks at each such run from each of its blanks. */
const BLANKS = /(\s{1000})\s+/g;

/** Joins texts that stand side by side: browsers cut long ones, other parsers do not. */
function joinTexts(first: Text): void {
  const parts = [first.data];
  for (let next = first.nextSibling; isText(next); next = first.nextSibling) {
    parts.push(next.data);
    remove(next);
  }
  const text = parts.join('').replace(BLANKS, '$1');
  if (text !== first.data) first.data = text;
}

function wordsUnder(root: Node): string {
  const words: string[] = [];
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (isText(node)) words.push(node.data);
  }
  return words.join(' ');
}

/** Makes the page one that can be walked by recursion: what is nested too deep becomes its plain text. */
export function limitDepth(root: HTMLElement): void {
  let node: Node | null = root.firstChild;
  let depth = 1;
  while (node !== null) {
    if (isText(node)) joinTexts(node);
    if (depth >= DEEPEST && isElement(node) && node.firstChild !== null) flatten(node);
    if (node.firstChild !== null && depth < DEEPEST) {
      node = node.firstChild;
      depth += 1;
      continue;
    }
    const next: Node | null = nextBeside(node, root);
    for (let at: Node | null = node; at !== null && at.parentNode !== next?.parentNode; at = at.parentNode)
      depth -= 1;
    node = next;
  }
}

function flatten(element: HTMLElement): void {
  const words = wordsUnder(element);
  // From the innermost outwards: the terminal's parser takes a branch out by recursion.
  for (let node: Node | null = element.lastChild; node !== null && node !== element;) {
    const parent: Node | null = node.parentNode;
    if (node.lastChild !== null) node = node.lastChild;
    else {
      remove(node);
      node = parent?.lastChild ?? parent;
    }
  }
  element.appendChild(element.ownerDocument.createTextNode(words));
}
