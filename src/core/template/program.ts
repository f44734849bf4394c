import type { BlockCall, Expression, Mustache, Path, Program, Statement, SubExpression } from './handlebars-ast';
import type { Helper } from './helper';
import { HELPERS } from './helpers';
import { innerScope, rootScope, stepsOut, type Inside, type Scope } from './scope';
import { ownValue, rawText } from './values';

type Evaluate = (scope: Scope) => unknown;
type Write = (scope: Scope) => string;
/** Makes the text of a `{{value}}`. */
type Writer = (value: unknown) => string;
type Call = Mustache | BlockCall | SubExpression;

/** A tree that `checkPart` gave, as a function of its context. It never throws, and makes no code from text. */
export function compileProgram(program: Program, writer: Writer): (context: object) => string {
  const write = writeOf(program, writer);
  return (context) => write(rootScope(context));
}

/** The value of a part that is one `{{expression}}` and nothing else; null for any other. */
export function compileLoneExpression({ body }: Program): ((context: object) => unknown) | null {
  const [node] = body;
  if (node?.type !== 'MustacheStatement' || body.length > 1) return null;
  const evaluate = outputOf(node);
  return (context) => evaluate(rootScope(context));
}

function writeOf({ body }: Program, writer: Writer): Write {
  const writes = body.map((node) => statement(node, writer));
  return (scope) => {
    let text = '';
    for (const write of writes) text += write(scope);
    return text;
  };
}

function statement(node: Statement, writer: Writer): Write {
  switch (node.type) {
    case 'ContentStatement':
      return () => node.value;
    case 'MustacheStatement':
      return mustacheOf(node, writer);
    case 'BlockStatement':
      return blockOf(node, writer);
    case 'CommentStatement':
      return NO_TEXT;
    // `checkPart` lets none of these pass.
    case 'Decorator':
    case 'DecoratorBlock':
    case 'PartialStatement':
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
  return path.type === 'PathExpression' && params.length === 0 && !HELPERS.has(path.original) ? pathOf(path) : callOf(mustache);
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
  if (first === undefined || depth > 0 || SCOPED.test(original)) return (scope) => follow(stepsOut(scope, depth)?.context, parts);
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
  return (scope) => (pairs.length === 0 ? NONE : Object.fromEntries(pairs.map(([key, evaluate]) => [key, evaluate(scope)])));
}

const NO_TEXT = (): string => '';

function callOf(call: Mustache | SubExpression): Evaluate {
  const { run } = helperOf(call);
  const [params, named] = [paramsOf(call), namedOf(call)];
  return (scope) => run({ params: params(scope), named: named(scope), body: NO_TEXT, otherwise: NO_TEXT });
}

function blockOf(block: BlockCall, writer: Writer): Write {
  const { run } = helperOf(block);
  const [params, named] = [paramsOf(block), namedOf(block)];
  const [write, names] = partOf(block.program, writer);
  const [writeElse] = partOf(block.inverse, writer);
  return (scope) => {
    const body = (inside?: Inside): string => write(inside === undefined ? scope : innerScope(scope, { inside, names }));
    return rawText(run({ params: params(scope), named: named(scope), body, otherwise: () => writeElse(scope) }));
  };
}

/** One side of a block, with the names it gives; a block may have only one of the two. */
function partOf(part: Program | undefined, writer: Writer): readonly [write: Write, names: readonly string[]] {
  return part === undefined ? [NO_TEXT, []] : [writeOf(part, writer), part.blockParams ?? []];
}

function helperOf({ path }: Call): Helper {
  const helper = path.type === 'PathExpression' ? HELPERS.get(path.original) : undefined;
  if (helper === undefined) throw new Error('The template was not checked: it calls what is no helper');
  return helper;
}
