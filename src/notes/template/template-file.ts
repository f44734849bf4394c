import Handlebars from 'handlebars';
import { calledName, inlineName, ProblemList, type Origin } from './syntax';
import type { DecoratorBlock, PartialBlockStatement, PartialStatement, SyntaxNode } from './syntax-nodes';
import { RecentValues } from '../../model/collections';
import { unixText } from '../../model/text';

export interface FilePart {
  readonly text: string;
  readonly origin: Origin;
}

/** The three parts of a template file. */
export interface TemplateFile {
  /** YAML without its `---` lines; null for a file that does not begin with any. */
  readonly frontMatter: FilePart | null;
  readonly header: FilePart;
  readonly highlight: FilePart;
}

const SEPARATOR = /^%%[ \t]*highlight[ \t]*%%[ \t]*$/;
const FENCE = /^---[ \t]*$/;

const part = (lines: readonly string[], from: number, to: number): FilePart => ({
  text: lines.slice(from, to).join('\n'),
  origin: { line: from + 1, column: 1 },
});

/**
 * The lines of a file and the end of its front matter: -1 without one, null (reported) if it is not closed.
 */
function linesOf(
  source: string,
  problems: ProblemList,
): readonly [lines: readonly string[], end: number | null] {
  const lines = unixText(source).split('\n');
  if (!FENCE.test(lines[0] ?? '')) return [lines, -1];
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end === -1) problems.add({ line: 1, column: 1 }, { code: 'properties-not-closed' });
  return [lines, end === -1 ? null : end];
}

/**
 * Splits a template file at its front matter and the line `%% highlight %%`; null (reported) if it is
 * malformed.
 */
export function splitTemplate(source: string, problems: ProblemList): TemplateFile | null {
  const [lines, end] = linesOf(source, problems);
  if (end === null) return null;
  const separators = lines.flatMap((line, index) => (index > end && SEPARATOR.test(line) ? [index] : []));
  const [separator, second] = separators;
  if (separator === undefined) {
    problems.add({ line: lines.length, column: 1 }, { code: 'no-separator' });
  }
  if (second !== undefined) problems.add({ line: second + 1, column: 1 }, { code: 'second-separator' });
  const border = separator ?? lines.length;
  return {
    frontMatter: end === -1 ? null : part(lines, 1, end),
    header: part(lines, end + 1, border),
    highlight: part(lines, border + 1, lines.length),
  };
}

/**
 * The text of a partial without front matter, blank lines after it and last line break; null (reported) if it
 * is malformed.
 */
export function splitPartial(source: string, problems: ProblemList): FilePart | null {
  const [lines, end] = linesOf(source, problems);
  if (end === null) return null;
  const separator = lines.findIndex((line, index) => index > end && SEPARATOR.test(line));
  if (separator !== -1) {
    problems.add({ line: separator + 1, column: 1 }, { code: 'separator-in-partial' });
    return null;
  }
  let from = end + 1;
  while (end !== -1 && lines[from]?.trim() === '') from += 1;
  return part(lines, from, lines.at(-1) === '' ? lines.length - 1 : lines.length);
}

/** The properties of the partial `properties`, which templates without their own have; null without any. */
export function propertiesIn(source: string, problems: ProblemList): FilePart | null {
  const [lines, end] = linesOf(source, problems);
  return end === null || end === -1 ? null : part(lines, 1, end);
}

/** A file that templates include with `{{> name}}`. */
export interface PartialFile {
  /** Its path in the templates folder without ending, as used in tags. */
  readonly name: string;
  readonly text: string;
}

/** The partials of one template, including those called by partials. */
export interface Partials {
  readonly folder: string;
  readonly files: readonly PartialFile[];
}

export const NO_PARTIALS: Partials = { folder: '', files: [] };

export const partialPath = (folder: string, name: string): string =>
  `${folder === '' ? '' : `${folder}/`}${name}.md`;

/** Collects the partials that a text calls and those it defines. */
class PartialNames extends Handlebars.Visitor {
  readonly called = new Set<string>();
  readonly inline = new Set<string>();

  override PartialStatement(tag: PartialStatement): void {
    this.addCalled(tag);
    super.PartialStatement(tag);
  }

  override PartialBlockStatement(tag: PartialBlockStatement): void {
    this.addCalled(tag);
    super.PartialBlockStatement(tag);
  }

  override DecoratorBlock(decorator: DecoratorBlock): void {
    const name = inlineName(decorator);
    if (name !== null) this.inline.add(name);
    super.DecoratorBlock(decorator);
  }

  private addCalled(tag: { readonly name: SyntaxNode }): void {
    const name = calledName(tag);
    if (name !== null && !name.startsWith('@')) this.called.add(name);
  }
}

/** By text: each sync asks for the names in the same few templates. */
const recentNames = new RecentValues<PartialNames>(50);

/** The names in a text; none if it is unreadable, which the check reports. */
export function partialNamesIn(text: string): PartialNames {
  // Most texts have none.
  if (!/\{\{~?#?[>*]/.test(text)) return new PartialNames();
  return recentNames.of(text, () => readPartialNames(text));
}

function readPartialNames(text: string): PartialNames {
  const names = new PartialNames();
  try {
    names.accept(Handlebars.parseWithoutProcessing(text));
    return names;
  } catch {
    return new PartialNames();
  }
}

/** The partial with the properties of all templates that have none of their own. */
export const PROPERTIES = 'properties';

/**
 * The partials that a template or partial needs and does not define; of a template without properties also the
 * one that has them.
 */
export function partialsCalledIn(text: string, file: 'template' | 'partial'): readonly string[] {
  const problems = new ProblemList('');
  const called = new Set<string>();
  const template = file === 'template' ? splitTemplate(text, problems) : null;
  if (template !== null && template.frontMatter === null) called.add(PROPERTIES);
  const parts =
    file === 'template' ? [template?.header, template?.highlight] : [splitPartial(text, problems)];
  for (const part of parts) {
    const names = partialNamesIn(part?.text ?? '');
    for (const name of names.called) if (!names.inline.has(name)) called.add(name);
  }
  return [...called];
}
