import {
  ancestor,
  attribute,
  childrenOf,
  elementsNamed,
  hasClass,
  isBlank,
  isElement,
  isText,
  nameOf,
  remove,
  renamed,
} from './dom';

const DROPPED = new Set(
  (
    'base button canvas clipboard-copy datalist dialog embed-code frame head input link meta meter noembed noframes noscript optgroup option param progress rp script ' +
    'select style svg template textarea title x-noscript x-select'
  ).split(' '),
);
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)\b/i;
/** Line numbers beside code. */
const NUMBERS = /^(?:linenos?|lineno|gutter|rouge-gutter|lnt|ln)$/i;
/** Buttons for copying code, links from a heading to itself, what is for screen readers alone. */
const FURNITURE =
  /^(?:code-copy|copy-button|headerlink|anchorjs-link|header-anchor|heading-anchor|mw-editsection|sr-only|screen-reader-text|visually-hidden)$/i;

const isCheckbox = (element: Element): boolean =>
  nameOf(element) === 'input' &&
  attribute(element, 'type').toLowerCase() === 'checkbox' &&
  ancestor(element, ['li']) !== null;

function isUnwanted(element: HTMLElement): boolean {
  if (DROPPED.has(nameOf(element))) return !isCheckbox(element);
  if (element.hasAttribute('hidden') || HIDDEN.test(attribute(element, 'style'))) return true;
  if (isSelfLink(element) || isNumbersCell(element)) return true;
  return (
    hasClass(element, FURNITURE) ||
    (hasClass(element, NUMBERS) &&
      (ancestor(element, ['pre', 'table']) !== null || nameOf(element) === 'pre'))
  );
}

/** A sign in a heading that links to the heading. */
const isSelfLink = (element: HTMLElement): boolean =>
  nameOf(element) === 'a' &&
  attribute(element, 'href').includes('#') &&
  /^[#¶§🔗\s]*$/u.test(element.textContent ?? '') &&
  ancestor(element, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) !== null;

/** Numbers of lines in a cell beside that of the lines. */
const isNumbersCell = (element: Element): boolean =>
  nameOf(element) === 'td' &&
  /^[\d\s]+$/.test(element.textContent ?? '') &&
  [element, element.nextElementSibling].every(
    (cell) => cell !== null && elementsNamed(cell, 'pre').length > 0,
  );

/** What word processors wrap a text in that is not bold (slanted). */
const isPlain = (element: Element): boolean =>
  PLAIN.get(nameOf(element))?.test(attribute(element, 'style')) === true;
const UPRIGHT = /font-style\s*:\s*normal/i;
const LIGHT = /font-weight\s*:\s*(?:normal|400)/i;
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  ['b', LIGHT],
  ['strong', LIGHT],
  ['i', UPRIGHT],
  ['em', UPRIGHT],
]);

/** What fills up the lines that a mail is announced with. */
const UNSEEN = /\u034f|\u200d|[\u00ad\u200b\u200c\u200e\u200f\u2060]/g;

function dropFillers(text: Text): void {
  const seen = text.data.replace(UNSEEN, '');
  if (isBlank(seen)) text.data = seen;
}

/** Parsers make elements of any name; not all can copy one with signs in it. */
const NAME = /^[a-z][a-z0-9-]*$/;

/** Takes out what is not text: programs, styles, controls, comments, what the page hides. */
export function removeUnwanted(root: HTMLElement): void {
  const walk = (parent: Node): void => {
    for (const found of childrenOf(parent)) {
      if (isText(found)) dropFillers(found);
      const node =
        isElement(found) && (!NAME.test(nameOf(found)) || isPlain(found)) ? renamed(found, 'span') : found;
      if (isElement(node) ? isUnwanted(node) : node.nodeType !== 3) remove(node);
      else walk(node);
    }
  };
  walk(root);
}
