import type { Partial, Program, Statement } from './handlebars-ast';
import { parseTemplate } from './handlebars/parser';
import { SyntaxProblem } from './handlebars/syntax-problem';
import { ProblemList } from './problems';
import { splitPartial, splitTemplate, type FilePart } from './template-file';

/** A file that templates write as a part of theirs: `{{> name}}`. */
export interface PartialFile {
  /** As templates call it: its path in the folder of templates, without the ending. */
  readonly name: string;
  readonly text: string;
}

/** The partials of one template, those that they call themselves among them. */
export interface Partials {
  /** Where they are kept. */
  readonly folder: string;
  readonly files: readonly PartialFile[];
}

export const NO_PARTIALS: Partials = { folder: '', files: [] };

export const partialPath = (folder: string, name: string): string =>
  `${folder === '' ? '' : `${folder}/`}${name}.md`;

/** The name by which a tag calls a partial; null where only a value would tell. */
export function calledName({ name }: Pick<Partial, 'name'>): string | null {
  if (name.type === 'SubExpression' || (name.type === 'PathExpression' && name.data)) return null;
  return (name.type === 'PathExpression' ? name.original : String(name.value)).replace(/\.md$/i, '');
}

/** The names of the partials that a file calls: a template, or a partial itself. */
export function partialsCalledIn(text: string, file: 'template' | 'partial'): readonly string[] {
  // Most files call none.
  if (!/\{\{~?>/.test(text)) return [];
  const problems = new ProblemList('');
  const split = file === 'partial' ? splitPartial(text, problems) : splitTemplate(text, problems);
  if (split === null) return [];
  return [...new Set(('header' in split ? [split.header, split.highlight] : [split]).flatMap(callsIn))];
}

function callsIn({ text }: FilePart): readonly string[] {
  try {
    return namesIn(parseTemplate(text));
  } catch (error) {
    // What cannot be read calls nothing; its problem is told when it is checked.
    if (!(error instanceof SyntaxProblem)) throw error;
    return [];
  }
}

const namesIn = (program: Program | undefined): readonly string[] =>
  (program?.body ?? []).flatMap(namesInStatement);

function namesInStatement(node: Statement): readonly string[] {
  if (node.type === 'BlockStatement') return [...namesIn(node.program), ...namesIn(node.inverse)];
  const name = node.type === 'PartialStatement' ? calledName(node) : null;
  return name === null ? [] : [name];
}

/** The partials that one template may call, ready to be checked and carried out. */
export class PartialShelf {
  /** How deep blocks and partials stand in one another in those that were checked, by name and fields. */
  readonly depths = new Map<string, number>();
  private readonly parts: ReadonlyMap<string, FilePart | null>;

  constructor(
    private readonly partials: Partials,
    private readonly problems: ProblemList,
  ) {
    this.parts = new Map(
      partials.files.map(({ name, text }) => [name, splitPartial(text, this.problemsOf(name))]),
    );
  }

  pathOf(name: string): string {
    return partialPath(this.partials.folder, name);
  }

  problemsOf(name: string): ProblemList {
    return this.problems.inFile(this.pathOf(name));
  }

  /** Undefined where there is none, null where it has problems that were told. */
  partOf(name: string): FilePart | null | undefined {
    return this.parts.get(name);
  }

  /** What the tag stands for. A file's last line break is none of its words: it is there where the tag has a line for itself. */
  sourceOf(name: string, { endsLine }: Pick<Partial, 'endsLine'>): string {
    const text = this.parts.get(name)?.text ?? '';
    return text !== '' && endsLine ? `${text}\n` : text;
  }
}
