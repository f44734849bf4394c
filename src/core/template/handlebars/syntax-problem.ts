import type { Position } from '../handlebars-ast';
import type { TokenKind } from './token-rules';
import type { Token } from './tokenizer';

/** Why a template cannot be read, in plain words, and where. */
export class SyntaxProblem extends Error {
  constructor(
    readonly at: Position,
    message: string,
  ) {
    super(message);
  }
}

const TOO_EARLY = 'The tag ends too early: a name, a quote or a ) is missing.';

const WHAT_WAS_FOUND: { readonly [Kind in TokenKind]?: string } = {
  end: 'The text ends before a {{tag}} is closed with }}, or a {{#block}} with its {{/block}}.',
  invalid: 'This is not part of a {{tag}}: is a closing }} missing?',
  nul: 'This text holds the character NUL, which a template cannot.',
  commentWithoutEnd: 'This comment is not closed with --}}.',
  rawWithoutEnd: 'The text ends before a {{{{block}}}} is closed with its {{{{/block}}}}.',
  close: TOO_EARLY,
  closeUnescaped: TOO_EARLY,
  closeBlock: 'This closes a block that was not opened, or another than the last one opened.',
};

/** The problem that a token stands where it cannot. */
export const unexpected = ({ kind, start }: Token): SyntaxProblem =>
  new SyntaxProblem(start, WHAT_WAS_FOUND[kind] ?? 'This tag cannot be read.');
