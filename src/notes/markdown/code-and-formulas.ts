import { addToList } from '../../model/collections';

/**
 * Languages that only colour code. Others could run a plugin (`dataviewjs`, `tasks`, `query`, `mermaid`,
 * ...).
 */
const PLAIN_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'asm awk bash basic bat c c# c++ clojure cmake cobol coffeescript cpp cs csharp css csv d dart diff dockerfile elixir elm erlang ' +
    'fish fortran fsharp glsl go graphql groovy haskell hcl hs html http ini java javascript js json julia kotlin less lisp lua ' +
    'make makefile markdown matlab md nginx nim nix objc objectivec ocaml pascal perl php plaintext postgresql powershell prolog ' +
    'properties proto protobuf ps1 py python r rb regex rs ruby rust sass scala scheme scss sh shell solidity sql swift tex ' +
    'text toml ts typescript txt vb verilog vhdl vim wasm xml yaml yml zig zsh'
  ).split(' '),
);

/** Languages that a plugin would render, and a harmless equivalent. */
const PLAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['latex', 'tex'],
  ['svg', 'xml'],
]);

/** Inline queries or controls of Dataview, Meta Bind, Buttons and similar plugins. */
const RUNS_INLINE = /^\s*(?:\$?=|(?:input|view|button|embed|query|dv|dvjs|js|tp|calc)[[(:\-=])/i;

/** Whether a plugin would run a code span with this content. */
export function isExecutableSpan(content: string): boolean {
  return RUNS_INLINE.test(content);
}

// Code keeps its characters, except that a blank breaks what other programs look for in whole files.
const inertCode = (code: string): string =>
  code.replace(/<(?=%)/g, '< ').replace(/%%(?=\s*florilegium)/gi, '% %');

const inertCodeLine = (line: string): string =>
  inertCode(line).replace(/(^|[\s>])\^(?=[A-Za-z0-9-]+\s*$)/, '$1^ ');

function runLengths(text: string): ReadonlySet<number> {
  const lengths = new Set<number>();
  for (const run of text.match(/`+/g) ?? []) lengths.add(run.length);
  return lengths;
}

/** The starts of backtick runs by length, counted from `offset`. */
export function backtickRuns(text: string, offset = 0): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const run of text.matchAll(/`+/g)) addToList(runs, run[0].length, offset + run.index);
  return runs;
}

/** A fenced block with an allowed language or `text`, and a fence longer than any backticks inside. */
export function fencedCode(info: string, content: readonly string[]): readonly string[] {
  const word = /^[^\s{]*/.exec(info.trim())?.[0].toLowerCase() ?? '';
  const language = word === '' || PLAIN_LANGUAGES.has(word) ? word : (PLAIN_NAMES.get(word) ?? 'text');
  const lines = content.map(inertCodeLine);
  let longest = 2;
  for (const line of lines) if (line.includes('```')) longest = Math.max(longest, ...runLengths(line));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines, fence];
}

/** A code span with the shortest delimiter possible. `content` must not be executable. */
export function codeSpan(content: string): string {
  const code = inertCode(content);
  const runs = runLengths(code);
  let length = 1;
  while (runs.has(length)) length += 1;
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  const delimiter = '`'.repeat(length);
  return `${delimiter}${padding}${code}${padding}${delimiter}`;
}

// Commands beyond typesetting: links, loading, page markup, and definitions (which can grow without end).
const REACHES_OUT =
  /\\(?:href|url|require|class|cssId|style|html\w*|data|include\w*|bbox|mmlToken|def|gdef|edef|let|newcommand|renewcommand|newenvironment|unicode)(?![a-z])/i;
// Nothing here may become active in a renderer without math.
const ACTIVE_OUTSIDE = /[`%#]|\[\[|\]\(|\]:|::|:\/\/|\[\^|\^\[/;
const LIST_MARKS = /^(?:(?:[-+*]|\d+[.)])\s+)*/;
const ACTIVE_LINE = /^(?:[-=*_][-=*_\s]*$|~~~|>|\[)/;

/** Whether a line is a block of its own, or is one in a list, for a renderer without math. */
const isActiveLine = (line: string): boolean => ACTIVE_LINE.test(line.trim().replace(LIST_MARKS, ''));

const isInert = (formula: string): boolean => !ACTIVE_OUTSIDE.test(formula) && !REACHES_OUT.test(formula);

const withoutTags = (formula: string): string => formula.replace(/<(?=[A-Za-z/!?]|$)/g, '\\lt ');

/** An inline formula made safe; null if it is no math or not harmless. */
export function inlineFormula(formula: string): string | null {
  // A `<` at its end would become a blank there, which no formula may have.
  if (formula === '' || /^\s|[\s<\\]$/.test(formula) || !isInert(formula)) return null;
  return withoutTags(formula);
}

/** A block formula made safe; null if it is not harmless. */
export function blockFormula(lines: readonly string[]): readonly string[] | null {
  const harmless = lines.every((line) => line.trim() !== '' && isInert(line) && !isActiveLine(line));
  if (!harmless) return null;
  return lines.map((line) => withoutTags(line.trim()).replace(/(^|[\s>])\^(?=[A-Za-z0-9-]+$)/, '$1{}^'));
}
