import type { CallParts, Expression, Literal, Path, SubExpression } from '../handlebars-ast';
import { SyntaxProblem } from './syntax-problem';
import type { TokenReader } from './token-reader';
import type { Token } from './tokenizer';

const VALUES = ['id', 'data', 'string', 'number', 'boolean', 'null', 'undefined'] as const;

/** Reads what a tag calls, and with what. */
export function readCall(reader: TokenReader): CallParts {
  return { path: readName(reader), ...readArguments(reader) };
}

/** Reads the arguments of a call: first those without a name, then those with one. */
export function readArguments(reader: TokenReader): Pick<CallParts, 'params' | 'hash'> {
  const params: Expression[] = [];
  while (reader.isNext('openCall', ...VALUES) && !isNamed(reader)) params.push(readExpression(reader));
  const hash: CallParts['hash'][number][] = [];
  while (reader.isNext('id')) {
    const key = plainName(takeId(reader));
    reader.take('equals');
    hash.push({ key, value: readExpression(reader) });
  }
  return { params, hash };
}

const isNamed = (reader: TokenReader): boolean => reader.isNext('id') && reader.peek(1).kind === 'equals';

export function readExpression(reader: TokenReader): Expression {
  return reader.isNext('openCall')
    ? reader.inside(reader.peek().start, () => readSubExpression(reader))
    : readName(reader);
}

function readSubExpression(reader: TokenReader): SubExpression {
  const { start } = reader.take('openCall');
  const call = readCall(reader);
  reader.take('closeCall');
  return { type: 'SubExpression', ...call, start };
}

/** Reads a path or a literal. */
export function readName(reader: TokenReader): Literal | Path {
  return reader.isNext('id', 'data') ? readPath(reader) : literalOf(reader.take(...VALUES));
}

function literalOf({ kind, text, start }: Token): Literal {
  if (kind === 'string')
    return {
      type: 'StringLiteral',
      value: text.slice(1, -1).replaceAll(`\\${text.charAt(0)}`, text.charAt(0)),
      start,
    };
  if (kind === 'number') return { type: 'NumberLiteral', value: Number(text), start };
  if (kind === 'boolean') return { type: 'BooleanLiteral', value: text === 'true', start };
  return kind === 'null'
    ? { type: 'NullLiteral', value: null, start }
    : { type: 'UndefinedLiteral', value: undefined, start };
}

function readPath(reader: TokenReader): Path {
  const { start } = reader.peek();
  const data = reader.isNext('data');
  if (data) reader.take('data');
  const parts: string[] = [];
  let [original, depth, separator] = [data ? '@' : '', 0, ''];
  for (;;) {
    const written = takeId(reader);
    const part = plainName(written);
    original += separator + part;
    // In square brackets every name is a name.
    const isStep = written === part && (part === '..' || part === '.' || part === 'this');
    if (isStep && parts.length > 0)
      throw new SyntaxProblem(start, `In "${original}" a step to "${part}" can stand only at the beginning.`);
    if (!isStep) parts.push(part);
    else if (part === '..') depth += 1;
    if (!reader.isNext('separator')) return { type: 'PathExpression', data, depth, parts, original, start };
    separator = reader.take('separator').text;
  }
}

/** The next name as it was written, less the backslashes that square brackets ask for. */
export const takeId = (reader: TokenReader): string => reader.take('id').text.replace(/\\([\\\]])/g, '$1');

/** A name without the square brackets in which it may stand. */
const plainName = (written: string): string => (/^\[.*\]$/.test(written) ? written.slice(1, -1) : written);
