import type {
  BlockCall,
  Expression,
  Mustache,
  Partial,
  Path,
  Position,
  Program,
  Statement,
  SubExpression,
} from './handlebars-ast';
import { parseTemplate } from './handlebars/parser';
import { SyntaxProblem } from './handlebars/syntax-problem';
import { DEEPEST } from './handlebars/token-reader';
import type { Helper } from './helper';
import { HELPERS } from './helpers';
import { calledName, type PartialShelf } from './partials';
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
  /** Null where only the item knows them. */
  readonly fields: Fields | null;
  /** Those that it may call; absent where it may call none. */
  readonly partials?: PartialShelf;
}

/** How a partial is called that is checked. */
interface Use {
  /** The partials that stand around it, outermost first, and itself. */
  readonly chain: readonly string[];
  /** How many blocks and partials stand around it. */
  readonly depth: number;
  /** Where, as a sentence. */
  readonly place: string;
}

const NO_USE: Use = { chain: [], depth: 0, place: '' };

const HELPER_NAMES = [...HELPERS.keys()];

type Call = Mustache | BlockCall | SubExpression;

/** Walks the tree of one part and reports what would not work. */
class PartCheck {
  private fields: Fields | null;
  private depth: number;
  private deepest = 0;

  constructor(
    private readonly part: Part,
    private readonly problems: ProblemList,
    private readonly use: Use,
  ) {
    this.fields = part.fields;
    this.depth = use.depth;
  }

