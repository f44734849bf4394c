import Handlebars from 'handlebars';
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
export function calledName({ name }: { readonly name: hbs.AST.Node }): string | null {
  return 'original' in name ? String(name.original).replace(/\.md$/i, '') : null;
}

/** The name of an inline partial; null where only a value would tell. */
export function inlineName({ params: [name] }: hbs.AST.DecoratorBlock): string | null {
  return name?.type === 'StringLiteral' && 'value' in name ? String(name.value) : null;
}

/** The `name=value` arguments of a tag. Handlebars leaves the hash out where there is none. */
export const pairsOf = ({ hash }: { readonly hash?: hbs.AST.Hash }): readonly hbs.AST.HashPair[] =>
  hash?.pairs ?? [];

/** The names of the partials that a text calls, and of those that it defines itself. */
export class PartialNames extends Handlebars.Visitor {
  readonly called = new Set<string>();
  readonly inline = new Set<string>();

  override PartialStatement(tag: hbs.AST.PartialStatement): void {
    this.notice(tag);
    super.PartialStatement(tag);
  }

  override PartialBlockStatement(tag: hbs.AST.PartialBlockStatement): void {
    this.notice(tag);
    super.PartialBlockStatement(tag);
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    const name = inlineName(decorator);
    if (name !== null) this.inline.add(name);
    super.DecoratorBlock(decorator);
  }

  private notice(tag: { readonly name: hbs.AST.Node }): void {
    const name = calledName(tag);
    if (name !== null && !name.startsWith('@')) this.called.add(name);
  }
}

/** The names in a text; none where it cannot be read, which is told when it is checked. */
export function partialNamesIn(text: string): PartialNames {
  const names = new PartialNames();
  // Most texts have none.
  if (!/\{\{~?#?[>*]/.test(text)) return names;
  try {
    names.accept(Handlebars.parseWithoutProcessing(text));
    return names;
  } catch {
    return new PartialNames();
  }
}

/** The names of the partials that a file calls and does not define itself: a template, or a partial. */
export function partialsCalledIn(text: string, file: 'template' | 'partial'): readonly string[] {
  const problems = new ProblemList('');
  const called = new Set<string>();
  for (const part of partsOf(text, file, problems)) {
    const names = partialNamesIn(part.text);
    for (const name of names.called) if (!names.inline.has(name)) called.add(name);
  }
  return [...called];
}

function partsOf(text: string, file: 'template' | 'partial', problems: ProblemList): readonly FilePart[] {
  if (file === 'partial') {
    const partial = splitPartial(text, problems);
    return partial === null ? [] : [partial];
  }
  const template = splitTemplate(text, problems);
  return template === null ? [] : [template.header, template.highlight];
}
