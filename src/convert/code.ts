/** What a converted expression says in Florilegium's own language, before it is known where it stands. */
export type Code = PathCode | LiteralCode | CallCode;

export type ValueType = 'text' | 'passage' | 'list' | 'number' | 'date' | 'hashtags';

export interface PathCode {
  readonly form: 'path';
  /** Whose the name is: the item's, the highlight's, that of an entry of the loop `level`, or nobody's. */
  readonly owner: 'item' | 'highlight' | 'entry' | 'loop' | 'nobody';
  readonly name: string;
  /** Of loops, 1 is the outermost. */
  readonly level: number;
  readonly type: ValueType;
}

export interface LiteralCode {
  readonly form: 'literal';
  readonly value: string | number | boolean;
}

export interface CallCode {
  readonly form: 'call';
  readonly name: string;
  readonly args: readonly Code[];
  /** A `name=value` argument. */
  readonly named: readonly [name: string, value: number] | null;
  readonly type: ValueType;
  /** How many nodes it has. */
  readonly size: number;
}

/** Where a piece of template stands. */
export interface Standing {
  readonly part: 'header' | 'highlight';
  /** How many loops are around it. */
  readonly depth: number;
}

export const SIZE_LIMIT = 400;

export const literal = (value: string | number | boolean): LiteralCode => ({ form: 'literal', value });

export const call = (
  name: string,
  args: readonly Code[],
  { type = 'text', named = null }: Partial<Pick<CallCode, 'type' | 'named'>> = {},
): CallCode => ({
  form: 'call',
  name,
  args,
  named,
  type,
  size: 1 + args.reduce((sum, arg) => sum + sizeOf(arg), 0),
});

export const itemField = (name: string, type: ValueType = 'text'): PathCode => ({
  form: 'path',
  owner: 'item',
  name,
  level: 0,
  type,
});
export const highlightField = (name: string, type: ValueType = 'text'): PathCode => ({
  form: 'path',
  owner: 'highlight',
  name,
  level: 0,
  type,
});

export const sizeOf = (code: Code): number => (code.form === 'call' ? code.size : 1);

export const typeOf = (code: Code): ValueType => (code.form === 'literal' ? 'text' : code.type);

/** A date as it is shown: their languages write the day alone. */
export const shown = (code: Code): Code => (typeOf(code) === 'date' ? call('date', [code]) : code);

/** What is true in place of a condition that is known already; null for any other. */
export const knownTruth = (code: Code): boolean | null =>
  code.form === 'literal' ? code.value !== '' && code.value !== 0 && code.value !== false : null;

export const not = (code: Code): Code => {
  const known = knownTruth(code);
  if (known !== null) return literal(!known);
  const [inner] = code.form === 'call' && code.name === 'not' ? code.args : [];
  return inner ?? call('not', [code]);
};

/** `and` or `or` of several, without those that decide nothing. */
export function joined(operator: 'and' | 'or', operands: readonly Code[]): Code {
  const decides = operator === 'or';
  if (operands.some((operand) => knownTruth(operand) === decides)) return literal(decides);
  const open = [
    ...new Map(
      operands
        .filter((operand) => knownTruth(operand) === null)
        .map((operand) => [JSON.stringify(operand), operand]),
    ).values(),
  ];
  const [only] = open;
  if (only === undefined) return literal(!decides);
  return open.length === 1 ? only : call(operator, open);
}

/** `and` or `or` where the value is written that comes out of it. */
export function chosen(operator: 'and' | 'or', operands: readonly Code[]): Code {
  const decides = operator === 'or';
  const end = operands.findIndex((operand) => knownTruth(operand) === decides);
  const open = (end === -1 ? operands : operands.slice(0, end + 1)).filter(
    (operand, index, all) => knownTruth(operand) !== !decides || index === all.length - 1,
  );
  const [only] = open;
  return open.length === 1 && only !== undefined ? only : call(operator, open);
}

function literalText({ value }: LiteralCode): string {
  if (typeof value !== 'string') return String(value);
  // Behind a backslash no quote would end the text, and there is no way to write one there.
  const text = value.replace(/\\+(?=["']|$)/g, '');
  return text.includes('"') && !text.includes("'") ? `'${text}'` : `"${text.replaceAll('"', '\\"')}"`;
}

function pathText({ owner, name, level }: PathCode, { part, depth }: Standing): string {
  if (owner === 'loop') return `@${'../'.repeat(Math.max(0, depth - level))}${name}`;
  if (owner === 'entry') return '../'.repeat(Math.max(0, depth - level)) + (name === '' ? 'this' : name);
  if (owner === 'nobody') return name;
  return '../'.repeat(depth) + (owner === 'item' && part === 'highlight' ? `item.${name}` : name);
}

/** The code as an argument of another: calls in parentheses. */
function argumentText(code: Code, standing: Standing): string {
  return code.form === 'call' ? `(${codeText(code, standing)})` : codeText(code, standing);
}

/** The code as it stands right behind `{{` or `{{#if`. */
export function codeText(code: Code, standing: Standing): string {
  if (code.form === 'literal') return literalText(code);
  if (code.form === 'path') return pathText(code, standing);
  const named = code.named === null ? [] : [`${code.named[0]}=${String(code.named[1])}`];
  return [code.name, ...code.args.map((arg) => argumentText(arg, standing)), ...named].join(' ');
}

/** The code behind `{{#if`, where a call needs parentheses. */
export const testText = (code: Code, standing: Standing): string => argumentText(code, standing);
