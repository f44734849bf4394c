import { attribute, childrenOf, elementsNamed, isElement, isText, nameOf } from './dom';

const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|sourceCode\s|code-)[-\s]?([A-Za-z0-9+#_.-]+)/;
const NOT_A_LANGUAGE =
  /^(?:none|plain|block|wrapper|toolbar|box|container|snippet|highlight|example|view|area|line|lines|wrap)$/i;
const CODE_NAMES = ['code', 'kbd', 'samp', 'tt'];

/** Code is text alone: what colours it, numbers or wraps its lines is left out. */
export function flattenCode(root: HTMLElement): void {
  for (const element of elementsNamed(root, 'pre', ...CODE_NAMES)) {
    if (element.parentNode === null || isWithin(element, root)) continue;
    if (nameOf(element) === 'pre' || elementsNamed(element, 'x-tex').length === 0)
      keepText(element, linesOf(element));
  }
}

/** Whether something above has been made plain text already, so that this element stands nowhere. */
function isWithin(element: HTMLElement, root: HTMLElement): boolean {
  for (let at: Node | null = element; at !== root; at = at.parentNode) if (at === null) return true;
  return false;
}

function keepText(element: HTMLElement, text: string): void {
  const language = nameOf(element) === 'pre' ? languageOf(element) : '';
  while (element.firstChild !== null) element.removeChild(element.firstChild);
  element.appendChild(element.ownerDocument.createTextNode(text));
  if (language !== '') element.setAttribute('data-x-language', language);
}

function linesOf(element: HTMLElement): string {
  let out = '';
  const walk = (node: Node): void => {
    for (const child of childrenOf(node)) {
      if (isText(child)) out += child.data;
      else if (nameOf(child) === 'br') out += '\n';
      else {
        const startsLine = /^(?:div|p|li|tr)$/.test(nameOf(child));
        if (startsLine && out !== '' && !out.endsWith('\n')) out += '\n';
        walk(child);
        if (startsLine && !out.endsWith('\n')) out += '\n';
      }
    }
  };
  walk(element);
  return out;
}

/** The language that the code, what is around it or its first element is named after. */
export function languageOf(pre: HTMLElement): string {
  const inner = elementsNamed(pre, 'code').slice(0, 1);
  const parent = pre.parentNode;
  const around = [parent, parent?.parentNode ?? null]
    .filter((node) => isElement(node))
    .filter((element) => nameOf(element) === 'div' || nameOf(element) === 'figure');
  for (const element of [...inner, pre, ...around]) {
    const named =
      attribute(element, 'data-lang') ||
      attribute(element, 'data-language') ||
      (LANGUAGE.exec(attribute(element, 'class'))?.[1] ?? '');
    if (/^[A-Za-z0-9+#_.-]{1,30}$/.test(named) && !NOT_A_LANGUAGE.test(named)) return named.toLowerCase();
  }
  return '';
}
