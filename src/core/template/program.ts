import type {
  BlockCall,
  Expression,
  Mustache,
  Partial,
  Path,
  Program,
  Statement,
  SubExpression,
} from './handlebars-ast';
import { parseTemplate } from './handlebars/parser';
import type { Helper } from './helper';
import { HELPERS } from './helpers';
import { calledName } from './partials';
import { indentPartial } from './rendered-text';
import { innerScope, partialScope, rootScope, stepsOut, type Inside, type Scope } from './scope';
import { ownValue, rawText } from './values';

type Evaluate = (scope: Scope) => unknown;
type Write = (scope: Scope) => string;
/** Makes the text of a `{{value}}`. */
type Writer = (value: unknown) => string;
type Call = Mustache | BlockCall | SubExpression | Partial;

/** Gives the text that a partial's tag stands for. */
export type PartialSource = (name: string, tag: Partial) => string;

/** What the statements of one part need of it. */
interface Means {
  readonly writer: Writer;
  readonly partial: (tag: Partial) => Write;
}

/** A tree that `checkPart` gave, as a function of its context. It never throws, and makes no code from text. */
export function compileProgram(
  program: Program,
  writer: Writer,
  partialSource: PartialSource = () => '',
): (context: object) => string {
  const known = new Map<string, Write>();
  const partial = (tag: Partial): Write => {
    const source = partialSource(calledName(tag) ?? '', tag);
    const write = known.get(source) ?? writeOf(parseTemplate(source), means);
    known.set(source, write);
    return write;
  };
  const means: Means = { writer, partial };
  const write = writeOf(program, means);
  return (context) => write(rootScope(context));
}

/** The value of a part that is one `{{expression}}` and nothing else; null for any other. */
export function compileLoneExpression({ body }: Program): ((context: object) => unknown) | null {
  const [node] = body;
  if (node?.type !== 'MustacheStatement' || body.length > 1) return null;
  const evaluate = outputOf(node);
  return (context) => evaluate(rootScope(context));
}

function writeOf({ body }: Program, means: Means): Write {
  const writes = body.map((node) => statement(node, means));
  return (scope) => {
    let text = '';
    for (const write of writes) text += write(scope);
    return text;
  };
}

function statement(node: Statement, means: Means): Write {
  switch (node.type) {
    case 'ContentStatement':
      return () => node.value;
    case 'MustacheStatement':
      return mustacheOf(node, means.writer);
    case 'BlockStatement':
      return blockOf(node, means);
    case 'PartialStatement':
      return partialOf(node, means);
    case 'CommentStatement':
      return NO_TEXT;
    // `checkPart` lets none of these pass.
    case 'Decorator':
    case 'DecoratorBlock':
    case 'PartialBlockStatement':
      return NO_TEXT;
  }
}

function mustacheOf(node: Mustache, writer: Writer): Write {
  const evaluate = outputOf(node);
  const write = node.escaped ? writer : rawText;
  return (scope) => write(evaluate(scope));
}

function outputOf(mustache: Mustache): Evaluate {
  const { path, params } = mustache;
  return path.type === 'PathExpression' && params.length === 0 && !HELPERS.has(path.original)
    ? pathOf(path)
    : callOf(mustache);
}

function expression(node: Expression): Evaluate {
  if (node.type === 'PathExpression') return pathOf(node);
  if (node.type === 'SubExpression') return callOf(node);
  const { value } = node;
  return () => value;
}

const SCOPED = /^\.|this\b/;

function pathOf({ data, depth, parts, original }: Path): Evaluate {
  const [first, ...rest] = parts;
  if (data) return (scope) => follow(stepsOut(scope.frame, depth)?.data, parts);
  if (first === undefined || depth > 0 || SCOPED.test(original))
    return (scope) => follow(stepsOut(scope, depth)?.context, parts);
  return ({ context, names }) => (names.has(first) ? follow(names.get(first), rest) : follow(context, parts));
}

function follow(start: unknown, parts: readonly string[]): unknown {
  let value = start;
  for (const part of parts) value = ownValue(value, part);
  return value;
}

function paramsOf(call: Call): (scope: Scope) => readonly unknown[] {
  const params = call.params.map(expression);
  return (scope) => params.map((evaluate) => evaluate(scope));
}

const NONE: Readonly<Record<string, unknown>> = {};

function namedOf(call: Call): (scope: Scope) => Readonly<Record<string, unknown>> {
  const pairs = call.hash.map(({ key, value }) => [key, expression(value)] as const);
  return (scope) =>
    pairs.length === 0 ? NONE : Object.fromEntries(pairs.map(([key, evaluate]) => [key, evaluate(scope)]));
}

const NO_TEXT = (): string => '';

function callOf(call: Mustache | SubExpression): Evaluate {
  const { run } = helperOf(call);
  const [params, named] = [paramsOf(call), namedOf(call)];
  return (scope) => run({ params: params(scope), named: named(scope), body: NO_TEXT, otherwise: NO_TEXT });
}

/** A partial sees a value, or where it is called without one what is seen there; names given to it come before what the value has. */
function partialOf(tag: Partial, { partial }: Means): Write {
  const [value] = tag.params.map(expression);
  const named = tag.hash.length === 0 ? null : namedOf(tag);
  const write = partial(tag);
  return (scope) => {
    const context = value === undefined ? scope.context : value(scope);
    return indentPartial(
      write(partialScope(scope, named === null ? context : withNames(context, named(scope)))),
      tag.indent,
    );
  };
}

/** What a value has, and names beside it. Its costly fields are still made only when they are asked for. */
function withNames(value: unknown, named: object): object {
  const own = Object.entries(Object.getOwnPropertyDescriptors(Object(value))).filter(
    ([, { enumerable }]) => enumerable === true,
  );
  return Object.defineProperties(
    {},
    { ...Object.fromEntries(own), ...Object.getOwnPropertyDescriptors(named) },
  );
}

function blockOf(block: BlockCall, means: Means): Write {
  const { run } = helperOf(block);
  const [params, named] = [paramsOf(block), namedOf(block)];
  const [write, names] = partOf(block.program, means);
  const [writeElse] = partOf(block.inverse, means);
  return (scope) => {
    const body = (inside?: Inside): string =>
      write(inside === undefined ? scope : innerScope(scope, { inside, names }));
    return rawText(
      run({ params: params(scope), named: named(scope), body, otherwise: () => writeElse(scope) }),
    );
  };
}

/** One side of a block, with the names it gives; a block may have only one of the two. */
function partOf(part: Program | undefined, means: Means): readonly [write: Write, names: readonly string[]] {
  return part === undefined ? [NO_TEXT, []] : [writeOf(part, means), part.blockParams ?? []];
}

function helperOf({ path }: Exclude<Call, Partial>): Helper {
  const helper = path.type === 'PathExpression' ? HELPERS.get(path.original) : undefined;
  if (helper === undefined) throw new Error('The template was not checked: it calls what is no helper');
  return helper;
}
