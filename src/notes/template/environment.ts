import Handlebars from 'handlebars';
import { isObject } from '../../model/collections';
import { HELPERS, OWN_HELPERS } from './helpers';
import { fitLinks, NAME_PART, SHOWN_PART, valueOf } from './link-places';
import { namePart, shownPart } from './template-links';
import { inlineHelper, type Helper } from './markdown-helpers';
import { settle, valueOfLines } from './settle';
import { callTo, calledName, isContent, isMustache } from './syntax';
import type {
  MustacheStatement,
  PartialBlockStatement,
  PartialStatement,
  Program,
  Statement,
} from './syntax-nodes';
import { Markdown, markdownOf, plainText, propertyText, RichText, templateValue } from './values';

/** Handlebars with our helpers, and the partials of one template. */
export type Environment = typeof Handlebars;

/** The last argument that Handlebars gives to a helper. */
interface CallOptions {
  readonly hash: Readonly<Record<string, unknown>>;
  /** Only for block calls. */
  readonly fn?: (context: unknown, options?: { readonly data: object }) => string;
}

const isCallOptions = (value: unknown): value is CallOptions => isObject(value) && isObject(value.hash);

const INNER_HELPERS: Readonly<Record<string, Helper>> = {
  [NAME_PART]: inlineHelper([1, 1], ({ params }) => new Markdown(namePart(params[0]))),
  [SHOWN_PART]: inlineHelper([1, 1], ({ params }) => new Markdown(shownPart(params[0]))),
};

const AS_MARKDOWN = '{{';
const AS_IT_CAME = '{{{';
const AS_DATA = '"';

/** What a tag writes of its value: `{{x}}`, `{{{x}}}`, and both in properties and names. Templates cannot call them. */
const WRITERS = { [AS_MARKDOWN]: markdownOf, [AS_IT_CAME]: plainText, [AS_DATA]: propertyText };

/** Gives the content of a block away, and takes a value. Templates cannot call them. */
const KEEP = '#';
const TAKE = '=';

const KNOWN_HELPERS = Object.fromEntries(
  [...HELPERS.keys(), ...Object.keys({ ...INNER_HELPERS, ...WRITERS }), KEEP, TAKE].map((name) => [
    name,
    true,
  ]),
);

/** `partials`: texts by name, without their last line break. */
export function createEnvironment(partials: ReadonlyMap<string, string> = new Map()): Environment {
  const environment = Handlebars.create();
  for (const [name, helper] of Object.entries({ ...OWN_HELPERS, ...INNER_HELPERS }))
    environment.registerHelper(name, helperFunction(helper));
  environment.registerHelper(WRITERS);
  const { log } = environment.helpers;
  if (log !== undefined)
    environment.registerHelper('log', (...values: unknown[]) => {
      Reflect.apply(log, null, values.map(consoleValue));
    });
  for (const [name, text] of partials) environment.registerPartial(name, partialTemplate(environment, text));
  return environment;
}

const consoleValue = (value: unknown): unknown => (value instanceof RichText ? value.toString() : value);

const NO_BODY = (): string => '';

function helperFunction(helper: Helper): Handlebars.HelperDelegate {
  return function (this: unknown, ...values: unknown[]): unknown {
    const options = values.pop();
    if (!isCallOptions(options)) throw new Error('Handlebars did not give a helper its options');
    const { hash, fn } = options;
    if (fn === undefined) return templateValue(helper.run({ params: values, named: hash, body: NO_BODY }));
    const result = helper.run({ params: values, named: hash, body: (context) => fn(context ?? this) });
    // The result of a block is written unescaped.
    return typeof result === 'string' ? result : markdownOf(result);
  };
}

/** A partial is written as a value of several lines, so that it may stand behind `> ` or in a list. */
function partialTemplate(environment: Environment, text: string): Handlebars.TemplateDelegate<unknown> {
  const write = compileTree(environment, preparedTree(environment, text, { isData: false }));
  return (context, options) => valueOfLines(settle(write(context, options)));
}

const compileTree = (
  environment: Environment,
  tree: Program,
  options: { readonly ignoreStandalone?: boolean } = {},
): Handlebars.TemplateDelegate<unknown> =>
  environment.compile<unknown>(tree, { ...options, knownHelpers: KNOWN_HELPERS, knownHelpersOnly: true });

type Write = (context: object) => string;

