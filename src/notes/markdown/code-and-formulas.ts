import { addToList } from '../../model/collections';

/**
 * Languages that only colour code. Anything else could be a plugin's command (`dataviewjs`, `tasks`, `query`,
 * `mermaid`, ...).
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

/** Languages by whose name a plugin draws or typesets the code, under a name by which nothing does. */
const PLAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['latex', 'tex'],
  ['svg', 'xml'],
]);

/** An inline query or control of Dataview, Meta Bind, Buttons and their like. */
const RUNS_INLINE = /^\s*(?:\$?=|(?:input|view|button|embed|query|dv|dvjs|js|tp|calc)[[(:\-=])/i;

/** Whether a code span with this content would be run by a plugin. */
export function isExecutableSpan(content: string): boolean {
  return RUNS_INLINE.test(content);
}

// Code keeps its characters; only what other programs look for in whole files gets a blank to break it.
const inertCode = (code: string): string =>
  code.replace(/<(?=%)/g, '< ').replace(/%%(?=\s*florilegium)/gi, '% %');

const inertCodeLine = (line: string): string =>
  inertCode(line).replace(/(^|[\s>])\^(?=[A-Za-z0-9-]+\s*$)/, '$1^ ');

function runLengths(text: string): ReadonlySet<number> {
  const lengths = new Set<number>();
  for (const run of text.match(/`+/g) ?? []) lengths.add(run.length);
  return lengths;
}

/**
 * Where each run of backticks starts, by its length. `offset`: where the text begins in what places are told
 * in.
 */
export function backtickRuns(text: string, offset = 0): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const run of text.matchAll(/`+/g)) addToList(runs, run[0].length, offset + run.index);
  return runs;
}

/** A fenced block: an allowed language or `text`, and a fence longer than any run of backticks inside. */
export function fencedCode(info: string, content: readonly string[]): readonly string[] {
  const word = /^[^\s{]*/.exec(info.trim())?.[0].toLowerCase() ?? '';
  const language = word === '' || PLAIN_LANGUAGES.has(word) ? word : (PLAIN_NAMES.get(word) ?? 'text');
  const lines = content.map(inertCodeLine);
  let longest = 2;
  for (const line of lines) if (line.includes('```')) longest = Math.max(longest, ...runLengths(line));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines, fence];
}

/** A code span on one line with the shortest delimiter that holds it. `content` must not be executable. */
export function codeSpan(content: string): string {
  const code = inertCode(content);
  const runs = runLengths(code);
  let length = 1;
  while (runs.has(length)) length += 1;
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  const delimiter = '`'.repeat(length);
  return `${delimiter}${padding}${code}${padding}${delimiter}`;
}

// Commands that reach beyond typesetting: links, loading, page markup, and definitions (which can grow
// without end).
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
