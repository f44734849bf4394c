import type { BlockCall, CallParts, Expression, Program, Statement, Strip } from '../handlebars-ast';
import { readArguments, readCall, readExpression, readName, takeId } from './call-parser';
import { NO_STRIP, stripOf } from './strip';
import { SyntaxProblem, unexpected } from './syntax-problem';
import type { TokenReader } from './token-reader';
import type { Token } from './tokenizer';

interface Opening {
  readonly open: Token;
  /** Reads what stands in a block. */
  readonly readProgram: (reader: TokenReader) => Program;
}

/** The first tag of a block or branch, and what stands behind it. */
interface Branch {
  readonly call: CallParts;
  readonly strip: Strip;
  readonly program: Program;
}

/** What a block has behind its first branch, where the block is closed by a tag with such a `~`. */
interface Otherwise {
  readonly strip: Strip;
  readonly programOf: (close: Strip) => Program;
}

type Sides = Pick<BlockCall, 'inverse' | 'inverseStrip' | 'closeStrip'>;

/** Reads `{{#name}}...{{/name}}` with its `{{else}}` and `{{else if}}`. */
export function readBlock(reader: TokenReader, opening: Opening): Statement {
  const { open } = opening;
  return reader.inside(open.start, () => {
    const { call, strip, program } = readBranch(reader, opening);
    const otherwise = readOtherwise(reader, opening.readProgram);
    const sides = sidesOf(otherwise, readClose(reader, call.path));
    const isDecorator = open.text.endsWith('*');
    if (isDecorator && otherwise !== null)
      throw new SyntaxProblem(open.start, 'An inline partial ({{#* ...}}) has no {{else}}.');
    return {
      type: isDecorator ? 'DecoratorBlock' : 'BlockStatement',
      ...call,
      program,
      ...sides,
      openStrip: strip,
      start: open.start,
    };
  });
}

/** Reads `{{^name}}...{{/name}}`: what stands first is what is written otherwise. */
export function readInverseBlock(reader: TokenReader, opening: Opening): Statement {
  const { start } = opening.open;
  return reader.inside(start, () => {
    const { call, strip, program: inverse } = readBranch(reader, opening);
    const otherwise = readElse(reader, opening.readProgram);
    const { inverse: program, ...sides } = sidesOf(otherwise, readClose(reader, call.path));
    return {
      type: 'BlockStatement',
      ...call,
      ...(program && { program }),
      inverse,
      ...sides,
      openStrip: strip,
      start,
    };
  });
}

/** Reads `{{#> name}}...{{/name}}`. */
export function readPartialBlock(reader: TokenReader, { open, readProgram }: Opening): Statement {
  const { start } = open;
  return reader.inside(start, () => {
    const name = readExpression(reader);
    const rest = readArguments(reader);
    const openStrip = stripOf(open, reader.take('close'));
    const program = readProgram(reader);
    return {
      type: 'PartialBlockStatement',
      name,
      ...rest,
      program,
      openStrip,
      closeStrip: readClose(reader, name),
      start,
    };
  });
}

/** Reads `{{{{name}}}}...{{{{/name}}}}`, in which all is text. */
export function readRawBlock(reader: TokenReader, { start }: Token): Statement {
  const call = readCall(reader);
  reader.take('closeRaw');
  const body: Statement[] = [];
  while (reader.isNext('content')) {
    const { text, start: at } = reader.take('content');
    body.push({ type: 'ContentStatement', original: text, value: text, start: at });
  }
  checkClose(call.path, reader.take('rawEnd').text.slice(5, -4));
  return {
    type: 'BlockStatement',
    ...call,
    program: { type: 'Program', body },
    openStrip: NO_STRIP,
    closeStrip: NO_STRIP,
    start,
  };
}

function readBranch(reader: TokenReader, { open, readProgram }: Opening): Branch {
  const call = readCall(reader);
  const names = readNames(reader);
  const strip = stripOf(open, reader.take('close'));
  const program = readProgram(reader);
  return { call, strip, program: names.length === 0 ? program : { ...program, blockParams: names } };
}

/** Reads the names of `as |name|`. */
function readNames(reader: TokenReader): readonly string[] {
  if (!reader.isNext('openNames')) return [];
  reader.take('openNames');
  const names = [takeId(reader)];
  while (!reader.isNext('closeNames')) names.push(takeId(reader));
  reader.take('closeNames');
  return names;
}

function readOtherwise(reader: TokenReader, readProgram: Opening['readProgram']): Otherwise | null {
  const open = reader.peek();
  if (open.kind !== 'openElse') return readElse(reader, readProgram);
  return reader.inside(open.start, () => {
    const { call, strip, program } = readBranch(reader, { open: reader.take('openElse'), readProgram });
    const otherwise = readOtherwise(reader, readProgram);
    const branch = (closeStrip: Strip): BlockCall => ({
      type: 'BlockStatement',
      ...call,
      program,
      ...sidesOf(otherwise, otherwise?.strip ?? NO_STRIP),
      openStrip: strip,
      closeStrip,
      start: open.start,
    });
    return { strip, programOf: (close) => ({ type: 'Program', body: [branch(close)], chained: true }) };
  });
}

function readElse(reader: TokenReader, readProgram: Opening['readProgram']): Otherwise | null {
  if (!reader.isNext('else')) return null;
  const tag = reader.take('else');
  const program = readProgram(reader);
  return { strip: stripOf(tag, tag), programOf: () => program };
}

function sidesOf(otherwise: Otherwise | null, closeStrip: Strip): Sides {
  return otherwise === null
    ? { closeStrip }
    : { inverse: otherwise.programOf(closeStrip), inverseStrip: otherwise.strip, closeStrip };
}

/** Reads `{{/name}}`. */
function readClose(reader: TokenReader, opened: Expression): Strip {
  if (reader.isNext('end')) throw unexpected({ ...reader.peek(), start: opened.start });
  const open = reader.take('closeBlock');
  const name = readName(reader);
  const strip = stripOf(open, reader.take('close'));
  checkClose(opened, nameOf(name));
  return strip;
}

function checkClose(opened: Expression, closed: unknown): void {
  const name = nameOf(opened);
  if (name !== closed)
    throw new SyntaxProblem(opened.start, `{{#${String(name)}}} is closed by {{/${String(closed)}}}.`);
}

function nameOf(expression: Expression): unknown {
  if (expression.type === 'PathExpression') return expression.original;
  return expression.type === 'SubExpression' ? undefined : expression.value;
}
