import type { BlockCall, Expression, Mustache, Partial, PartialBlock, Path, Position, Program, Statement, SubExpression } from './handlebars-ast';
import { parseTemplate } from './handlebars/parser';
import { SyntaxProblem } from './handlebars/syntax-problem';
import type { Helper } from './helper';
import { HELPERS } from './helpers';
import { suggestion, within, type Origin, type ProblemList } from './problems';
import { problemWithDateFormat } from './utc-date';

/** The names that plain expressions may use, and those under `item`. */
export interface Fields {
  readonly own: readonly string[];
  readonly item: readonly string[];
}

export interface Part {
  readonly source: string;
  readonly origin: Origin;
  readonly fields: Fields;
}

const HELPER_NAMES = [...HELPERS.keys()];

type Call = Mustache | BlockCall | SubExpression;

/** Walks the tree of one part and reports what would not work. */
class PartCheck {
  // Inside each and with, names are those of a value that only the item knows.
  private strangers = 0;

  constructor(
    private readonly part: Part,
    private readonly problems: ProblemList,
  ) {}

  check({ body }: Program): void {
    for (const statement of body) this.checkStatement(statement);
  }

  private report({ start }: { readonly start: Position }, message: string): void {
    this.problems.add(within(this.part.origin, start), message);
  }

  private checkStatement(statement: Statement): void {
    switch (statement.type) {
      case 'ContentStatement':
      case 'CommentStatement':
        return;
      case 'MustacheStatement':
        return this.checkCall(statement, 'inline');
      case 'BlockStatement':
        return this.checkBlock(statement);
      case 'PartialStatement':
      case 'PartialBlockStatement':
        return this.refusePartial(statement);
      case 'Decorator':
        return this.report(statement, 'Decorators ({{* ...}}) are not available here.');
      case 'DecoratorBlock':
        return this.report(statement, 'Inline partials ({{#* ...}}) are not available here: a template is one file.');
    }
  }

  private checkBlock(block: BlockCall): void {
    this.checkCall(block, 'block');
    const isStrange = block.path.type === 'PathExpression' && (block.path.original === 'each' || block.path.original === 'with');
    const strange = isStrange ? 1 : 0;
    this.strangers += strange;
    if (block.program) this.check(block.program);
    this.strangers -= strange;
    if (block.inverse) this.check(block.inverse);
  }

  private refusePartial(partial: Partial | PartialBlock): void {
    const name = partial.name.type === 'PathExpression' ? ` "${partial.name.original}"` : '';
    this.report(partial, `There is no partial${name}: a template is one file.`);
  }

  private checkExpression(expression: Expression): void {
    if (expression.type === 'SubExpression') this.checkCall(expression, 'call');
    else if (expression.type === 'PathExpression') this.checkPath(expression);
  }

  private checkPath(path: Path): void {
    const [first, second] = path.parts;
    if (path.data || path.depth > 0 || first === undefined || this.strangers > 0) return;
    const { own, item } = this.part.fields;
    if (!own.includes(first)) this.report(path, this.unknownField(first));
    else if (first === 'item' && second !== undefined && !item.includes(second)) {
      this.report(path, `An item has no field "${second}".${suggestion(second, item)}`);
    }
  }

  private unknownField(name: string): string {
    const { own, item } = this.part.fields;
    if (own.includes('item') && item.includes(name)) return `A highlight has no field "${name}"; the item's is written item.${name}.`;
    return `There is no field "${name}" here.${suggestion(name, [...own, ...HELPER_NAMES])}`;
  }

  private checkCall(call: Call, form: 'inline' | 'block' | 'call'): void {
    const { path } = call;
    if (path.type !== 'PathExpression') {
      this.report(call, 'A tag begins with the name of a field or a helper.');
      return;
    }
    const helper = HELPERS.get(path.original);
    const params = call.params;
    const hasArguments = params.length > 0 || call.hash.length > 0;
    if (helper !== undefined) this.checkHelper(call, path.original, { helper, form });
    else if (form === 'inline' && !hasArguments) this.checkPath(path);
    else this.report(path, this.unknownHelper(path.original, form));
    for (const param of params) this.checkExpression(param);
    for (const { value } of call.hash) this.checkExpression(value);
  }

  private unknownHelper(name: string, form: 'inline' | 'block' | 'call'): string {
    const near = suggestion(name, HELPER_NAMES);
    const isField = form === 'block' && this.part.fields.own.includes(name);
    return isField ? `"${name}" is a field, not a helper: write {{#if ${name}}} or {{#each ${name}}}.` : `There is no helper "${name}".${near}`;
  }

  private checkHelper(call: Call, name: string, { helper, form }: { readonly helper: Helper; readonly form: 'inline' | 'block' | 'call' }): void {
    const count = call.params.length;
    if (form === 'block' && helper.form === 'inline') this.report(call, `"${name}" is not a block: write {{${name} ...}}.`);
    else if (form !== 'block' && helper.form === 'block') this.report(call, `"${name}" is a block: write {{#${name} ...}}...{{/${name}}}.`);
    else if (count < helper.least || count > helper.most) this.report(call, `"${name}" takes ${countWords(helper)}, not ${String(count)}.`);
    else if (name === 'date') this.checkDateFormat(call);
  }

  private checkDateFormat(call: Call): void {
    const named = call.hash.find((pair) => pair.key === 'format')?.value;
    const pattern = call.params[1] ?? named;
    const problem = pattern?.type === 'StringLiteral' ? problemWithDateFormat(pattern.value) : null;
    if (problem !== null && pattern !== undefined) this.report(pattern, `This date format does not work: ${problem}.`);
  }
}

function countWords({ least, most }: Helper): string {
  if (least === most) return least === 1 ? 'one value' : `${String(least)} values`;
  return most === 99 ? `${String(least)} values or more` : `${String(least)} to ${String(most)} values`;
}

/** Reads one part, reports its problems, and gives its tree; null when it could not be read. */
export function checkPart(part: Part, problems: ProblemList): Program | null {
  try {
    const program = parseTemplate(part.source);
    new PartCheck(part, problems).check(program);
    return program;
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    problems.add(within(part.origin, error.at), error.message);
    return null;
  }
}
