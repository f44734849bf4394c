import type { Warnings } from './warnings';

export type MustacheToken =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'tag';
      /** `''` for a value. */
      readonly sign: '' | '#' | '^' | '/' | '>';
      readonly code: string;
      readonly at: number;
    };

const SIGNS = ['#', '^', '/', '>'] as const;
const BLANK_LINE_BEFORE = /(?:^|\n)[ \t]*$/;
const LINE_END_BEHIND = /[ \t]*(?:\n|$)/y;

/** Cuts Mustache or Handlebars into its tokens. Tags that stand alone on a line have taken it with them. */
export class MustacheTokens {
  private readonly tokens: MustacheToken[] = [];
  private isAtLineStart = true;
  private trimsNext = false;

  constructor(
    private readonly source: string,
    private readonly warnings: Warnings,
    private position: number,
  ) {}

  read(): readonly MustacheToken[] {
    for (
      let index = this.source.indexOf('{{', this.position);
      index !== -1;
      index = this.source.indexOf('{{', this.position)
    ) {
      if (!this.tag(index)) break;
    }
    this.text(this.position, this.source.length);
    return this.tokens;
  }

  /** Whether the tag there is closed. */
  private tag(index: number): boolean {
    if (this.source.charAt(index - 1) === '\\' && index - 1 >= this.position) {
      this.escaped(index);
      return true;
    }
    const closing = this.closingAt(index);
    const end = this.source.indexOf(closing, index + 2);
    if (end === -1) {
      this.warnings.add(index, 'This {{ is not closed: it is left as text.');
      return false;
    }
    const from = index + (closing === '}}}' ? 3 : 2);
    this.inside({ index, from, end, next: end + closing.length });
    return true;
  }

  private closingAt(index: number): string {
    if (/^\{\{~?!--/.test(this.source.slice(index, index + 6)))
      return this.source.includes('--}}', index) ? '--}}' : '--~}}';
    return this.source.startsWith('{{{', index) ? '}}}' : '}}';
  }

  private escaped(index: number): void {
    this.text(this.position, index - 1);
    const end = this.source.indexOf('}}', index);
    this.text(index, end === -1 ? index + 2 : end + 2);
    this.position = end === -1 ? index + 2 : end + 2;
  }

  private inside({
    index,
    from,
    end,
    next,
  }: {
    readonly index: number;
    readonly from: number;
    readonly end: number;
    readonly next: number;
  }): void {
    const inside = this.source.slice(from, end);
    const [trimsBefore, trimsAfter] = [inside.startsWith('~'), inside.endsWith('~')];
    const bare = inside.slice(trimsBefore ? 1 : 0, trimsAfter ? -1 : undefined);
    const lead = /^\s*/.exec(bare)?.[0].length ?? 0;
    const code = bare.trim();
    const at = from + (trimsBefore ? 1 : 0) + lead;
    const isOfBlock = /^[#^/!=]|^else\b/.test(code);
    LINE_END_BEHIND.lastIndex = next;
    const behind = isOfBlock ? LINE_END_BEHIND.exec(this.source) : null;
    const before = this.source.slice(this.position, index);
    const isAlone =
      behind !== null && BLANK_LINE_BEFORE.test(before) && (before.includes('\n') || this.isAtLineStart);
    const kept = trimsBefore
      ? before.trimEnd().length
      : isAlone
        ? before.replace(/[ \t]+$/, '').length
        : before.length;
    this.text(this.position, this.position + kept);
    this.position = isAlone ? next + behind[0].length : next;
    this.isAtLineStart = isAlone;
    this.trimsNext = trimsAfter;
    this.sign(code, at);
  }

  private sign(code: string, at: number): void {
    if (code.startsWith('!')) return;
    if (code.startsWith('=')) {
      this.warnings.add(at, 'Other marks than {{ and }} cannot be converted.');
      return;
    }
    const sign = SIGNS.find((each) => code.startsWith(each)) ?? '';
    const rest = code.slice(sign === '' && code.startsWith('&') ? 1 : sign.length);
    const lead = rest.length - rest.trimStart().length;
    this.tokens.push({ kind: 'tag', sign, code: rest.trim(), at: at + code.length - rest.length + lead });
  }

  private text(from: number, to: number): void {
    const whole = this.source.slice(from, to);
    const cut = this.trimsNext ? whole.length - whole.trimStart().length : 0;
    this.trimsNext = false;
    if (cut < whole.length) this.tokens.push({ kind: 'text', text: whole.slice(cut), at: from + cut });
  }
}
