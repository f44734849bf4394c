import { ancestor, attribute, childElements, nameOf } from './dom';
import { isCell, rowsOf } from './layout-tables';
import { named, type RuleTable } from './text-rules';

const WIDEST = 60;

/** One place of the grid that spans make of rows and cells. */
type Grid = (HTMLElement | null)[][];

const spanOf = (cell: HTMLElement, name: string): number =>
  Math.min(WIDEST, Math.max(1, Number.parseInt(attribute(cell, name), 10) || 1));

function gridOf(table: HTMLElement): Grid {
  const grid: Grid = [];
  const rows = rowsOf(table);
  for (const [rowIndex, row] of rows.entries()) {
    const places = (grid[rowIndex] ??= []);
    let column = 0;
    for (const cell of childElements(row).filter(isCell)) {
      while (places[column] !== undefined) column += 1;
      if (column >= WIDEST) break;
      for (let down = 0; down < spanOf(cell, 'rowspan') && rowIndex + down < rows.length; down += 1) {
        const line = (grid[rowIndex + down] ??= []);
        for (let across = 0; across < spanOf(cell, 'colspan') && column + across < WIDEST; across += 1)
          line[column + across] ??= down + across === 0 ? cell : null;
      }
      column += spanOf(cell, 'colspan');
    }
  }
  return grid;
}

const ALIGN: Readonly<Record<string, string>> = { left: ':---', right: '---:', center: ':---:' };

function alignmentOf(cell: HTMLElement | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  const named =
    attribute(cell, 'align') ||
    (/(?:^|;)\s*text-align\s*:\s*(left|right|center)/i.exec(attribute(cell, 'style'))?.[1] ?? '');
  return ALIGN[named.toLowerCase()] ?? '';
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replace(/ {2,}(?=\|)/g, ' ');

/** What a cell says, on one line. */
const cellText = (content: string): string =>
  content
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.replace(/^[-+] /, '').trim())
    .filter((line) => line !== '')
    .join(' / ');

class Tables {
  private readonly contents = new WeakMap<HTMLElement, string>();

  cell(content: string, cell: HTMLElement): string {
    this.contents.set(cell, cellText(content));
    return '';
  }

  table(table: HTMLElement): string {
    const grid = gridOf(table).filter((row) => row.some((cell) => cell !== null && this.textOf(cell) !== ''));
    const width = Math.max(0, ...grid.map((row) => row.length));
    const columns = Array.from({ length: width }, (_none, index) => index).filter((index) =>
      grid.some((row) => this.textOf(row[index]) !== ''),
    );
    if (columns.length === 0) return '';
    const rows = grid.map((row) => lineOf(columns.map((column) => this.textOf(row[column]))));
    const isHeader =
      grid[0]?.every(
        (cell) => cell === null || nameOf(cell) === 'th' || ancestor(cell, ['thead']) !== null,
      ) === true;
    const border = lineOf(
      columns.map(
        (column) => grid.map((row) => alignmentOf(row[column])).find((align) => align !== '') ?? '---',
      ),
    );
    const lines = isHeader
      ? [rows[0] ?? '', border, ...rows.slice(1)]
      : [lineOf(columns.map(() => '')), border, ...rows];
    const caption = this.textOf(childElements(table).find((child) => nameOf(child) === 'caption'));
    return `\n\n${caption === '' ? '' : `*${caption}*\n\n`}${lines.join('\n')}\n\n`;
  }

  caption(content: string, caption: HTMLElement): string {
    this.contents.set(caption, content.trim().replace(/\s*\n\s*/g, ' '));
    return '';
  }

  private textOf(element: HTMLElement | null | undefined): string {
    return element === null || element === undefined ? '' : (this.contents.get(element) ?? '');
  }
}

/** Tables of data; those that lay out a page are none any more. */
export function tableRules(): RuleTable {
  const tables = new Tables();
  return {
    cell: { filter: named('td', 'th'), replacement: (content, node) => tables.cell(content, node) },
    caption: { filter: named('caption'), replacement: (content, node) => tables.caption(content, node) },
    table: { filter: named('table'), replacement: (_content, node) => tables.table(node) },
  };
}