  /** Gives how deep blocks and partials stand in one another in it. */
  check({ body }: Program): number {
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
    for (const statement of body) this.checkStatement(statement);
    this.depth -= 1;
    return this.deepest - this.use.depth;
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
        return this.checkPartial(statement);
      case 'PartialBlockStatement':
        return this.report(
          statement,
          'Partial blocks ({{#> ...}}) are not available here: write {{> name}}.',
        );
      case 'Decorator':
        return this.report(statement, 'Decorators ({{* ...}}) are not available here.');
      case 'DecoratorBlock':
        return this.report(
          statement,
          'Inline partials ({{#* ...}}) are not available here: a partial is a file of its own.',
        );
    }
  }

  private checkBlock(block: BlockCall): void {
    this.checkCall(block, 'block');
    const { fields } = this;
    // Inside each and with, names are those of a value.
    if (
      block.path.type === 'PathExpression' &&
      (block.path.original === 'each' || block.path.original === 'with')
    )
      this.fields = null;
    if (block.program) this.check(block.program);
    this.fields = fields;
    if (block.inverse) this.check(block.inverse);
  }

  private checkPartial(tag: Partial): void {
    for (const param of tag.params) this.checkExpression(param);
    for (const { value } of tag.hash) this.checkExpression(value);
    const problem = this.problemWithPartial(tag);
    if (problem !== null) this.report(tag, problem);
  }

  /** What is wrong with the call of a partial; what is wrong in the partial itself goes to the list. */
  private problemWithPartial(tag: Partial): string | null {
    const { partials } = this.part;
    const { chain } = this.use;
    const name = calledName(tag);
    if (partials === undefined)
      return 'A partial can be called only in the header and the highlight of a template.';
    if (name === null)
      return 'A partial is called by its name, not by a value: {{> name}} or {{> "folder/name"}}.';
    if (tag.params.length > 1) return 'A partial takes one value; others are given to it as name=value.';
    if (chain.includes(name))
      return `The partial "${name}" would never end: ${[...chain.slice(chain.indexOf(name)), name].join(' calls ')}.`;
    const part = partials.partOf(name);
    if (part === undefined)
      return `There is no partial "${name}": a note ${partials.pathOf(name)} is missing.`;
    return part === null ||
      this.isShallow(
        tag,
        { source: part.text, origin: part.origin, fields: this.fieldsFor(tag), partials },
        name,
      )
      ? null
      : TOO_DEEP;
  }

  /** Checks a partial, once for each set of fields. Whether all that it holds is still so deep that it can be read. */
  private isShallow(
    { start }: Partial,
    part: Part & { readonly partials: PartialShelf },
    name: string,
  ): boolean {
    if (this.depth >= DEEPEST) return false;
    const { partials, fields } = part;
    const key = JSON.stringify([name, fields]);
    const use = {
      chain: [...this.use.chain, name],
      depth: this.depth,
      place: ` (It is called in ${this.problems.file}, line ${within(this.part.origin, start).line}.)`,
    };
    const known = partials.depths.get(key);
    const height = known ?? readPart(part, partials.problemsOf(name), use)?.depth ?? 0;
    partials.depths.set(key, height);
    this.deepest = Math.max(this.deepest, this.depth + height);
    // One that was checked just now has said it itself.
    return known === undefined || this.depth + height <= DEEPEST;
  }

  /** The fields that a partial sees: those around its tag, or of the value that it is given, and the names given to it. */
  private fieldsFor({ params: [value], hash }: Partial): Fields | null {
    const fields = value === undefined ? this.fields : this.fieldsOf(value);
    return fields === null ? null : { ...fields, own: [...fields.own, ...hash.map(({ key }) => key)] };
  }

  private fieldsOf(value: Expression): Fields | null {
    if (value.type !== 'PathExpression' || this.fields === null) return null;
    if (value.original === 'this' || value.original === '.') return this.fields;
    return value.original === 'item' && this.fields.own.includes('item')
      ? { own: this.fields.item, item: [] }
      : null;
  }

  private checkExpression(expression: Expression): void {
    if (expression.type === 'SubExpression') this.checkCall(expression, 'call');
    else if (expression.type === 'PathExpression') this.checkPath(expression);
  }

  private checkPath(path: Path): void {
    const [first, second] = path.parts;
    if (path.data || path.depth > 0 || first === undefined || this.fields === null) return;
    const { own, item } = this.fields;
    if (!own.includes(first)) this.report(path, this.unknownField(first, this.fields) + this.use.place);
    else if (first === 'item' && second !== undefined && !item.includes(second)) {
      this.report(path, `An item has no field "${second}".${suggestion(second, item)}${this.use.place}`);
    }
  }

  private unknownField(name: string, { own, item }: Fields): string {
    if (own.includes('item') && item.includes(name))
      return `A highlight has no field "${name}"; the item's is written item.${name}.`;
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
    const isField = form === 'block' && this.fields?.own.includes(name) === true;
    return isField
      ? `"${name}" is a field, not a helper: write {{#if ${name}}} or {{#each ${name}}}.`
      : `There is no helper "${name}".${near}`;
  }

  private checkHelper(
    call: Call,
    name: string,
    { helper, form }: { readonly helper: Helper; readonly form: 'inline' | 'block' | 'call' },
  ): void {
    const { named = [] } = helper;
    for (const { key, value } of call.hash)
      if (!named.includes(key)) this.report(value, `"${name}" takes no "${key}".${suggestion(key, named)}`);
    const count = call.params.length;
    if (form === 'block' && helper.form === 'inline')
      this.report(call, `"${name}" is not a block: write {{${name} ...}}.`);
    else if (form !== 'block' && helper.form === 'block')
      this.report(call, `"${name}" is a block: write {{#${name} ...}}...{{/${name}}}.`);
    else if (count < helper.least || count > helper.most)
      this.report(call, `"${name}" takes ${countWords(helper)}, not ${String(count)}.`);
    else if (name === 'date') this.checkDateFormat(call);
  }

  private checkDateFormat(call: Call): void {
    const named = call.hash.find((pair) => pair.key === 'format')?.value;
    const pattern = call.params[1] ?? named;
    const problem = pattern?.type === 'StringLiteral' ? problemWithDateFormat(pattern.value) : null;
    if (problem !== null && pattern !== undefined)
      this.report(pattern, `This date format does not work: ${problem}.`);
  }
}

function countWords({ least, most }: Helper): string {
  if (least === most) return least === 1 ? 'one value' : `${String(least)} values`;
  return most === 99 ? `${String(least)} values or more` : `${String(least)} to ${String(most)} values`;
}

const TOO_DEEP = `Blocks and partials stand in one another more than ${String(DEEPEST)} deep.`;

/** Reads one part, reports its problems, and gives its tree; null when it could not be read. */
export const checkPart = (part: Part, problems: ProblemList): Program | null =>
  readPart(part, problems, NO_USE)?.program ?? null;

function readPart(
  part: Part,
  problems: ProblemList,
  use: Use,
): { readonly program: Program; readonly depth: number } | null {
  try {
    const program = parseTemplate(part.source);
    return { program, depth: new PartCheck(part, problems, use).check(program) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    problems.add(within(part.origin, error.at), error.message);
    return null;
  }
}
