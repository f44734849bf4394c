// Commands that reach beyond typesetting: links, loading, page markup, and definitions (which can grow without end).
const REACHES_OUT =
  /\\(?:href|url|require|class|cssId|style|html\w*|data|include\w*|bbox|mmlToken|def|gdef|edef|let|newcommand|renewcommand|newenvironment|unicode)(?![a-z])/i;
// Were a renderer to see no math here, none of this may turn into something active.
const ACTIVE_OUTSIDE = /[`%#]|\[\[|\]\(|\]:|::|:\/\/|\[\^|\^\[/;
const ACTIVE_LINE = /^\s*(?:[-=*_]+\s*$|~~~|>|\[|(?:[-+*]|\d+[.)])\s+\[)/;

const isInert = (formula: string): boolean => !ACTIVE_OUTSIDE.test(formula) && !REACHES_OUT.test(formula);

const withoutTags = (formula: string): string => formula.replace(/<(?=[A-Za-z/!?]|$)/g, '\\lt ');

/** The formula between one or two `$` on one line, made safe; null when it is not math or not harmless. */
export function inlineFormula(formula: string): string | null {
  if (formula === '' || /^\s|\s$/.test(formula) || formula.endsWith('\\') || !isInert(formula)) return null;
  return withoutTags(formula);
}

/** The lines between `$$` and `$$`, made safe; null when they are not harmless. */
export function blockFormula(lines: readonly string[]): readonly string[] | null {
  const harmless = lines.every((line) => line.trim() !== '' && isInert(line) && !ACTIVE_LINE.test(line));
  if (!harmless) return null;
  return lines.map((line) => withoutTags(line.trim()).replace(/(^|[\s>])\^(?=[A-Za-z0-9-]+$)/, '$1{}^'));
}
