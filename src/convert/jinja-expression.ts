import { DEPTH_LIMIT, type CompareOperator, type Expression } from './tree';

interface Word {
  readonly kind: 'name' | 'number' | 'text' | 'mark' | 'end' | 'strange';
  readonly text: string;
  readonly at: number;
}

const WORD =
  /\s*(?:([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|([=!]==?|<=|>=|\/\/|\*\*|[-+*/%<>|.,:()[\]{}~=!])|(\S))/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
  ['null', null],
  ['undefined', null],
]);
const COMPARISONS: readonly CompareOperator[] = ['==', '!=', '<=', '>=', '<', '>', 'in'];

function wordsOf(code: string, offset: number): readonly Word[] {
  const words: Word[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(code); match !== null; match = WORD.exec(code)) {
    const [whole, name, number, text, mark, strange = ''] = match;
    const at = offset + match.index + whole.length - whole.trimStart().length;
    if (name !== undefined) words.push({ kind: 'name', text: name, at });
    else if (number !== undefined) words.push({ kind: 'number', text: number, at });
    else if (text !== undefined) words.push({ kind: 'text', text: unquoted(text), at });
    else if (mark !== undefined) words.push({ kind: 'mark', text: mark.replace(/^([=!]=)=$/, '$1'), at });
    else words.push({ kind: 'strange', text: strange, at });
  }
  return words;
}

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\([^])/g, (_, character: string) => ESCAPES.get(character) ?? character);

/** Reads one expression of Jinja or Nunjucks. What cannot be read becomes an `unreadable` node, never an exception. */
export function readJinjaExpression(code: string, at: number): Expression {
  return new Reader(wordsOf(code, at), at + code.length).whole(at);
}

class Reader {
  private position = 0;
  private depth = 0;
  private problem: (Expression & { readonly kind: 'unreadable' }) | null = null;

  constructor(
    private readonly words: readonly Word[],
    private readonly end: number,
  ) {}

  whole(at: number): Expression {
    if (this.words.length === 0) return { kind: 'unreadable', at, problem: 'There is nothing in this tag' };
    const value = this.pick();
    if (this.problem === null && this.word.kind !== 'end')
      this.fail(`“${this.word.text}” is not understood here`);
    return this.problem ?? value;
  }

  private get word(): Word {
    return this.words[this.position] ?? { kind: 'end', text: '', at: this.end };
  }

  private fail(problem: string): Expression {
    this.problem ??= { kind: 'unreadable', at: this.word.at, problem };
    this.position = this.words.length;
    return this.problem;
  }

