import {
  ancestor,
  attribute,
  elementsUnder,
  hasClass,
  isElement,
  isText,
  nameOf,
  nextNode,
  remove,
  renameElement,
} from './dom';

/** The library backtracks from each blank of a run, so a very long run would take minutes. */
const MOST_BLANKS = 1000;
const LONG_BLANKS = /(\s{1000})\s+/g;

const DROPPED = new Set(
  (
    'annotation annotation-xml base button canvas clipboard-copy datalist dialog head input link meta meter noembed noframes noscript ' +
    'optgroup option param progress script select style svg template textarea title x-frame x-noscript x-select'
  ).split(' '),
);
const HIDDEN = /(?:^|;)\s*display\s*:\s*none\b/i;
/** Copy buttons, heading anchors, footnote back links, text for screen readers only. */
const PAGE_CONTROLS =
  /^(?:code-copy|copy-button|headerlink|anchorjs-link|header-anchor|heading-anchor|mw-editsection|mw-cite-backlink|sr-only|screen-reader-text|visually-hidden)$/i;

/** Not every parser can copy elements with special characters in their names. */
const NAME = /^[a-z][a-z0-9-]*$/;

/** Removes what is not text: scripts, styles, controls, comments, hidden elements. */
export function removeUnwanted(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    if (isUnwanted(element)) remove(element);
    else if (!NAME.test(nameOf(element))) renameElement(element, 'span');
    else if (nameOf(element) !== 'input') clearTaskBox(element);
  }
  for (let node = nextNode(root, root); node !== null;) {
    const next = nextNode(node, root);
    if (!isElement(node) && !isText(node)) remove(node);
    node = next;
  }
  joinTexts(root);
}

function isUnwanted(element: HTMLElement): boolean {
  if (DROPPED.has(nameOf(element))) return !isTaskBox(element);
  return (
    element.hasAttribute('hidden') ||
    HIDDEN.test(attribute(element, 'style')) ||
    hasClass(element, PAGE_CONTROLS)
  );
}

const isTaskBox = (element: Element): boolean =>
  nameOf(element) === 'input' &&
  attribute(element, 'type').toLowerCase() === 'checkbox' &&
  ancestor(element, ['li']) !== null;

/** The library takes any such element for a task box and drops its text. */
function clearTaskBox(element: Element): void {
  element.removeAttribute('type');
  if (attribute(element, 'role') === 'checkbox') element.removeAttribute('role');
}

/** Browsers split long texts, other parsers do not. */
function joinTexts(root: HTMLElement): void {
  root.normalize();
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (isText(node) && node.data.length > MOST_BLANKS) node.data = node.data.replace(LONG_BLANKS, '$1');
  }
}
