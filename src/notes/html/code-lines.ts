import {
  attribute,
  childrenOf,
  hasClass,
  isBlank,
  isElement,
  isText,
  nameOf,
  nextAfter,
  nextNode,
  textOf,
} from './dom';

const LINE = /(?:^|-)line$/i;
const LINE_NUMBERS = /gutter|line-?no|line-?num|blob-num|crayon-num|^lnt?$/i;
const BLOCK_IN_CODE = /^(?:div|p|li|tr|pre)$/;
const SHOWN_AS_BLOCK = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid)\b/i;

export const isBlockInCode = (node: Node): boolean => BLOCK_IN_CODE.test(nameOf(node));

export const hasLineNumbers = (element: Element): boolean => hasClass(element, LINE_NUMBERS);

/** Whether the page calls an element a line. */
export const isNamedLine = (node: Node | null): node is HTMLElement =>
  isElement(node) && hasClass(node, LINE);

const isShownAsBlock = (element: Element): boolean => SHOWN_AS_BLOCK.test(attribute(element, 'style'));

/** The text of code with its line breaks, without the numbers of its lines. */
export function codeText(element: Node): string {
  let out = '';
  for (const child of childrenOf(element)) {
    if (isText(child)) out += child.data;
    else if (nameOf(child) === 'br') out += '\n';
    else if (isElement(child)) {
      const isAtStart = out === '' || out.endsWith('\n');
      if (isAtStart && isNumberOfLine(child)) continue;
      if (!isAtStart && (isBlockInCode(child) || isShownAsBlock(child))) out += '\n';
      const text = codeText(child);
      out += text.endsWith('\n') || !endsLine(child, text) ? text : `${text}\n`;
    }
  }
  return out;
}

const isNumberOfLine = (element: HTMLElement): boolean =>
  hasLineNumbers(element) && element.nextSibling !== null && /^\s*\d+\s*$/.test(textOf(element));

/** Of lines that touch, an empty one is a line too. */
function endsLine(element: HTMLElement, text: string): boolean {
  const next = element.nextSibling;
  if (isNamedLine(element) && isNamedLine(next)) return true;
  if (text === '') return false;
  return isBlockInCode(element) || (isShownAsBlock(element) && !(isText(next) && next.data.startsWith('\n')));
}

/** The outermost lines in an element; null if some of its text stands in none. */
export function linesIn(
  element: HTMLElement,
  isLine: (element: HTMLElement) => boolean,
): readonly HTMLElement[] | null {
  const lines: HTMLElement[] = [];
  let node: Node | null = nextNode(element, element);
  while (node !== null) {
    if (isText(node) && !isBlank(node.data)) return null;
    if (isElement(node) && isLine(node)) {
      lines.push(node);
      node = nextAfter(node, element);
    } else {
      node = nextNode(node, element);
    }
  }
  return lines.length === 0 ? null : lines;
}

/** Code of these lines. Outside of `pre`, blanks that do not break are what indents it. */
export const textOfLines = (lines: readonly HTMLElement[]): string =>
  lines.map((line) => codeText(line).replace(/\n$/, '').replaceAll('\u00a0', ' ')).join('\n');
