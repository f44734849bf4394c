import { Lexer, Parser } from 'yaml';

/** Far deeper than properties are. */
const DEEPEST = 50;

/** What opens a list or a mapping. Fewer of them cannot nest too deep, whatever they mean. */
const OPENING = /[[{:]|[-?](?=[\s,[\]{}]|$)/g;
const TOO_FEW = 20;

/**
 * The line (from 0) at which YAML is nested too deep to be read; null if it may be read. The library goes from
 * level to level by recursion, and thousands of brackets end it together with the program. Its parser, which
 * comes before that, takes sign by sign and keeps the open levels in a list, whose length is the depth.
 */
export function tooDeepLine(yaml: string): number | null {
  if ((yaml.match(OPENING)?.length ?? 0) < TOO_FEW) return null;
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(yaml)) {
    // The documents that it yields are not needed.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > DEEPEST) return yaml.slice(0, parser.offset).split('\n').length - 1;
  }
  return null;
}
