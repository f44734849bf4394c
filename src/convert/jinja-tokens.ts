import type { Warnings } from './warnings';

/** `code` is what stands inside the tag; `at` is where it begins. */
export type JinjaToken =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'output'; readonly code: string; readonly at: number }
  | { readonly kind: 'tag'; readonly name: string; readonly code: string; readonly at: number };

const OPENING = /\{[{%#]/g;
const CLOSING: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };
const RAW_TAGS: ReadonlySet<string> = new Set(['raw', 'verbatim']);

/** Cuts text of the Jinja family into its tokens, with `-` already done to the text beside them. */
export class JinjaTokens {
  private readonly tokens: JinjaToken[] = [];
  private trimsNext = false;
  private quotesMatter = true;

  constructor(
    private readonly source: string,
    private readonly warnings: Warnings,
    private position: number,
  ) {}

  read(): readonly JinjaToken[] {
    for (let opening = this.nextOpening(); opening !== null; opening = this.nextOpening()) {
      const end = this.endOfTag(opening.index + 2, CLOSING[opening.mark] ?? '');
      if (end === -1) {
        this.warnings.add(opening.index, `This ${opening.mark} is not closed: it is left as text.`);
        break;
      }
      this.tag(opening, end);
    }
    this.text(this.source.length);
    return this.tokens;
  }

  private nextOpening(): { readonly mark: string; readonly index: number } | null {
    OPENING.lastIndex = this.position;
    const match = OPENING.exec(this.source);
    return match === null ? null : { mark: match[0], index: match.index };
  }

  private tag({ mark, index }: { readonly mark: string; readonly index: number }, end: number): void {
    const inside = this.source.slice(index + 2, end);
    const before = /^[-+]/.exec(inside)?.[0] ?? '';
    const after = /[-+]$/.exec(inside.slice(before.length))?.[0] ?? '';
    this.text(index, before === '-');
    this.position = end + 2;
    this.trimsNext = after === '-';
    if (mark === '{#') return;
    const written = inside.slice(before.length, inside.length - after.length);
    const lead = /^\s*/.exec(written)?.[0].length ?? 0;
    const at = index + 2 + before.length + lead;
    const code = written.trim();
    if (mark === '{{') this.tokens.push({ kind: 'output', code, at });
    else this.statement(code, at);
  }

  private statement(code: string, at: number): void {
    const name = /^\w+/.exec(code)?.[0] ?? '';
    if (RAW_TAGS.has(name)) {
      this.raw(name, at);
      return;
    }
    const rest = code.slice(name.length);
    const lead = /^\s*/.exec(rest)?.[0].length ?? 0;
    this.tokens.push({
      kind: 'tag',
      name,
      code: rest.trim(),
      at: name === '' ? at : at + name.length + lead,
    });
  }

  private raw(name: string, at: number): void {
    const closing = new RegExp(`\\{%([-+]?)\\s*end${name}\\s*([-+]?)%\\}`, 'g');
    closing.lastIndex = this.position;
    const end = closing.exec(this.source);
    if (end === null) this.warnings.add(at, `{% ${name} %} is not closed: the rest is left as text.`);
    this.text(end?.index ?? this.source.length, end?.[1] === '-');
    this.position = end === null ? this.source.length : end.index + end[0].length;
    this.trimsNext = end?.[2] === '-';
  }

  private text(end: number, trimsEnd = false): void {
    const whole = this.source.slice(this.position, end);
    const cut = this.trimsNext ? whole.length - whole.trimStart().length : 0;
    const text = trimsEnd ? whole.slice(cut).trimEnd() : whole.slice(cut);
    if (text !== '') this.tokens.push({ kind: 'text', text, at: this.position + cut });
    this.position = end;
    this.trimsNext = false;
  }

  /** A closing mark inside a quoted text closes nothing, unless there is no other. */
  private endOfTag(from: number, closing: string): number {
    if (closing === '#}' || !this.quotesMatter) return this.source.indexOf(closing, from);
    let quote = '';
    for (let index = from; index < this.source.length; index += 1) {
      const character = this.source.charAt(index);
      if (quote !== '') {
        if (character === '\\') index += 1;
        else if (character === quote) quote = '';
      } else if (character === '"' || character === "'") quote = character;
      else if (this.source.startsWith(closing, index)) return index;
    }
    this.quotesMatter = false;
    return this.source.indexOf(closing, from);
  }
}
