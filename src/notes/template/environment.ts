import Handlebars from 'handlebars';
import { isObject } from '../../model/collections';
import { fitPlaces, valueOf } from './fit-places';
import { OWN_HELPERS } from './helpers';
import type { Helper } from './markdown-helpers';
import { PLACE_HELPERS } from './place-helpers';
import { callTo, calledName, isMustache, pairsOf } from './syntax';
import { settleEdges } from './rendered-text';
import { markdownOf, templateValue, TextValue, type Wrap } from './values';

/** Handlebars with the partials of one template. */
export interface Environment {
  readonly handlebars: typeof Handlebars;
  /** Our helpers by name; each is registered when a text names it. */
  readonly helpers: ReadonlyMap<string, Handlebars.HelperDelegate>;
}

/** The last argument that Handlebars gives to a helper. */
interface CallOptions {
  readonly hash: Readonly<Record<string, unknown>>;
  /** Only for block calls. */
  readonly fn?: (context: unknown) => string;
}

const isCallOptions = (value: unknown): value is CallOptions => isObject(value) && isObject(value.hash);

/** The helper that wraps quoted text. */
const LITERAL = '"';
/** The partials of a note's texts, by names that no partial of a person's has. */
const HEADER = '{header}';
const BLOCK = '{block}';
/** Suffix for the name of a partial whose tag is alone on its line. */
const ON_A_LINE = '\n';

/**
 * `wrap` is applied to the results of helpers. `partials` are texts by name, without their last line break.
 */
export function createEnvironment(
  wrap: Wrap = templateValue,
  partials: ReadonlyMap<string, string> = new Map(),
): Environment {
  const handlebars = Handlebars.create();
  const helpers = new Map<string, Handlebars.HelperDelegate>([[LITERAL, (value: unknown) => wrap(value)]]);
  for (const [name, helper] of Object.entries({ ...OWN_HELPERS, ...PLACE_HELPERS }))
    helpers.set(name, helperFunction(helper, wrap));
  const { log } = handlebars.helpers;
  if (log !== undefined)
    handlebars.registerHelper('log', (...values: unknown[]) => {
      Reflect.apply(log, null, values.map(consoleValue));
    });
  const environment = { handlebars, helpers };
  // All names must be known before the first text is compiled.
  for (const name of partials.keys()) handlebars.registerPartial(name, '');
  for (const [name, text] of partials) {
    handlebars.registerPartial(name, partialTemplate(environment, text));
    // Handlebars removes the line break after a tag alone on its line, so the text has its own.
    handlebars.registerPartial(
      name + ON_A_LINE,
      partialTemplate(environment, text === '' ? '' : `${text}\n`),
    );
  }
  return environment;
}

/** A value for the console. */
const consoleValue = (value: unknown): unknown => (value instanceof TextValue ? value.toString() : value);

function helperFunction({ run }: Helper, wrap: Wrap): Handlebars.HelperDelegate {
  return function (this: unknown, ...values: unknown[]): unknown {
    const options = values.pop();
    if (!isCallOptions(options)) throw new Error('Handlebars did not give a helper its options');
    const { hash, fn } = options;
    const result = run({ params: values, named: hash, body: (context) => fn?.(context ?? this) ?? '' });
    if (fn === undefined) return wrap(result);
    // The result of a block is written unescaped.
    return typeof result === 'string' ? result : markdownOf(result);
  };
}

function partialTemplate(environment: Environment, text: string): Handlebars.TemplateDelegate<unknown> {
  const write = compileText(environment, text);
  return (context, options: Handlebars.RuntimeOptions & { readonly indent?: string } = {}) => {
    const written = write(context, options);
    // The edges of passages must be settled before Handlebars indents the lines.
    return options.indent ? settleEdges(written) : written;
  };
}

/** Compiles a text that `checkPart` accepted. */
export function compileText(
  environment: Environment,
  source: string,
  options: { readonly noEscape?: boolean } = {},
): Handlebars.TemplateDelegate<unknown> {
  return environment.handlebars.compile<unknown>(preparedTree(environment, source), options);
}

/** The header and the blocks of a note. */
interface WrittenTexts {
  readonly header: string;
  readonly blocks: readonly string[];
}

/**
 * Compiles the texts of a note that `checkPart` accepted. They are partials of one template, because each call
 * of a template has its costs. Without the context of the header, only blocks are written.
 */
