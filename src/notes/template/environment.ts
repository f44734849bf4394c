import Handlebars from 'handlebars';
import { isObject } from '../../model/collections';
import { HELPERS, OWN_HELPERS } from './helpers';
import type { Helper } from './markdown-helpers';
import { calledName, pairsOf } from './syntax';
import { settleEdges } from './rendered-text';
import { markdownOf, templateValue, TextValue, type Wrap } from './values';

/** Handlebars with our helpers in it, and with the partials of one template. */
export type Environment = typeof Handlebars;

/** What Handlebars gives a helper behind its values. */
interface CallOptions {
  readonly hash: Readonly<Record<string, unknown>>;
  /** Only where the helper is called as a block. */
  readonly fn?: (context: unknown) => string;
}

const isCallOptions = (value: unknown): value is CallOptions => isObject(value) && isObject(value.hash);

/** The helper that wraps a text in quotes. */
const LITERAL = '"';
/** Ends the name of a partial as it is called where its tag has a line for itself. */
const ON_A_LINE = '\n';

/**
 * What helpers give is wrapped, as the fields of the item are. `partials`: their texts by name, without their
 * last line breaks.
 */
export function createEnvironment(
  wrap: Wrap = templateValue,
  partials: ReadonlyMap<string, string> = new Map(),
): Environment {
  const environment = Handlebars.create();
  for (const [name, helper] of Object.entries(OWN_HELPERS))
    environment.registerHelper(name, helperFunction(helper, wrap));
  environment.registerHelper(LITERAL, (value: unknown) => wrap(value));
  const { log } = environment.helpers;
  if (log !== undefined)
    environment.registerHelper('log', (...values: unknown[]) => {
      Reflect.apply(log, null, values.map(shown));
    });
  // All names have to be known before the first text is compiled.
  for (const name of partials.keys()) environment.registerPartial(name, '');
  for (const [name, text] of partials) {
    environment.registerPartial(name, partialTemplate(environment, text));
    // Handlebars takes the end of the line on which the tag stands alone, so the text brings its own.
    environment.registerPartial(
      name + ON_A_LINE,
      partialTemplate(environment, text === '' ? '' : `${text}\n`),
    );
  }
  return environment;
}

/** A value as the console shows it best. */
const shown = (value: unknown): unknown => (value instanceof TextValue ? value.toString() : value);

function helperFunction({ run }: Helper, wrap: Wrap): Handlebars.HelperDelegate {
  return function (this: unknown, ...values: unknown[]): unknown {
    const options = values.pop();
    if (!isCallOptions(options)) throw new Error('Handlebars did not give a helper its options');
    const { hash, fn } = options;
    const result = run({ params: values, named: hash, body: () => fn?.(this) ?? '' });
    if (fn === undefined) return wrap(result);
    // What a block gives is written as it is.
    return typeof result === 'string' ? result : markdownOf(result);
  };
}

function partialTemplate(environment: Environment, text: string): Handlebars.TemplateDelegate<unknown> {
  const write = compileText(environment, text);
  return (context, options: Handlebars.RuntimeOptions & { readonly indent?: string } = {}) => {
    const written = write(context, options);
    // Where a passage begins and ends has to be settled before Handlebars indents its lines.
    return options.indent ? settleEdges(written) : written;
  };
}

/** Compiles a text in which `checkPart` found nothing wrong. */
export function compileText(
  environment: Environment,
  source: string,
  options: { readonly noEscape?: boolean } = {},
): Handlebars.TemplateDelegate<unknown> {
  return environment.compile<unknown>(preparedTree(environment, source), options);
}

/**
 * The value of a text that is one `{{expression}}` and nothing else, as a function of the context; null for
 * any other text.
 */
export function compileValue(
  environment: Environment,
  source: string,
): ((context: object) => unknown) | null {
  const tree = preparedTree(environment, source);
  const [tag] = tree.body;
  if (tag === undefined || !isMustache(tag) || tree.body.length > 1) return null;
  const isCall = 'original' in tag.path && HELPERS.has(String(tag.path.original));
  const value = isCall ? { ...tag, type: 'SubExpression' } : tag.path;
  const takeValue: hbs.AST.MustacheStatement = {
    ...tag,
    ...callTo('take', value),
    type: 'MustacheStatement',
  };
  const template = environment.compile<unknown>({ ...tree, body: [takeValue] });
  return (context) => {
    let taken: unknown = null;
    const take = (given: unknown): void => {
      taken = given;
    };
    template(context, { helpers: { take } });
    return taken;
  };
}

const isMustache = (node: hbs.AST.Statement): node is hbs.AST.MustacheStatement =>
  node.type === 'MustacheStatement';

function preparedTree(environment: Environment, source: string): hbs.AST.Program {
  const tree = environment.parseWithoutProcessing(source);
  new Preparation(source, environment).accept(tree);
  return tree;
}

/** `(name value)` in a tree. */
function callTo(name: string, value: hbs.AST.Expression): hbs.AST.SubExpression {
  const { loc } = value;
  return {
    type: 'SubExpression',
    loc,
    path: { type: 'PathExpression', loc, data: false, depth: 0, parts: [name], original: name },
    params: [value],
    hash: { type: 'Hash', loc, pairs: [] },
  };
}

type PartialTag = hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement;

/**
 * Makes a tree ready to be compiled: a text in quotes becomes a value like any other, and files are called by
 * their full names.
 */
class Preparation extends Handlebars.Visitor {
  readonly mutating = true;
  private readonly lines: readonly string[];

  constructor(
    source: string,
    private readonly environment: Environment,
  ) {
    super();
    this.lines = source.split('\n');
  }

  override StringLiteral(literal: hbs.AST.StringLiteral): hbs.AST.SubExpression {
    return callTo(LITERAL, literal);
  }

  override MustacheStatement(tag: hbs.AST.MustacheStatement): void {
    // Handlebars would take `{{@first}}` for a call of the helper, if its path did not begin with a dot.
    if ('data' in tag.path && tag.path.data) Object.assign(tag.path, { original: `./${tag.path.original}` });
    this.acceptArray(tag.params);
  }

  override Hash(): void {
    // What a helper is given by name stays a plain text.
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    // Its name stays a plain string.
    this.acceptKey(decorator, 'program');
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.preparePartial(partial, partial.strip);
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.preparePartial(partial, partial.closeStrip);
    this.acceptKey(partial, 'program');
  }

  private preparePartial(partial: PartialTag, strip: hbs.AST.StripFlags): void {
    const name = calledName(partial);
    if (name === null) this.acceptKey(partial, 'name');
    else if (Object.hasOwn(this.environment.partials, name))
      Object.assign(partial.name, {
        original: name + (this.isAlone(partial) && !strip.close ? ON_A_LINE : ''),
      });
    this.acceptArray(partial.params);
    for (const pair of pairsOf(partial)) this.acceptKey(pair, 'value');
  }

  /** Whether nothing else stands on the lines of a tag. */
  private isAlone({ loc: { start, end } }: hbs.AST.Node): boolean {
    const before = this.lines[start.line - 1]?.slice(0, start.column) ?? '';
    const behind = this.lines[end.line - 1]?.slice(end.column) ?? '';
    return before.trim() === '' && behind.trim() === '';
  }
}
