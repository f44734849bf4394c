/**
 * Reads one text of YAML 1.2 (core schema) as the host does: the app with the reader that shows properties to the person, the
 * terminal with the library that the app's reader is made of. Not one byte of a reader is carried in the plugin. What holds itself is not read.
 */
export type ReadYaml = (text: string) => ReadYamlResult;
export type ReadYamlResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The lines of one top-level key. Comments and blank lines before the next key belong to nobody. */
export interface YamlEntry {
  /** As it is written, quotes and all; null for a key of another form (`? key`). */
  readonly key: string | null;
  /** The blanks before the key. */
  readonly indent: string;
  /** Half-open range of whole lines in the text. */
  readonly start: number;
  readonly end: number;
  /** Where the value begins, behind the colon and its blanks. */
  readonly valueAt: number;
}

/** `at`: where the first line stands that can belong to no key. */
export type YamlEntries =
  { readonly ok: true; readonly entries: readonly YamlEntry[] } | { readonly ok: false; readonly at: number };

const KEY =
  /^( *)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))(?:[^\s:]|:(?=\S)|[ \t]+(?=[^\s#:]))*)[ \t]*:(?:[ \t]+|$)/;
const OTHER_KEY = /^( *)\?(?:[ \t]|$)/;
const CONTINUED = /^ *(?:[-:](?:[ \t]|$)|[\]}])/;
const COMMENT_OR_BLANK = /^\s*(?:#|$)/;
const BLOCK_TEXT = /(?:^|\s)[|>][-+\d]*[ \t]*(?:#.*)?$/m;

interface Line {
  readonly text: string;
  readonly start: number;
  /** With its line end. */
  readonly end: number;
}

/**
 * Finds the top-level keys of a block mapping by its lines alone. Where a text that spans lines holds what looks like a key, it
 * finds too many: who changes anything has to compare their number with what a reader of YAML found.
 */
export function yamlEntries(yaml: string): YamlEntries {
  const entries: YamlEntry[] = [];
  const lines = linesOf(yaml);
  let indent: string | null = null;
  let from = -1;
  const close = (to: number): void => {
    const last = entries.pop();
    if (last !== undefined) entries.push({ ...last, end: endOf(lines.slice(from, to), last.indent) });
  };
  for (const [index, line] of lines.entries()) {
    const own = /^ */.exec(line.text)?.[0] ?? '';
    const isDeeper = indent !== null && (own.length > indent.length || line.text.startsWith('\t'));
    if (isDeeper || COMMENT_OR_BLANK.test(line.text) || (own === indent && CONTINUED.test(line.text)))
      continue;
    const key = KEY.exec(line.text) ?? OTHER_KEY.exec(line.text);
    if (key === null || own !== (indent ??= own)) return { ok: false, at: line.start };
    close(index);
    from = index;
    entries.push({
      key: key[2] ?? null,
      indent,
      start: line.start,
      end: line.end,
      valueAt: line.start + key[0].length,
    });
  }
  close(lines.length);
  return { ok: true, entries };
}

function linesOf(yaml: string): readonly Line[] {
  let start = 0;
  return (yaml.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((text) => {
    const line = { text: text.replace(/\n$/, ''), start, end: start + text.length };
    start = line.end;
    return line;
  });
}

/** In a text on lines of its own, what looks like a comment is none. */
function endOf(lines: readonly Line[], indent: string): number {
  const holdsBlockText = BLOCK_TEXT.test(lines.map(({ text }) => text).join('\n'));
  const isLoose = ({ text }: Line): boolean =>
    COMMENT_OR_BLANK.test(text) && (!holdsBlockText || text.search(/\S|$/) <= indent.length);
  return lines.filter((line) => !isLoose(line)).at(-1)?.end ?? 0;
}
