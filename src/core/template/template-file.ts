import type { Origin, ProblemList } from './problems';

export interface FilePart {
  readonly text: string;
  readonly origin: Origin;
}

/** A template file in its three parts. */
export interface TemplateFile {
  /** YAML without its `---` lines; `''` when the file has none. */
  readonly frontMatter: FilePart;
  readonly header: FilePart;
  readonly highlight: FilePart;
}

const SEPARATOR = /^%%[ \t]*highlight[ \t]*%%[ \t]*$/;
const FENCE = /^---[ \t]*$/;

const part = (lines: readonly string[], from: number, to: number): FilePart => ({
  text: lines.slice(from, to).join('\n'),
  origin: { line: from + 1, column: 1 },
});

/** Splits a template file at its front matter and at the line `%% highlight %%`; null (with the problems told) when it is not built so. */
export function splitTemplate(source: string, problems: ProblemList): TemplateFile | null {
  const lines = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n').split('\n');
  const hasFrontMatter = FENCE.test(lines[0] ?? '');
  const end = hasFrontMatter ? lines.findIndex((line, index) => index > 0 && FENCE.test(line)) : -1;
  if (hasFrontMatter && end === -1) {
    problems.add({ line: 1, column: 1 }, 'The properties at the top are not closed: a line with --- alone is missing.');
    return null;
  }
  const separators = lines.flatMap((line, index) => (index > end && SEPARATOR.test(line) ? [index] : []));
  const [separator, second] = separators;
  if (separator === undefined) {
    problems.add({ line: lines.length, column: 1 }, 'A line with %% highlight %% alone is missing: what stands below it is written for each highlight.');
  }
  if (second !== undefined) problems.add({ line: second + 1, column: 1 }, 'There can be only one line %% highlight %%.');
  const border = separator ?? lines.length;
  return {
    frontMatter: hasFrontMatter ? part(lines, 1, end) : part(lines, 0, 0),
    header: part(lines, end + 1, border),
    highlight: part(lines, border + 1, lines.length),
  };
}