/** Compiles a text that `checkPart` accepted. `isData`: its values are written as they came. */
export function compileText(
  environment: Environment,
  source: string,
  { isData = false }: { readonly isData?: boolean } = {},
): Write {
  const tree = preparedTree(environment, source, { isData });
  // The partials in a text know the context of its call.
  return INLINE_PARTIAL.test(source) ? compileTree(environment, tree) : compileKept(environment, tree);
}

const INLINE_PARTIAL = /\{\{~?#\*/;

/**
 * Handlebars prepares all helpers anew for each call of a template, which takes longer than most blocks. The
 * content of a block can be called without that, so the tree becomes one, and the template is called once.
 */
function compileKept(
  environment: Environment,
  tree: Program,
  take: (value: unknown) => void = () => undefined,
): Write {
  const whole = environment.parseWithoutProcessing(`{{#[${KEEP}]}}{{/[${KEEP}]}}`);
  // Settles white space as in a text; in a block it is another. The types of `parse` know texts only.
  const program: unknown = Reflect.apply(environment.parse, environment, [tree]);
  Object.assign(whole.body[0] ?? {}, { program });
  const template = compileTree(environment, whole, { ignoreStandalone: true });
  let content: CallOptions['fn'];
  const keep = ({ fn }: CallOptions): void => {
    content = fn;
  };
  template(null, { helpers: { [KEEP]: keep, [TAKE]: take } });
  return (context) => content?.(context, { data: { root: context } }) ?? '';
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
  const takeAll = environment.parseWithoutProcessing('');
  const writers = sources.map((source) => {
    const tag = onlyTagOf(environment.parseWithoutProcessing(source).body);
    if (tag === null) return compileText(environment, source, { isData: true });
    takeAll.body.push({ ...tag, ...callTo(TAKE, valueOf(tag)), type: 'MustacheStatement' });
    return null;
  });
  const taken: unknown[] = [];
  const takeValues = compileKept(environment, takeAll, (value) => void taken.push(value));
  return (context) => {
    // Emptied first, because an expression before may have failed.
    taken.length = 0;
    takeValues(context);
    return writers.map((write, index) =>
      write === null ? ownValue(taken.shift(), sources[index] ?? '') : new Markdown(write(context)),
    );
  };
}

/** Links and addresses that the template itself names stay: `{{default author "[[Unknown]]"}}`. */
const ownValue = (value: unknown, source: string): unknown =>
  typeof value === 'string' && source.includes(value) ? new Markdown(value) : value;

/** The tag of a text that is nothing else, or null. */
function onlyTagOf(body: Statement[]): MustacheStatement | null {
  fitLinks(body);
  const [tag, ...others] = body.filter((node) => !isContent(node) || node.value !== '');
  return tag !== undefined && isMustache(tag) && others.length === 0 ? tag : null;
}

/** A partial's tag alone on its line. */
const PARTIAL_LINE = /^[ \t]*\{\{>[^{}]*\}\}[ \t]*\n/gm;

/** Parses a text for compiling. */
function preparedTree(
  environment: Environment,
  source: string,
  { isData }: { readonly isData: boolean },
): Program {
  // Handlebars takes the line break behind such a tag away, though the partial may write a line.
  const tree = environment.parseWithoutProcessing(source.replace(PARTIAL_LINE, '$&\n'));
  new Preparation(isData).accept(tree);
  return tree;
}

/** Adapts a tree to what our values need. */
class Preparation extends Handlebars.Visitor {
  readonly mutating = true;

  constructor(private readonly isData: boolean) {
    super();
  }

  override Program(program: Program): void {
    fitLinks(program.body);
    super.Program(program);
  }

  override MustacheStatement(tag: MustacheStatement): void {
    const writeText = tag.escaped ? AS_MARKDOWN : AS_IT_CAME;
    const write = this.isData ? AS_DATA : writeText;
    Object.assign(tag, callTo(write, valueOf(tag)), { type: 'MustacheStatement', escaped: false });
  }

  override PartialStatement(partial: PartialStatement): void {
    nameOfFile(partial);
  }

  override PartialBlockStatement(partial: PartialBlockStatement): void {
    nameOfFile(partial);
    super.PartialBlockStatement(partial);
  }
}

/** Partials may be called by the name of their file. */
function nameOfFile(partial: PartialStatement | PartialBlockStatement): void {
  const name = calledName(partial);
  if (name !== null) Object.assign(partial.name, { original: name });
}
