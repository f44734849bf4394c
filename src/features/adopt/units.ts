import { lineKind, standsApart, type LineKind, type LineRange } from '../../notes/note/line-kind';

/** A part of a note that can be one passage: a paragraph, a quote, or a list item with its children. */
export interface Unit extends LineRange {
  readonly kind: LineKind;
  /** Inside another list item, where no line of its own can be added. */
  readonly isNested: boolean;
}

const ITEM = /^(\s*)(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;
const FENCE = /^\s*(?:(?:[-+*>]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;

const indentOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replace(/\t/g, '    ').length;

/** Splits lines into units. Blank lines belong to none. */
function unitsOf(lines: readonly string[]): readonly Unit[] {
  const units: { start: number; end: number; readonly kind: LineKind; readonly isNested: boolean }[] = [];
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const last = units[units.length - 1];
    const marker = FENCE.exec(line)?.[1] ?? null;
    if (fence === null && lineKind(line) === 'blank') return;
    const continues = last !== undefined && (fence !== null || isContinued(lines, last, index));
    if (continues) last.end = index + 1;
    else units.push({ start: index, end: index + 1, kind: lineKind(line), isNested: false });
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true) fence = null;
  });
  return units;
}

function isContinued(lines: readonly string[], unit: Omit<Unit, 'isNested'>, index: number): boolean {
  const line = lines[index] ?? '';
  const first = lines[unit.start] ?? '';
  const isDeeper = unit.kind === 'list' && indentOf(line) >= indentOf(first) + 2;
  if (unit.end < index) return isDeeper;
  if (isDeeper) return true;
  if (unit.kind === 'list' && ITEM.test(line)) return false;
  return !standsApart(lines[index - 1] ?? '', line);
}

export const isText = (unit: Unit | undefined): unit is Unit =>
  unit !== undefined && unit.kind !== 'heading' && unit.kind !== 'rule' && unit.kind !== 'comment';

/** Splits units with several ids. `shared`: the anchors in units that cannot be split. */
export function unitsWithOneId(
  lines: readonly string[],
  idLines: ReadonlyMap<string, number>,
): { readonly units: readonly Unit[]; readonly shared: readonly string[] } {
  const shared: string[] = [];
  const units = unitsOf(lines).flatMap((unit): readonly Unit[] => {
    const inside = [...idLines].filter(([, line]) => line >= unit.start && line < unit.end);
    const ends = [...new Set(inside.map(([, line]) => line))].sort((left, right) => left - right);
    const [only] = ends;
    if (only === undefined) return [unit];
    if (inside.length === 1) return [passageItem(lines, unit, only)];
    const parts = ends.length === inside.length ? splitUnit(lines, unit, ends) : null;
    if (parts !== null) return parts;
    shared.push(...inside.map(([anchor]) => anchor));
    return [unit];
  });
  return { units, shared };
}

/** The user may have put a passage under a list item of their own. */
function passageItem(lines: readonly string[], unit: Unit, line: number): Unit {
  const item = unit.kind === 'list' ? itemAround(lines, unit, line) : unit;
  const isPassage = item.isNested && !isLabelled((lines[item.start] ?? '').replace(/^\s*[-+*]\s/, ''));
  return isPassage ? item : unit;
}

/** Splits a unit with several passages, whose ids are on the lines `ends`; null if it cannot be split. */
function splitUnit(lines: readonly string[], unit: Unit, ends: readonly number[]): readonly Unit[] | null {
  if (unit.kind === 'plain') return splitAfter(lines, unit, ends);
  if (unit.kind !== 'list') return null;
  const parts = ends.map((line) => itemAround(lines, unit, line));
  const areApart = parts.every((part, index) => index === 0 || (parts[index - 1]?.end ?? 0) <= part.start);
  return areApart ? parts : null;
}

/** The innermost list item around a line, with its children. */
function itemAround(lines: readonly string[], unit: Unit, line: number): Unit {
  const indent = indentOf(lines[line] ?? '');
  const isParent = (index: number): boolean =>
    ITEM.test(lines[index] ?? '') && (index === line || indentOf(lines[index] ?? '') < indent);
  let start = line;
  while (start > unit.start && !isParent(start)) start -= 1;
  let end = line + 1;
  for (let index = end; index < unit.end; index += 1) {
    if (lineKind(lines[index] ?? '') === 'blank') continue;
    if (indentOf(lines[index] ?? '') <= indentOf(lines[start] ?? '')) break;
    end = index + 1;
  }
  return { kind: 'list', start, end, isNested: start > unit.start };
}

const LABELLED = /^\s*\W*(?:notes?|tags?)\W*:/i;

/** Splits consecutive lines, each a passage followed by its note. */
function splitAfter(lines: readonly string[], unit: Unit, ends: readonly number[]): readonly Unit[] {
  let start = unit.start;
  return ends.map((line, index) => {
    let end = line + 1;
    const limit = ends[index + 1] ?? unit.end;
    while (end < limit && LABELLED.test(lines[end] ?? '')) end += 1;
    const part: Unit = { ...unit, start, end };
    start = end;
    return part;
  });
}

export const isLabelled = (line: string): boolean => LABELLED.test(line);
