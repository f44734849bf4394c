import { attribute, elementsNamed, elementsUnder, hasClass, mark, nameOf, remove } from './dom';
import { texOf } from './mathml';

interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const SHOWN_MATH =
  /^(?:MathJax|MathJax_Display|MathJax_Preview|MathJax_SVG|MathJax_SVG_Display|MathJax_CHTML|MJXc-display)$/;

/** Finds mathematics in each of its usual forms and puts an `x-tex` with its TeX in the place of each. */
export function markFormulas(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (!root.contains(element)) continue;
    const formula = formulaOf(element);
    if (formula !== null && formula.tex !== '') replace(element, formula);
  }
}

function replace(element: HTMLElement, { tex, display }: Formula): void {
  const math = mark(element.ownerDocument, 'x-tex', { display: String(display) });
  math.appendChild(element.ownerDocument.createTextNode(tex));
  element.parentNode?.replaceChild(math, element);
}

function formulaOf(element: HTMLElement): Formula | null {
  switch (nameOf(element)) {
    case 'math':
      return ofMathml(element, attribute(element, 'display') === 'block');
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

const MATH_SCRIPT = /^math\/(?:tex|latex)/i;

function ofScript(script: HTMLElement): Formula | null {
  const type = attribute(script, 'type');
  if (!MATH_SCRIPT.test(type)) return null;
  return { tex: tidy(script.textContent ?? ''), display: /mode\s*=\s*display/i.test(type) };
}

/** MediaWiki's picture of a formula, whose text is the TeX. */
function ofImage(image: HTMLElement): Formula | null {
  if (!hasClass(image, /^(?:mwe-math-fallback-image-(?:inline|display)|tex|latex)$/)) return null;
  return { tex: tidy(attribute(image, 'alt')), display: hasClass(image, /-display$/) };
}

function ofClass(element: HTMLElement): Formula | null {
  if (hasClass(element, /^katex-display$/)) return ofHolder(element, true);
  if (hasClass(element, /^(?:katex|mwe-math-element(?:-inline|-block)?)$/))
    return ofHolder(element, hasClass(element, /-block$/));
  if (hasClass(element, SHOWN_MATH)) {
    if (isFollowedByScript(element)) remove(element);
    else if (elementsNamed(element, 'math').length > 0)
      return ofHolder(element, hasClass(element, /[_-]display$/i));
  }
  if (!hasClass(element, /^(?:math|arithmatex|MathJax_Preview)$/)) return null;
  return (
    ofDelimited(element.textContent ?? '') ??
    (hasClass(element, /^(?:inline|display)$/)
      ? { tex: tidy(element.textContent ?? ''), display: hasClass(element, /^display$/) }
      : null)
  );
}

/** Whether what MathJax drew comes with what it was drawn from. */
function isFollowedByScript(element: HTMLElement): boolean {
  for (
    let next = element.nextElementSibling, steps = 0;
    next !== null && steps < 3;
    next = next.nextElementSibling, steps += 1
  ) {
    if (nameOf(next) === 'script' && MATH_SCRIPT.test(attribute(next, 'type'))) return true;
  }
  return false;
}

function ofHolder(element: HTMLElement, display: boolean): Formula | null {
  for (const inner of elementsNamed(element, 'math', 'img')) {
    const found =
      nameOf(inner) === 'math'
        ? ofMathml(inner, display || attribute(inner, 'display') === 'block')
        : ofImage(inner);
    if (found !== null && found.tex !== '') return found;
  }
  return null;
}

function ofMathml(math: HTMLElement, display: boolean): Formula {
  const annotation = elementsNamed(math, 'annotation').find((inner) =>
    /tex/i.test(attribute(inner, 'encoding')),
  );
  const tex = annotation?.textContent ?? attribute(math, 'alttext');
  return { tex: tidy(tex === '' ? texOf(math) : tex), display };
}

const DELIMITED = [
  { pattern: /^\s*\\\(([^]*)\\\)\s*$/, display: false },
  { pattern: /^\s*\\\[([^]*)\\\]\s*$/, display: true },
  { pattern: /^\s*\$\$([^$]*)\$\$\s*$/, display: true },
  { pattern: /^\s*\$([^$]*)\$\s*$/, display: false },
] as const;

function ofDelimited(text: string): Formula | null {
  for (const { pattern, display } of DELIMITED) {
    const tex = pattern.exec(text)?.[1];
    if (tex !== undefined) return { tex: tidy(tex), display };
  }
  return null;
}

/** TeX on one line without what only says how large it is set. */
function tidy(tex: string): string {
  const line = tex
    .replace(/(?:^|[^\\])%[^\n]*(?:\n|$)/g, (comment) => comment.slice(0, comment.startsWith('%') ? 0 : 1))
    .replace(/\s+/g, ' ')
    .trim();
  const inner = /^\{\\(?:displaystyle|textstyle|scriptstyle)\s*([^]*)\}$/.exec(line)?.[1] ?? line;
  return inner.replace(/^\\(?:displaystyle|textstyle)\b\s*/, '').trim();
}
