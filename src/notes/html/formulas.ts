import type TurndownService from 'turndown';
import { cleanText } from '../../model/clean-text';
import {
  ancestor,
  attribute,
  elementsNamed,
  elementsUnder,
  elementWith,
  hasClass,
  isElement,
  nameOf,
  remove,
  textOf,
  newElement,
} from './dom';

interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

/** Elements that hold a formula's source together with its drawing. */
const HOLDER = /^(?:katex|katex-display|mwe-math-element(?:-inline|-block)?|MathJax|MathJax_Display)$/;
const DISPLAY = /^(?:katex-display|MathJax_Display|mwe-math-element-block|mwe-math-fallback-image-display)$/;
/** Elements that MathJax drew for the script after them. */
const DRAWN = /^(?:MathJax|MathJax_Display|MathJax_Preview|MathJax_SVG|MathJax_SVG_Display|MathJax_CHTML)$/;
const DELIMITED = /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^$]*)\$\$|\$([^$]*)\$)\s*$/;
const ONE_LINE = 'td th a h1 h2 h3 h4 h5 h6 figcaption caption summary dt'.split(' ');

/**
 * Replaces each formula whose TeX is in the page (MathML annotation, KaTeX, MathJax, MediaWiki images,
 * delimiters) by an `x-tex` element. Others stay as text.
 */
export function markFormulas(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (!root.contains(element)) continue;
    const formula = formulaOf(element);
    if (formula !== null && formula.tex !== '') replaceWith(formula, element, root);
  }
}

function formulaOf(element: HTMLElement): Formula | null {
  switch (nameOf(element)) {
    case 'math':
      return ofMathml(element);
    case 'script':
      return ofScript(element);
    case 'img':
      return hasClass(element, /^(?:mwe-math-fallback-image-(?:inline|display)|tex|latex)$/)
        ? { tex: tidy(attribute(element, 'alt')), display: false }
        : null;
    default:
      return hasClass(element, /^(?:math|arithmatex)$/) ? ofDelimited(element) : null;
  }
}

function ofMathml(math: HTMLElement): Formula {
  const annotation = elementsNamed(math, 'annotation').find((inner) =>
    /tex/i.test(attribute(inner, 'encoding')),
  );
  const tex = annotation === undefined ? attribute(math, 'alttext') : textOf(annotation);
  return { tex: tidy(tex), display: attribute(math, 'display') === 'block' };
}

function ofScript(script: HTMLElement): Formula | null {
  const type = attribute(script, 'type');
  if (!/^math\/(?:tex|latex)/i.test(type)) return null;
  for (let before = script.previousElementSibling; before !== null; before = script.previousElementSibling) {
    if (!hasClass(before, DRAWN)) break;
    remove(before);
  }
  return { tex: tidy(textOf(script)), display: /mode\s*=\s*display/i.test(type) };
}

function ofDelimited(element: HTMLElement): Formula | null {
  const [, inline, display, dollars, dollar] = DELIMITED.exec(textOf(element)) ?? [];
  const tex = inline ?? display ?? dollars ?? dollar;
  if (tex !== undefined) return { tex: tidy(tex), display: display !== undefined || dollars !== undefined };
  if (!hasClass(element, /^(?:inline|display)$/)) return null;
  return { tex: tidy(textOf(element)), display: hasClass(element, /^display$/) };
}

/** Replaces an element and all that was drawn for it by its formula. */
function replaceWith({ tex, display }: Formula, element: HTMLElement, root: HTMLElement): void {
  let whole = element;
  let isDisplay = display || hasClass(element, DISPLAY);
  for (let at = element.parentNode; isElement(at) && at !== root; at = at.parentNode) {
    if (nameOf(at) !== 'mjx-container' && !hasClass(at, HOLDER)) continue;
    whole = at;
    isDisplay ||= hasClass(at, DISPLAY) || attribute(at, 'display') === 'true';
  }
  const isBlock = isDisplay && ancestor(whole, ONE_LINE) === null;
  const math = elementWith(element, 'x-tex', tex);
  const block = newElement(element, 'div');
  if (isBlock) {
    math.setAttribute('display', 'true');
    block.appendChild(math);
  }
  whole.parentNode?.replaceChild(isBlock ? block : math, whole);
}

/** TeX on one line, without comments and size commands. */
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
    replacement: (_content, node) => writeFormula(node),
  });
}

function writeFormula(node: HTMLElement): string {
  const tex = cleanText(textOf(node)).trim();
  if (/(?:^|[^\\])\$/.test(tex)) return `\`${tex.replace(/`/g, "'")}\``;
  if (attribute(node, 'display') === 'true') return `\n\n$$\n${tex}\n$$\n\n`;
  // A bar would end a table cell.
  const safe = tex.replace(/\\\|/g, '\\Vert ').replace(/\|/g, '\\vert ').trim();
  // Before a digit, the closing sign would be read as a price.
  const gap = /^\d/.test(textOf(node.nextSibling ?? node.ownerDocument)) ? ' ' : '';
  return `$${safe}$${gap}`;
}
