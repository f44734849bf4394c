import {
  ancestor,
  attribute,
  childElements,
  childrenOf,
  elementsNamed,
  elementsUnder,
  elementWith,
  isBlank,
  isBlock,
  isElement,
  isText,
  moveChildren,
  nameOf,
  remove,
  renameElement,
  textOf,
  unwrap,
} from './dom';

/** Names to which the library's rules do not apply, and their equivalents. */
const KNOWN_AS: ReadonlyMap<string, string> = new Map([
  ['legend', 'p'],
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['s', 'del'],
]);
const FORMATS = new Set('a strong em mark del sub sup q u ins small cite code'.split(' '));
/** Headings in these become bold text, because markdown has headings only at the top level. */
const HOLDERS = ['blockquote', 'li', 'td', 'th', 'dd', 'dt', 'figcaption', 'caption', 'a', 'x-footnote'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LARGEST_NUMBER = 999_999_999;

const holdsBlock = (element: HTMLElement): boolean => elementsUnder(element).some(isBlock);

/** Brings a page into the shape that the library's rules expect. */
export function normalizeStructure(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    const name = KNOWN_AS.get(nameOf(element));
    if (name !== undefined) renameElement(element, name);
  }
  normalizeHeadings(root);
  for (const element of elementsUnder(root)) {
    if (!FORMATS.has(nameOf(element)) || !holdsBlock(element)) continue;
    pushIntoBlocks(element, element);
    unwrap(element);
  }
  joinFormats(root);
  for (const list of elementsNamed(root, 'ol')) numberItems(list);
}

function normalizeHeadings(root: HTMLElement): void {
  for (const heading of elementsNamed(root, ...HEADINGS)) {
    if (ancestor(heading, HOLDERS) === null) continue;
    const strong = root.ownerDocument.createElement('strong');
    moveChildren(heading, strong);
    heading.appendChild(strong);
    renameElement(heading, 'p');
  }
}

/** Moves links and formats around blocks into each block, because markdown knows them only within a line. */
function pushIntoBlocks(parent: HTMLElement, format: HTMLElement): void {
  let wrapper: Node | null = null;
  for (const child of childrenOf(parent)) {
    if (isElement(child) && (isBlock(child) || holdsBlock(child))) {
      wrapper = null;
      if (nameOf(child) !== 'pre') pushIntoBlocks(child, format);
    } else if (wrapper !== null || !(isText(child) && isBlank(child.data))) {
      wrapper ??= parent.insertBefore(format.cloneNode(false), child);
      wrapper.appendChild(child);
    }
  }
}

/** Joins nested or adjacent equal formats, whose signs would run together. */
function joinFormats(root: HTMLElement): void {
  for (const element of elementsUnder(root)) {
    const name = nameOf(element);
    if (!FORMATS.has(name) || name === 'a' || element.parentNode === null) continue;
    const isWithinShifted = /^(?:em|strong)$/.test(name) && ancestor(element, ['sup', 'sub']) !== null;
    if (isWithinShifted || ancestor(element, [name]) !== null) {
      unwrap(element);
      continue;
    }
    for (
      let next = element.nextSibling;
      isElement(next) && nameOf(next) === name;
      next = element.nextSibling
    ) {
      moveChildren(next, element);
      remove(next);
    }
  }
}

/**
 * Writes the number that a browser would show into each item at once; looking each up would be slow in long
 * lists.
 */
function numberItems(list: HTMLElement): void {
  let number = (wholeNumber(attribute(list, 'start')) ?? 1) - 1;
  for (const item of childElements(list)) {
    if (nameOf(item) !== 'li') continue;
    number = wholeNumber(attribute(item, 'value')) ?? Math.min(number + 1, LARGEST_NUMBER);
    item.setAttribute('data-x-number', String(number));
  }
}

const wholeNumber = (value: string): number | null => (/^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null);