  private accept(...texts: readonly string[]): boolean {
    const { kind, text } = this.word;
    if ((kind !== 'mark' && kind !== 'name') || !texts.includes(text)) return false;
    this.position += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.accept(text))
      this.fail(
        this.word.kind === 'end' ? `“${text}” is missing` : `“${text}” was expected, not “${this.word.text}”`,
      );
  }

  private pick(): Expression {
    if (this.depth > DEPTH_LIMIT) return this.fail('This is nested too deep');
    this.depth += 1;
    const then = this.logic('or');
    const { at } = this.word;
    let value = then;
    if (this.accept('if')) {
      const test = this.logic('or');
      value = { kind: 'pick', test, then, otherwise: this.accept('else') ? this.pick() : null, at };
    }
    this.depth -= 1;
    return value;
  }

  private logic(operator: 'and' | 'or'): Expression {
    const { at } = this.word;
    const next = (): Expression => (operator === 'or' ? this.logic('and') : this.negation());
    const operands = [next()];
    while (this.accept(operator)) operands.push(next());
    const [only] = operands;
    return operands.length === 1 && only !== undefined ? only : { kind: 'logic', operator, operands, at };
  }

  private negation(): Expression {
    const { at } = this.word;
    let isNegated = false;
    while (this.accept('not', '!')) isNegated = !isNegated;
    const value = this.comparison();
    return isNegated ? { kind: 'not', value, at } : value;
  }

  private comparison(): Expression {
    const left = this.sum();
    const { at } = this.word;
    if (this.accept('is')) return this.is(left, at);
    if (this.accept('not')) {
      this.expect('in');
      return { kind: 'not', value: { kind: 'compare', operator: 'in', left, right: this.sum(), at }, at };
    }
    const operator = COMPARISONS.find((sign) => this.accept(sign));
    return operator === undefined ? left : { kind: 'compare', operator, left, right: this.sum(), at };
  }

  private is(value: Expression, at: number): Expression {
    const isNegated = this.accept('not');
    const isThere = this.accept('defined', 'string', 'iterable', 'sequence');
    if (!isThere && !this.accept('none', 'None', 'undefined', 'null'))
      return this.fail(`The test “is ${this.word.text}” has no counterpart`);
    return isThere === isNegated ? { kind: 'not', value, at } : value;
  }

  private sum(): Expression {
    const { at } = this.word;
    const entries = [this.filtered()];
    while (this.accept('~', '+')) entries.push(this.filtered());
    const [only] = entries;
    return entries.length === 1 && only !== undefined ? only : { kind: 'concat', entries, at };
  }

  private filtered(): Expression {
    let value = this.atom();
    for (let length = 0; ; length += 1) {
      const { at } = this.word;
      if (length > DEPTH_LIMIT) return this.fail('This is too long');
      if (this.accept('|')) value = this.filter(value);
      else if (this.accept('.')) value = this.member(value);
      else if (this.accept('[')) value = this.index(value);
      else if (this.accept('('))
        value =
          value.kind === 'path'
            ? {
                kind: 'filter',
                name: value.parts.join('.'),
                value: { kind: 'literal', value: null, at },
                args: this.entries(')'),
                at: value.at,
              }
            : this.fail('This cannot be called');
      else return value;
    }
  }

  private filter(value: Expression): Expression {
    const { kind, text, at } = this.word;
    if (kind !== 'name') return this.fail('The name of a filter is missing');
    this.position += 1;
    return { kind: 'filter', name: text, value, args: this.accept('(') ? this.entries(')') : [], at };
  }

  private member(value: Expression): Expression {
    const { kind, text } = this.word;
    if ((kind !== 'name' && kind !== 'number') || value.kind !== 'path')
      return this.fail(`“${text}” is not understood here`);
    this.position += 1;
    return { ...value, parts: [...value.parts, text] };
  }

  private index(value: Expression): Expression {
    const { kind, text, at } = this.word;
    this.position += 1;
    this.expect(']');
    if (kind === 'text' && value.kind === 'path') return { ...value, parts: [...value.parts, text] };
    return kind === 'number' && text === '0'
      ? { kind: 'filter', name: 'first', value, args: [], at }
      : this.fail('An entry of a list is to be had by first or last only');
  }

  private entries(closing: string): readonly Expression[] {
    const entries: Expression[] = [];
    while (this.problem === null && !this.accept(closing)) {
      if (
        this.word.kind === 'name' &&
        this.words[this.position + 1]?.text === '=' &&
        this.words[this.position + 1]?.kind === 'mark'
      )
        this.position += 2;
      entries.push(this.pick());
      if (!this.accept(',') && this.word.text !== closing) this.fail(`“${closing}” is missing`);
    }
    return entries;
  }

  private atom(): Expression {
    const { kind, text, at } = this.word;
    if (this.accept('(')) {
      const value = this.pick();
      if (this.accept(',')) return { kind: 'list', entries: [value, ...this.entries(')')], at };
      this.expect(')');
      return value;
    }
    if (this.accept('[')) return { kind: 'list', entries: this.entries(']'), at };
    if (this.accept('-') && this.word.kind === 'number') {
      const value = -Number(this.word.text);
      this.position += 1;
      return { kind: 'literal', value, at };
    }
    const constant = CONSTANTS.get(text);
    this.position += 1;
    if (kind === 'text') return { kind: 'literal', value: text, at };
    if (kind === 'number') return { kind: 'literal', value: Number(text), at };
    if (kind === 'name')
      return constant === undefined
        ? { kind: 'path', parts: [text], at }
        : { kind: 'literal', value: constant, at };
    this.position -= 1;
    return this.fail(kind === 'end' ? 'Something is missing at the end' : `“${text}” is not understood here`);
  }
}
