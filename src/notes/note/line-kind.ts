export type LineKind =
  'blank' | 'heading' | 'rule' | 'fence' | 'comment' | 'quote' | 'list' | 'table' | 'plain';

const KINDS: readonly (readonly [LineKind, RegExp])[] = [
  ['blank', /^\s*$/],
  ['heading', /^ {0,3}#{1,6}(?:[ \t]|$)/],
  ['rule', /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/],
  ['fence', /^ {0,3}(?:`{3,}|~{3,}|\$\$)/],
  ['comment', /^\s*(?:%%.*|<!--.*|.*-->)\s*$/],
  ['quote', /^ {0,3}>/],
  ['list', /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/],
  ['table', /^\s*\|/],
];

/** The kind of a single line. */
export const lineKind = (line: string): LineKind =>
  KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'plain';

const CONTAINERS: ReadonlySet<LineKind> = new Set<LineKind>(['quote', 'list', 'table']);

/** Whether a line begins something new, instead of continuing the paragraph, quote, list or table above. */
export function standsApart(above: string, line: string): boolean {
  const kind = lineKind(line);
  const kindAbove = lineKind(above);
  if (kindAbove === 'plain') return kind !== 'plain' && kind !== 'table';
  if (CONTAINERS.has(kindAbove)) return kind !== kindAbove && kind !== 'plain';
  return true;
}

/** A range of lines, `end` exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges of lines without blank lines, each line continuing the one above. */
export function paragraphsOf(
  lines: readonly string[],
  within: LineRange = { start: 0, end: lines.length },
): readonly LineRange[] {
  const paragraphs: LineRange[] = [];
  for (let index = within.start; index < within.end; index += 1) {
    const line = lines[index] ?? '';
    if (lineKind(line) === 'blank') continue;
    const last = paragraphs[paragraphs.length - 1];
    if (last !== undefined && last.end === index && !standsApart(lines[index - 1] ?? '', line))
      paragraphs[paragraphs.length - 1] = { start: last.start, end: index + 1 };
    else paragraphs.push({ start: index, end: index + 1 });
  }
  return paragraphs;
}
