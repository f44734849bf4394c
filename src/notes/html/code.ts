import {
  ancestor,
  attribute,
  elementsNamed,
  elementsUnder,
  elementWith,
  isElement,
  nameOf,
  newElement,
} from './dom';
import { codeText, isBlockInCode, isNamedLine, linesIn, textOfLines } from './code-lines';

const LANGUAGE =
  /(?:^|\s)(?:language|code-lang|lang|highlight-source|highlight-text|brush:|sourceCode|code|hljs)[-\s]\s*(?!language-|lang-|code-lang-|hljs\b)([\w+#.-]+)/;
const NOT_A_LANGUAGE =
  /^(?:none|plain|block|wrapper|toolbar|box|container|snippet|highlight|example|view|area|lines?|wrap)$/i;

/** Reduces code to its text, without colouring, line numbers and wrapping. */
export function normalizeCode(root: HTMLElement): void {
  for (const code of elementsNamed(root, 'code')) if (!holdsFormula(code)) wrapLines(code);
  for (const element of elementsNamed(root, 'pre', 'code', 'kbd', 'samp', 'tt')) {
    if (!root.contains(element)) continue;
    const isBlockOfCode = nameOf(element) === 'pre';
    if (!isBlockOfCode && holdsFormula(element)) continue;
    const language = isBlockOfCode ? languageOf(element) : '';
    const code = elementWith(root, 'code', codeText(element));
    if (language !== '') code.setAttribute('class', `language-${language}`);
    if (!isBlockOfCode) {
      element.parentNode?.replaceChild(code, element);
      continue;
    }
    while (element.firstChild !== null) element.removeChild(element.firstChild);
    element.appendChild(code);
  }
}

const holdsFormula = (element: HTMLElement): boolean => elementsNamed(element, 'x-tex').length > 0;

/** Where code of several lines would be no block. */
const IN_A_LINE = 'pre code td th h1 h2 h3 h4 h5 h6 dt summary caption figcaption'.split(' ');

/** Makes a block of code whose lines are elements. */
function wrapLines(code: HTMLElement): void {
  if (ancestor(code, IN_A_LINE) !== null || !elementsUnder(code).some(isBlockInCode)) return;
  const lines = linesIn(code, (element) => isNamedLine(element) || isBlockInCode(element));
  const text = lines === null ? codeText(code) : textOfLines(lines);
  if (!text.trim().includes('\n')) return;
  const pre = newElement(code, 'pre');
  code.parentNode?.replaceChild(pre, code);
  while (code.firstChild !== null) code.removeChild(code.firstChild);
  code.appendChild(elementWith(code, 'span', text));
  pre.appendChild(code);
}

/** The language named by the code element or those around it. */
function languageOf(pre: HTMLElement): string {
  const parent = pre.parentNode;
  const around = [...elementsNamed(pre, 'code').slice(0, 1), pre, parent, parent?.parentNode ?? null];
  for (const element of around) {
    if (element === null || !isElement(element) || !/^(?:code|pre|div|figure)$/.test(nameOf(element)))
      continue;
    const named =
      attribute(element, 'data-lang') ||
      attribute(element, 'data-language') ||
      (LANGUAGE.exec(attribute(element, 'class'))?.[1] ?? '');
    if (/^[\w+#.-]{1,30}$/.test(named) && !NOT_A_LANGUAGE.test(named)) return named.toLowerCase();
  }
  return '';
}