export function compileNote(
  environment: Environment,
  texts: { readonly header: string; readonly block: string },
): (context: object | null, ofBlocks: readonly object[]) => WrittenTexts {
  const { handlebars } = environment;
  handlebars.registerPartial(HEADER, compileText(environment, texts.header));
  handlebars.registerPartial(BLOCK, compileText(environment, texts.block));
  const template = handlebars.compile<unknown>(
    `{{#writeHeader}}{{> [${HEADER}]}}{{/writeHeader}}{{#writeBlocks}}{{> [${BLOCK}]}}{{/writeBlocks}}`,
  );
  return (context, ofBlocks) => {
    let header = '';
    let blocks: readonly string[] = [];
    const write = ({ fn }: Handlebars.HelperOptions, root: object): string => fn(root, { data: { root } });
    const writeHeader = (options: Handlebars.HelperOptions): void => {
      if (context !== null) header = write(options, context);
    };
    const writeBlocks = (options: Handlebars.HelperOptions): void => {
      blocks = ofBlocks.map((each) => write(options, each));
    };
    template({}, { helpers: { writeHeader, writeBlocks } });
    return { header, blocks };
  };
}

/**
 * The values of texts, as a function of the context. A text that is a single `{{expression}}` keeps the type of
 * its value, any other gives text without escapes. The expressions are one template, because each call of a
 * template has its costs.
 */
export function compileValues(
  environment: Environment,
  sources: readonly string[],
): (context: object) => readonly unknown[] {
  const takeAll = environment.handlebars.parseWithoutProcessing('');
  const writers = sources.map((source) => {
    const tag = onlyTagOf(preparedTree(environment, source));
    if (tag === null) return compileText(environment, source, { noEscape: true });
    takeAll.body.push({ ...tag, ...callTo('take', valueOf(tag)), type: 'MustacheStatement' });
    return null;
  });
  const template = environment.handlebars.compile<unknown>(takeAll);
  return (context) => {
    const taken: unknown[] = [];
    const take = (given: unknown): void => {
      taken.push(given);
    };
    template(context, { helpers: { take } });
    return writers.map((write) => (write === null ? taken.shift() : write(context)));
  };
}

/** The tag of a text that is nothing else, or null. */
function onlyTagOf({ body }: hbs.AST.Program): hbs.AST.MustacheStatement | null {
  const [tag] = body;
  return tag !== undefined && isMustache(tag) && body.length === 1 ? tag : null;
}

function preparedTree(environment: Environment, source: string): hbs.AST.Program {
  const tree = environment.handlebars.parseWithoutProcessing(source);
  fitPlaces(tree);
  new Preparation(source, environment).accept(tree);
  new HelperRegistration(environment).accept(tree);
  return tree;
}

/** Registers the helpers that a tree names. Handlebars copies all registered helpers for each rendering. */
class HelperRegistration extends Handlebars.Visitor {
  constructor(private readonly environment: Environment) {
    super();
  }

  override PathExpression({ original }: hbs.AST.PathExpression): void {
    const { handlebars, helpers } = this.environment;
    const helper = helpers.get(original);
    if (helper !== undefined) handlebars.registerHelper(original, helper);
  }
}

type PartialTag = hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement;

/**
 * Prepares a tree for compiling: quoted texts become wrapped values, and partials are called by their full
 * names.
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
    // Without a leading dot in the path, Handlebars would call the helper for `{{@first}}`.
    if ('data' in tag.path && tag.path.data) Object.assign(tag.path, { original: `./${tag.path.original}` });
    this.acceptArray(tag.params);
  }

  override Hash(): void {
    // Named arguments stay plain strings.
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    // The partial's name stays a plain string.
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
    else if (Object.hasOwn(this.environment.handlebars.partials, name))
      Object.assign(partial.name, {
        original: name + (this.isAlone(partial) && !strip.close ? ON_A_LINE : ''),
      });
    this.acceptArray(partial.params);
    for (const pair of pairsOf(partial)) this.acceptKey(pair, 'value');
  }

  /** Whether a tag is alone on its lines. */
  private isAlone({ loc: { start, end } }: hbs.AST.Node): boolean {
    const before = this.lines[start.line - 1]?.slice(0, start.column) ?? '';
    const behind = this.lines[end.line - 1]?.slice(end.column) ?? '';
    return before.trim() === '' && behind.trim() === '';
  }
}
