import {
  ancestor,
  attribute,
  childElements,
  elementsNamed,
  elementsUnder,
  isBlank,
  nameOf,
  renamed,
} from './dom';

const NEEDS_BLOCKS = /^(?:table|pre|h[1-6]|blockquote|hr|figure|iframe|video|audio|dl|details)$/;
const PARTS = /^(?:table|thead|tbody|tfoot|tr|td|th|caption)$/;

const isSection = (element: Element): boolean => /^(?:thead|tbody|tfoot)$/.test(nameOf(element));
export const isCell = (element: Element): boolean => /^t[dh]$/.test(nameOf(element));

export function rowsOf(table: HTMLElement): readonly HTMLElement[] {
  const sections = childElements(table).flatMap((child) =>
    isSection(child) ? childElements(child) : [child],
  );
  return sections.filter((row) => nameOf(row) === 'tr');
}

const isFilled = (cell: HTMLElement): boolean =>
  !isBlank(cell.textContent ?? '') || elementsNamed(cell, 'img', 'input').length > 0;

/** Whether a table only lays out the page, or holds what no cell can. */
function isLayout(table: HTMLElement): boolean {
  if (/^(?:presentation|none)$/i.test(attribute(table, 'role'))) return true;
  if (elementsUnder(table).some((inner) => NEEDS_BLOCKS.test(nameOf(inner)))) return true;
  const rows = rowsOf(table);
  const widths = rows.map(
    (row) => childElements(row).filter((cell) => isCell(cell) && isFilled(cell)).length,
  );
  return (
    Math.max(0, ...widths.slice(0, 5000)) < 2 || (rows.length < 2 && elementsNamed(table, 'th').length === 0)
  );
}

/** Makes blocks of the tables that lay out a page, and of parts of tables that stand in none. */
export function dissolveLayouts(root: HTMLElement): void {
  const elements = elementsUnder(root).filter((element) => PARTS.test(nameOf(element)));
  const layouts = new Set(elements.filter((element) => nameOf(element) === 'table' && isLayout(element)));
  const dissolved = elements.filter((element) => {
    const table = nameOf(element) === 'table' ? element : ancestor(element, ['table']);
    return table === null || layouts.has(table);
  });
  for (const element of dissolved) renamed(element, 'div');
}
