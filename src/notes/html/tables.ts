import type TurndownService from 'turndown';
import {
  ancestor,
  attribute,
  childElements,
  elementsNamed,
  elementsUnder,
  isBlank,
  nameOf,
  renameElement,
  textOf,
  newElement,
} from './dom';

const WIDEST_TABLE = 60;
/** Most empty cells that are added to a page for spanned ones: one span may stand for 3,600 cells. */
const MOST_ADDED = 20_000;
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
  const spare = { cells: MOST_ADDED };
  for (const table of tables) if (!layouts.has(table)) normalizeTable(table, spare);
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

interface Spare {
  cells: number;
}

function normalizeTable(table: HTMLElement, spare: Spare): void {
  for (const list of elementsNamed(table, 'ul', 'ol', 'menu', 'dir', 'li')) renameElement(list, 'div');
  const rows = elementsNamed(table, 'tr');
  fillSpans(rows, spare);
  markBorder(table, rows);
  for (const caption of elementsNamed(table, 'caption'))
    table.parentNode?.insertBefore(renameElement(caption, 'p'), table);
}

/** Fills spanned cells with empty ones. */
function fillSpans(rows: readonly HTMLElement[], spare: Spare): void {
  const reaching: number[] = [];
  for (const row of rows) {
    let column = 0;
    const add = (name: string, before: Node | null): void => {
      row.insertBefore(newElement(row, name), before);
      spare.cells -= 1;
    };
    const fill = (before: Node | null): void => {
      for (; (reaching[column] ?? 0) > 0 && spare.cells > 0; column += 1) {
        reaching[column] = (reaching[column] ?? 0) - 1;
        add('td', before);
      }
    };
    for (const cell of childElements(row)) {
      fill(cell);
      if (column >= WIDEST_TABLE) break;
      const down = spanOf(cell, 'rowspan');
      const across = Math.min(spanOf(cell, 'colspan'), WIDEST_TABLE - column, 1 + Math.max(0, spare.cells));
      for (let index = 0; index < across; index += 1) {
        if (index > 0) add(nameOf(cell), cell.nextSibling);
        reaching[column + index] = down - 1;
      }
      column += across;
    }
    fill(null);
  }
}

const spanOf = (cell: HTMLElement, name: string): number =>
  Math.min(WIDEST_TABLE, Math.max(1, Number.parseInt(attribute(cell, name), 10) || 1));

/** The line under a heading, written into the heading row, or into the table when it has none. */
const BORDER = 'data-x-border';

/** Writes the border at once; working it out for each cell would be slow in large tables. */
function markBorder(table: HTMLElement, rows: readonly HTMLElement[]): void {
  for (const element of [table, ...rows]) element.removeAttribute(BORDER);
  const [first] = rows;
  if (first === undefined) return;
  const border = `| ${alignmentsOf(rows).join(' | ')} |`;
  (isHeading(first) ? first : table).setAttribute(BORDER, border);
}

const isHeading = (row: HTMLElement): boolean =>
  nameOf(row.parentNode ?? row) === 'thead' || childElements(row).every((cell) => nameOf(cell) === 'th');

const SIGNS = { left: ':---', right: '---:', center: ':---:', none: '---' } as const;
type Alignment = keyof typeof SIGNS;

/** The most frequent alignment of each column. */
function alignmentsOf(rows: readonly HTMLElement[]): readonly string[] {
  const votes: Record<Alignment, number>[] = [];
  for (const row of rows) {
    for (const [column, cell] of childElements(row).entries()) {
      const vote = (votes[column] ??= { none: 0, left: 0, center: 0, right: 0 });
      vote[alignmentOf(cell)] += 1;
    }
  }
  return votes.map((vote) => SIGNS[mostFrequent(vote)]);
}

function alignmentOf(cell: HTMLElement): Alignment {
  const style = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(attribute(cell, 'style'))?.[1] ?? '';
  const named = (attribute(cell, 'align') || style).toLowerCase();
  return named === 'left' || named === 'right' || named === 'center' ? named : 'none';
}

function mostFrequent(vote: Readonly<Record<Alignment, number>>): Alignment {
  let most: Alignment = 'none';
  for (const each of ['left', 'center', 'right'] as const) if (vote[each] > vote[most]) most = each;
  return most;
}

/** Writes tables as `normalizeTables` left them. */
export function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => `${node.previousSibling === null ? '| ' : ' '}${cellText(content)} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const border = attribute(node, BORDER);
      return `\n${content}${border === '' ? '' : `\n${border}`}`;
    },
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('columns', { filter: ['colgroup', 'col'], replacement: () => '' });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => `\n\n${emptyHeading(attribute(node, BORDER))}${content.trim()}\n\n`,
  });
}

const cellText = (content: string): string =>
  content
    .trim()
    .split(/\s*\n\s*/)
    .join(' / ')
    .replace(/\\?\|/g, '\\|');

/** Markdown has no table without a heading. */
const emptyHeading = (border: string): string =>
  border === '' ? '' : `${border.replace(/ :?---:? /g, '     ')}\n${border}\n`;
