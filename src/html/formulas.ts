import type TurndownService from 'turndown';
import { cleanText } from '../core/markdown/plain-text';
import {
  ancestor,
  attribute,
  elementsNamed,
  elementsUnder,
  elementWith,
  hasClass,
  nameOf,
  remove,
  textOf,
} from './dom';

interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

/** What MathJax drew of a script beside it. */
const DRAWN = /^(?:MathJax|MathJax_Display|MathJax_Preview|MathJax_SVG|MathJax_SVG_Display|MathJax_CHTML)$/;
const KATEX = /^(?:katex|katex-display|mwe-math-element|mwe-math-element-inline|mwe-math-element-block)$/;
const DELIMITED = /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^$]*)\$\$|\$([^$]*)\$)\s*$/;
const MATH_SCRIPT = /^math\/(?:tex|latex)/i;
const ONE_LINE = [
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

/**
 * Puts an `x-tex` with its TeX in the place of each formula whose TeX is in the page (MathML with an annotation, KaTeX, MathJax,
 * MediaWiki's pictures, delimiters). Any other stays as its text.
 */
export function markFormulas(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (!root.contains(element)) continue;
    if (hasClass(element, DRAWN) && isFollowedByScript(element)) {
      remove(element);
      continue;
    }
    const formula = formulaOf(element);
    if (formula !== null && formula.tex !== '') replaceWith(formula, element);
  }
}

function replaceWith({ tex, display }: Formula, element: HTMLElement): void {
  const isBlock = display && ancestor(element, ONE_LINE) === null;
  const math = elementWith(element.ownerDocument, 'x-tex', tex);
  const block = element.ownerDocument.createElement('div');
  if (isBlock) {
    math.setAttribute('display', 'true');
    block.appendChild(math);
  }
  element.parentNode?.replaceChild(isBlock ? block : math, element);
}

function formulaOf(element: HTMLElement): Formula | null {
  switch (nameOf(element)) {
    case 'math':
      return ofMathml(element, false);
    case 'script':
      return ofScript(element);
    case 'img':
      return ofImage(element);
    case 'mjx-container':
      return ofHolder(element, attribute(element, 'display') === 'true');
    default:
      return ofClass(element);
  }
}

function ofScript(script: HTMLElement): Formula | null {
  const type = attribute(script, 'type');
  return MATH_SCRIPT.test(type)
    ? { tex: tidy(textOf(script)), display: /mode\s*=\s*display/i.test(type) }
    : null;
}

/** MediaWiki's picture of a formula, whose text is the TeX. */
function ofImage(image: HTMLElement): Formula | null {
  if (!hasClass(image, /^(?:mwe-math-fallback-image-(?:inline|display)|tex|latex)$/)) return null;
  return { tex: tidy(attribute(image, 'alt')), display: hasClass(image, /-display$/) };
}

function ofClass(element: HTMLElement): Formula | null {
  if (hasClass(element, KATEX)) return ofHolder(element, hasClass(element, /^(?:katex-display|.*-block)$/));
  if (hasClass(element, /^(?:math|arithmatex)$/)) return ofDelimited(element);
  return null;
}

/** Whether what MathJax drew comes with what it was drawn from. */
function isFollowedByScript(element: HTMLElement): boolean {
  let next = element.nextElementSibling;
  for (let steps = 0; next !== null && steps < 3; steps += 1) {
    if (nameOf(next) === 'script' && MATH_SCRIPT.test(attribute(next, 'type'))) return true;
    next = next.nextElementSibling;
  }
  return false;
}

function ofHolder(element: HTMLElement, display: boolean): Formula | null {
  for (const inner of elementsNamed(element, 'math', 'img')) {
    const found = nameOf(inner) === 'math' ? ofMathml(inner, display) : ofImage(inner);
    if (found !== null && found.tex !== '') return found;
  }
  return null;
}

function ofMathml(math: HTMLElement, display: boolean): Formula {
  const annotation = elementsNamed(math, 'annotation').find((inner) =>
    /tex/i.test(attribute(inner, 'encoding')),
  );
  const tex = annotation === undefined ? attribute(math, 'alttext') : textOf(annotation);
  return { tex: tidy(tex), display: display || attribute(math, 'display') === 'block' };
}

function ofDelimited(element: HTMLElement): Formula | null {
  const [, inline, display, dollars, dollar] = DELIMITED.exec(textOf(element)) ?? [];
  const tex = inline ?? display ?? dollars ?? dollar;
  if (tex !== undefined) return { tex: tidy(tex), display: display !== undefined || dollars !== undefined };
  if (!hasClass(element, /^(?:inline|display)$/)) return null;
  return { tex: tidy(textOf(element)), display: hasClass(element, /^display$/) };
}

/** TeX on one line, without its comments and without what only says how large it is set. */
function tidy(tex: string): string {
  const line = tex
    .replace(/(^|[^\\])%[^\n]*(?:\n|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const inner = /^\{\\(?:displaystyle|textstyle|scriptstyle)\s*([^]*)\}$/.exec(line)?.[1] ?? line;
  return inner.replace(/^\\(?:displaystyle|textstyle)\b\s*/, '').trim();
}

export function addFormulaRule(service: TurndownService): void {
  service.addRule('formula', {
    filter: (node) => nameOf(node) === 'x-tex',
    replacement: (_content, node) => written(node),
  });
}

function written(node: HTMLElement): string {
  const tex = cleanText(textOf(node)).trim();
  if (/(?:^|[^\\])\$/.test(tex)) return `\`${tex.replace(/`/g, "'")}\``;
  if (attribute(node, 'display') === 'true') return `\n\n$$\n${tex}\n$$\n\n`;
  // A bar would end a cell of a table.
  const safe = tex.replace(/\\\|/g, '\\Vert ').replace(/\|/g, '\\vert ').trim();
  // A digit behind it would make the closing sign a price.
  const gap = /^\d/.test(textOf(node.nextSibling ?? node.ownerDocument)) ? ' ' : '';
  return `$${safe}$${gap}`;
}
