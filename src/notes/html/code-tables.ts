import {
  ancestor,
  childElements,
  elementsNamed,
  elementsUnder,
  elementWith,
  hasClass,
  isBlank,
  isElement,
  isText,
  nameOf,
  remove,
  renameElement,
  textOf,
} from './dom';
import { codeText, hasLineNumbers, isNamedLine, linesIn, textOfLines } from './code-lines';

const CODE_CELL = /(?:^|-)code$/i;
const CODE_BOX = /highlight|code|hljs/i;

/**
 * Takes the numbers beside code away, and makes `pre` of code whose lines are rows of a table or elements in a
 * box. Comes before the tables, so that these hold only data.
 */
export function normalizeCodeTables(root: HTMLElement): void {
  for (const table of elementsNamed(root, 'table')) {
    const rows = elementsNamed(table, 'tr').filter((row) => ancestor(row, ['table']) === table);
    removeNumberCells(rows);
    joinRows(table, rows);
  }
  for (const numbers of elementsNamed(root, 'div', 'pre', 'ul', 'ol').filter(isNumbersBox)) remove(numbers);
  for (const box of elementsNamed(root, 'div', 'figure')) joinLines(box);
}

function removeNumberCells(rows: readonly HTMLElement[]): void {
  for (const row of rows) {
    const cells = childElements(row);
    const [first, second] = cells;
    const isWholeCode = rows.length === 1 && cells.length === 2;
    if (isWholeCode && first !== undefined && second !== undefined && numbersLinesOf(first, second))
      remove(first);
    // Where changes are shown, two cells of numbers stand before the code.
    let isBeforeCode = false;
    for (const cell of [...cells].reverse()) {
      if (isBeforeCode && isNumberCell(cell)) remove(cell);
      else isBeforeCode = hasClass(cell, CODE_CELL) || holds(cell, 'pre') || isInCode(cell);
    }
  }
}

const holds = (element: HTMLElement, ...names: readonly string[]): boolean =>
  elementsNamed(element, ...names).length > 0;

const isInCode = (element: HTMLElement): boolean => ancestor(element, ['pre', 'code']) !== null;

const hasOnlyNumbers = (element: HTMLElement): boolean => /^[\d\s]*$/.test(textOf(element));

/** Whether a page says of a cell that it is for the numbers of lines; a browser may be what shows them. */
function isNumberCell(cell: HTMLElement): boolean {
  if (hasClass(cell, CODE_CELL) || !hasOnlyNumbers(cell)) return false;
  return cell.hasAttribute('data-line-number') || [cell, ...elementsUnder(cell)].some(hasLineNumbers);
}

/** Whether two cells are a whole code and the number of each of its lines. */
function numbersLinesOf(first: HTMLElement, second: HTMLElement): boolean {
  const [numbers] = elementsNamed(first, 'pre');
  const [code] = elementsNamed(second, 'pre');
  if (numbers === undefined || code === undefined || !hasOnlyNumbers(first)) return false;
  const [start, ...more] = linesOf(numbers).map(Number);
  const isAscending = start !== undefined && more.every((number, index) => number === start + index + 1);
  return isAscending && more.length + 1 === linesOf(code).length;
}

const linesOf = (pre: HTMLElement): readonly string[] => codeText(pre).replace(/\n$/, '').split('\n');

/** Whether these are numbers in a box of their own beside `pre`. */
function isNumbersBox(box: HTMLElement): boolean {
  if (!hasLineNumbers(box) || !hasOnlyNumbers(box) || holds(box, 'code')) return false;
  return [elementBeside(box, 'previousSibling'), elementBeside(box, 'nextSibling')].some(
    (beside) =>
      beside !== null && !hasLineNumbers(beside) && (nameOf(beside) === 'pre' || holds(beside, 'pre')),
  );
}

/** The element beside another with nothing but blanks between. */
function elementBeside(element: HTMLElement, side: 'previousSibling' | 'nextSibling'): HTMLElement | null {
  let beside = element[side];
  while (beside !== null && isText(beside) && isBlank(beside.data)) beside = beside[side];
  return isElement(beside) ? beside : null;
}

/** Makes `pre` of a table whose rows have nothing but code. */
function joinRows(table: HTMLElement, rows: readonly HTMLElement[]): void {
  const cells = rows.flatMap(childElements);
  const isOneColumn = rows.length > 0 && rows.every((row) => childElements(row).length === 1);
  const isCode = isInCode(table) || cells.every((cell) => hasClass(cell, CODE_CELL));
  if (!isOneColumn || !isCode || (rows.length === 1 && holds(table, 'pre'))) return;
  for (const caption of elementsNamed(table, 'caption'))
    table.parentNode?.insertBefore(renameElement(caption, 'p'), table);
  const lines = cells.flatMap((cell) => linesIn(cell, isNamedLine) ?? [cell]);
  table.parentNode?.replaceChild(elementWith(table, 'pre', textOfLines(lines)), table);
}

/** Makes `pre` of the lines in a box for code. The box stays, because it may name the language. */
function joinLines(box: HTMLElement): void {
  if (!hasClass(box, CODE_BOX) || holds(box, 'pre', 'table')) return;
  const lines = linesIn(box, isNamedLine);
  if (lines === null) return;
  const code = elementWith(box, 'pre', textOfLines(lines));
  while (box.firstChild !== null) box.removeChild(box.firstChild);
  box.appendChild(code);
}