const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|sourceCode|code)[-\s]\s*([\w+#.-]+)/;
const NOT_A_LANGUAGE =
  /^(?:none|plain|block|wrapper|toolbar|box|container|snippet|highlight|example|view|area|lines?|wrap)$/i;

/** Reduces code to its text, without colouring, line numbers and wrapping. */
export function normalizeCode(root: HTMLElement): void {
  for (const element of elementsNamed(root, 'pre', 'code', 'kbd', 'samp', 'tt')) {
    if (!root.contains(element)) continue;
    const isBlockOfCode = nameOf(element) === 'pre';
    if (!isBlockOfCode && elementsNamed(element, 'x-tex').length > 0) continue;
    const language = isBlockOfCode ? languageOf(element) : '';
    const code = elementWith(root.ownerDocument, 'code', codeText(element));
    if (language !== '') code.setAttribute('class', `language-${language}`);
    if (!isBlockOfCode) {
      element.parentNode?.replaceChild(code, element);
      continue;
    }
    while (element.firstChild !== null) element.removeChild(element.firstChild);
    element.appendChild(code);
  }
}

function codeText(element: HTMLElement): string {
  let out = '';
  for (const child of childrenOf(element)) {
    if (isText(child)) out += child.data;
    else if (nameOf(child) === 'br') out += '\n';
    else if (isElement(child)) {
      const startsLine = /^(?:div|p|li|tr)$/.test(nameOf(child));
      if (startsLine && out !== '' && !out.endsWith('\n')) out += '\n';
      out += codeText(child);
      if (startsLine && !out.endsWith('\n')) out += '\n';
    }
  }
  return out;
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

const WIDEST_TABLE = 60;
const NEEDS_BLOCKS = /^(?:table|pre|h[1-6]|blockquote|hr|dl|details|figure|iframe|video|audio)$/;
const PARTS = /^(?:table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col)$/;

/**
 * Keeps only data tables, as plain grids. Layout tables and those with content that no cell can hold become
 * blocks.
 */
export function normalizeTables(root: HTMLElement): void {
  const tables = elementsNamed(root, 'table');
  const layouts = new Set(tables.filter(isLayout));
  const dissolved = elementsUnder(root).filter((element) => {
    if (!PARTS.test(nameOf(element))) return false;
    const table = nameOf(element) === 'table' ? element : ancestor(element, ['table']);
    return table === null || layouts.has(table);
  });
  for (const element of dissolved) renameElement(element, 'div');
  for (const table of tables) if (!layouts.has(table)) normalizeTable(table);
}

function isLayout(table: HTMLElement): boolean {
  if (/^(?:presentation|none)$/i.test(attribute(table, 'role'))) return true;
  const inner = elementsUnder(table);
  if (inner.some((element) => NEEDS_BLOCKS.test(nameOf(element)))) return true;
  const rows = inner.filter((element) => nameOf(element) === 'tr');
  const isOneColumn = rows.every(
    (row) => childElements(row).filter((cell) => !isBlank(textOf(cell))).length < 2,
  );
  return isOneColumn || (rows.length < 2 && !inner.some((element) => nameOf(element) === 'th'));
}

/** Fills spanned cells with empty ones, and puts the caption above the table. */
function normalizeTable(table: HTMLElement): void {
  for (const list of elementsNamed(table, 'ul', 'ol', 'menu', 'dir', 'li')) renameElement(list, 'div');
  const rows = elementsNamed(table, 'tr');
  const reaching: number[] = [];
  for (const row of rows) {
    let column = 0;
    const fill = (before: Node | null): void => {
      for (; (reaching[column] ?? 0) > 0; column += 1) {
        reaching[column] = (reaching[column] ?? 0) - 1;
        row.insertBefore(table.ownerDocument.createElement('td'), before);
      }
    };
    for (const cell of childElements(row)) {
      fill(cell);
      if (column >= WIDEST_TABLE) break;
      const down = spanOf(cell, 'rowspan');
      const across = Math.min(spanOf(cell, 'colspan'), WIDEST_TABLE - column);
      for (let index = 0; index < across; index += 1) {
        if (index > 0) row.insertBefore(table.ownerDocument.createElement(nameOf(cell)), cell.nextSibling);
        reaching[column + index] = down - 1;
      }
      column += across;
      cell.removeAttribute('colspan');
    }
    fill(null);
  }
  for (const caption of elementsNamed(table, 'caption'))
    table.parentNode?.insertBefore(renameElement(caption, 'p'), table);
}

const spanOf = (cell: HTMLElement, name: string): number =>
  Math.min(WIDEST_TABLE, Math.max(1, Number.parseInt(attribute(cell, name), 10) || 1));
