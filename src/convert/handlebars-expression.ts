import { DEPTH_LIMIT, type CompareOperator, type Expression } from './tree';

interface Word {
  readonly kind: 'path' | 'number' | 'text' | 'mark' | 'strange';
  readonly text: string;
  readonly at: number;
}

const WORD =
  /\s*(?:("[^"]*"|'[^']*')|(-?\d+(?:\.\d+)?)(?![\w.])|(@?(?:\.\.\/)*[\w$-]+(?:[./][\w$-]+)*|\.\.(?:\/\.\.)*|\.)|([()=|])|(\S))/y;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
]);
const COMPARISONS: ReadonlyMap<string, CompareOperator> = new Map([
  ['eq', '=='],
  ['isEqual', '=='],
  ['is', '=='],
  ['ne', '!='],
  ['isnt', '!='],
  ['gt', '>'],
  ['lt', '<'],
  ['gte', '>='],
  ['lte', '<='],
]);

function wordsOf(code: string, offset: number): readonly Word[] {
  const words: Word[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(code); match !== null; match = WORD.exec(code)) {
    const [whole, text, number, path, mark, strange = ''] = match;
    const at = offset + match.index + whole.length - whole.trimStart().length;
    if (text !== undefined) words.push({ kind: 'text', text: text.slice(1, -1), at });
    else if (number !== undefined) words.push({ kind: 'number', text: number, at });
    else if (path !== undefined) words.push({ kind: 'path', text: path, at });
    else if (mark !== undefined) words.push({ kind: 'mark', text: mark, at });
    else words.push({ kind: 'strange', text: strange, at });
  }
  return words;
}

/** Reads what stands in a tag of Mustache or Handlebars: a value, or a helper with its arguments. */
export function readHandlebarsExpression(code: string, at: number): Expression {
  const words = wordsOf(code, at);
  const reader = new Reader(words);
  if (words.length === 0) return { kind: 'unreadable', at, problem: 'There is nothing in this tag' };
  return reader.call(words.length);
}

class Reader {
  private position = 0;
  private depth = 0;

  constructor(private readonly words: readonly Word[]) {}

  /** A value, or a call, of the words before `end`. */
  call(end: number): Expression {
    const first = this.words[this.position];
    if (first === undefined || this.position >= end)
      return { kind: 'unreadable', at: first?.at ?? 0, problem: 'Something is missing here' };
    if (first.kind === 'text' || first.kind === 'number' || this.position + 1 === end) return this.value(end);
    if (first.text === '(' && first.kind === 'mark') {
      const value = this.value(end);
      return this.position === end
        ? value
        : { kind: 'unreadable', at: first.at, problem: 'A call begins with the name of its helper' };
    }
    if (first.kind !== 'path')
      return { kind: 'unreadable', at: first.at, problem: `“${first.text}” is not understood here` };
    this.position += 1;
    const args: Expression[] = [];
    while (this.position < end) {
      // A named argument counts as the next one.
      if (this.words[this.position + 1]?.text === '=' && this.words[this.position + 1]?.kind === 'mark')
        this.position += 2;
      args.push(this.value(end));
    }
    const problem = args.find((arg) => arg.kind === 'unreadable');
    return problem ?? called(first, args);
  }

  private value(end: number): Expression {
    const word = this.words[this.position];
    this.position += 1;
    if (word === undefined) return { kind: 'unreadable', at: 0, problem: 'Something is missing here' };
    const { kind, text, at } = word;
    const constant = CONSTANTS.get(text);
    if (kind === 'text') return { kind: 'literal', value: text, at };
    if (kind === 'number') return { kind: 'literal', value: Number(text), at };
    if (kind === 'path')
      return constant === undefined
        ? { kind: 'path', parts: partsOf(text), at }
        : { kind: 'literal', value: constant, at };
    return text === '(' && kind === 'mark'
      ? this.nested(end, at)
      : { kind: 'unreadable', at, problem: `“${text}” is not understood here` };
  }

  private nested(end: number, at: number): Expression {
    let open = 1;
    let closing = this.position;
    for (; closing < end && open > 0; closing += 1) {
      const { kind, text } = this.words[closing] ?? { kind: 'strange', text: '' };
      if (kind === 'mark' && text === '(') open += 1;
      if (kind === 'mark' && text === ')') open -= 1;
    }
    if (open > 0 || this.depth > DEPTH_LIMIT) {
      this.position = end;
      return {
        kind: 'unreadable',
        at,
        problem: open > 0 ? 'This ( is not closed' : 'This is nested too deep',
      };
    }
    this.depth += 1;
    const value = this.call(closing - 1);
    this.depth -= 1;
    this.position = closing;
    return value;
  }
}

/** `book.title`, `../title` and `this` as the parts of a path. */
export const partsOf = (text: string): readonly string[] =>
  text === '.' ? ['.'] : (text.match(/\.\.|[^./]+/g) ?? []);

function called({ text: name, at }: Word, args: readonly Expression[]): Expression {
  const [left, right] = args;
  const operator = COMPARISONS.get(name);
  if (operator !== undefined && left !== undefined && right !== undefined)
    return { kind: 'compare', operator, left, right, at };
  if (name === 'contains' && left !== undefined && right !== undefined)
    return { kind: 'compare', operator: 'in', left: right, right: left, at };
  if (name === 'and' || name === 'or') return { kind: 'logic', operator: name, operands: args, at };
  if (name === 'not' && left !== undefined) return { kind: 'not', value: left, at };
  return { kind: 'filter', name, value: { kind: 'literal', value: null, at }, args, at };
}
