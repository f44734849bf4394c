import type { Position } from '../handlebars-ast';
import { SyntaxProblem, unexpected } from './syntax-problem';
import type { TokenKind } from './token-rules';
import type { Token } from './tokenizer';

/** How deep blocks, branches and calls may stand in one another: what reads and renders the tree goes down in it by recursion. */
export const DEEPEST = 200;

/** Goes through the tokens of a template, and throws a SyntaxProblem at one that stands where it cannot. */
export class TokenReader {
  private index = 0;
  private depth = 0;
  private lastTag: Position | null = null;

  constructor(private readonly tokens: readonly Token[]) {}

  /** The token that comes next, or so many behind it; at the end the last one. */
  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new Error('A template has one token at least');
    return token;
  }

  isNext(...kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.peek().kind);
  }

  take(...kinds: readonly TokenKind[]): Token {
    const token = this.peek();
    // A text that ends too early is told where what is open begins.
    if (!kinds.includes(token.kind))
      throw unexpected(token.kind === 'end' ? { ...token, start: this.lastTag ?? token.start } : token);
    if (token.text.startsWith('{{')) this.lastTag = token.start;
    this.index += 1;
    return token;
  }

  /** Reads what stands one level deeper, from `start` on. */
  inside<Part>(start: Position, read: () => Part): Part {
    if (this.depth === DEEPEST)
      throw new SyntaxProblem(
        start,
        `Blocks and calls stand in one another more than ${String(DEEPEST)} deep.`,
      );
    this.depth += 1;
    const part = read();
    this.depth -= 1;
    return part;
  }
}
