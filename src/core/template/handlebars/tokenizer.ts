import type { Position } from '../handlebars-ast';
import { ESCAPED_TAG, RAW_RULES, TAG_RULES, type Rule, type TokenKind } from './token-rules';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: Position;
}

/** What the next characters are part of; `broken` where nothing can follow that has a meaning. */
type Mode = 'text' | 'tag' | 'raw' | 'broken';

/** What follows a token of a tag, where it is not more of the tag. */
const AFTER: { readonly [Kind in TokenKind]?: Mode } = {
  comment: 'text',
  else: 'text',
  close: 'text',
  closeUnescaped: 'text',
  closeRaw: 'raw',
  invalid: 'broken',
  commentWithoutEnd: 'broken',
};

/** Cuts a template into its tokens. The last one is `end`, or one that the language does not have. */
export function tokenize(source: string): readonly Token[] {
  return new Tokenizer(source).run();
}

class Tokenizer {
  private readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private rawBlocks = 0;

  constructor(private readonly source: string) {}

  run(): readonly Token[] {
    let mode: Mode = 'text';
    while (mode !== 'broken' && this.at < this.source.length) mode = this.step(mode);
    if (mode !== 'broken') this.add('end', '');
    return this.tokens;
  }

  private step(mode: 'text' | 'tag' | 'raw'): Mode {
    switch (mode) {
      case 'text':
        return this.text();
      case 'tag':
        return this.tag();
      case 'raw':
        return this.raw();
    }
  }

  /** Text up to a tag. One backslash before the tag makes text of it, two are one that stands before it. */
  private text(): Mode {
    const next = this.source.indexOf('{{', this.at);
    const text = this.source.slice(this.at, next === -1 ? undefined : next);
    const isEscape = next !== -1 && text.endsWith('\\');
    this.addContent(isEscape ? text.slice(0, -1) : text);
    this.pass(text);
    if (!isEscape || text.endsWith('\\\\')) return 'tag';
    const [, escaped] = this.match([ESCAPED_TAG]);
    this.addContent(escaped);
    this.pass(escaped);
    return 'text';
  }

  private tag(): Mode {
    const [kind, text] = this.match(TAG_RULES);
    if (kind !== 'space') this.add(kind, text);
    if (kind === 'closeRaw') this.rawBlocks = 1;
    this.pass(text);
    return AFTER[kind] ?? 'tag';
  }

  /** In a raw block others may stand, which are text like all that is in it. */
  private raw(): Mode {
    const [kind, text] = this.match(RAW_RULES);
    if (kind === 'rawStart') this.rawBlocks += 1;
    if (kind === 'rawEnd') this.rawBlocks -= 1;
    if (kind === 'rawWithoutEnd' || this.rawBlocks === 0) this.add(kind, text);
    else this.addContent(text);
    this.pass(text);
    if (kind === 'rawWithoutEnd') return 'broken';
    return this.rawBlocks === 0 ? 'text' : 'raw';
  }

  private match(rules: readonly Rule[]): readonly [kind: TokenKind, text: string] {
    for (const [kind, pattern] of rules) {
      pattern.lastIndex = this.at;
      const text = pattern.exec(this.source)?.[0];
      if (text !== undefined) return [kind, text];
    }
    return ['invalid', ''];
  }

  private addContent(text: string): void {
    if (text !== '') this.add(text.includes('\0') ? 'nul' : 'content', text);
  }

  private add(kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, start: { line: this.line, column: this.at - this.lineStart } });
  }

  private pass(text: string): void {
    for (const found of text.matchAll(/\r\n?|\n/g)) {
      this.line += 1;
      this.lineStart = this.at + found.index + found[0].length;
    }
    this.at += text.length;
  }
}
