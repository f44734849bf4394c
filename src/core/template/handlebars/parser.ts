import type { Program, Statement } from '../handlebars-ast';
import { readBlock, readInverseBlock, readPartialBlock, readRawBlock } from './block-parser';
import { readArguments, readCall, readExpression } from './call-parser';
import { stripOf } from './strip';
import type { TokenKind } from './token-rules';
import { TokenReader } from './token-reader';
import { tokenize, type Token } from './tokenizer';
import { controlWhiteSpace } from './white-space';

/** The tree of a template in the language of Handlebars 4.7, its white space seen to. Throws a SyntaxProblem where it cannot be read. */
export function parseTemplate(source: string): Program {
  const reader = new TokenReader(tokenize(source));
  const program = readProgram(reader);
  reader.take('end');
  controlWhiteSpace(program);
  return program;
}

const READERS: { readonly [Kind in TokenKind]?: (reader: TokenReader, first: Token) => Statement } = {
  content: (_reader, { text, start }) => ({ type: 'ContentStatement', original: text, value: text, start }),
  comment: (_reader, comment) => ({
    type: 'CommentStatement',
    strip: stripOf(comment, comment),
    start: comment.start,
  }),
  open: readMustache,
  openUnescaped: readMustache,
  openAmpersand: readMustache,
  openPartial: readPartial,
  openPartialBlock: (reader, open) => readPartialBlock(reader, { open, readProgram }),
  openBlock: (reader, open) => readBlock(reader, { open, readProgram }),
  openInverse: (reader, open) => readInverseBlock(reader, { open, readProgram }),
  openRaw: readRawBlock,
};

/** Reads up to what is no statement. */
function readProgram(reader: TokenReader): Program {
  const body: Statement[] = [];
  for (;;) {
    const { kind } = reader.peek();
    const read = READERS[kind];
    if (read === undefined) return { type: 'Program', body };
    body.push(read(reader, reader.take(kind)));
  }
}

function readMustache(reader: TokenReader, open: Token): Statement {
  const call = readCall(reader);
  const close = reader.take(open.kind === 'openUnescaped' ? 'closeUnescaped' : 'close');
  const type = open.text.endsWith('*') ? 'Decorator' : 'MustacheStatement';
  return { type, ...call, escaped: open.kind === 'open', strip: stripOf(open, close), start: open.start };
}

function readPartial(reader: TokenReader, open: Token): Statement {
  const name = readExpression(reader);
  const rest = readArguments(reader);
  return {
    type: 'PartialStatement',
    name,
    ...rest,
    strip: stripOf(open, reader.take('close')),
    indent: '',
    endsLine: false,
    start: open.start,
  };
}
