import { isObject } from '../../model/collections';
import { inlineMarkdown } from '../markdown/write-line';
import { writePassage, type PassageGrammar } from '../markdown/write';
import { cleanText } from '../markdown/plain-text';
import { onOneLine, valueOfLines } from './settle';

/**
 * A text for templates, by Handlebars' protocol of safe strings: `{{x}}` writes `toHTML()`, markdown that does
 * nothing; `{{{x}}}` writes `toString()`, the text as it came.
 */
export class Text extends String {
  #safe: string | null = null;

  /** Computed on first use. */
  protected safeText(): string {
    return inlineMarkdown(this.toString());
  }

  toHTML(): string {
    this.#safe ??= this.safeText();
    return this.#safe;
  }
}

/** Untrusted light markdown of several lines, made harmless. */
export class Passage extends Text {
  readonly #grammar: PassageGrammar;

  /** `document-note`: the person's note on a document, in which headings are headings. */
  constructor(text: string, grammar: PassageGrammar = 'passage') {
    super(text);
    this.#grammar = grammar;
  }

  protected override safeText(): string {
    return valueOfLines(writePassage(this.toString(), this.#grammar));
  }
}

/** Safe markdown: results of helpers, and addresses. `raw` is the same without escapes. */
export class Markdown extends Text {
  readonly #markdown: string;

  constructor(markdown: string, raw = markdown) {
    super(raw);
    this.#markdown = markdown;
  }

  protected override safeText(): string {
    return this.#markdown;
  }
}

/** The path of a note, so that links keep its slashes. */
export class NotePath extends Text {}

/** A list that is written with commas. */
export class List extends Array<unknown> {
  /** `map` and the like return plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  toHTML(): string {
    return this.map(markdownOf).join(', ');
  }

  override toString(): string {
    return this.map(plainText).join(', ');
  }
}

export function listValue(values: readonly unknown[]): List {
  const list = new List();
  for (const value of values) list.push(templateValue(value));
  return list;
}

/** A text as a value; null where it is empty, so that `{{#if x}}` and `{{#x}}` treat it as false. */
export const textValue = (text: string): Text | null => (text === '' ? null : new Text(text));

/** A passage as a value; null where it is blank. */
export const passageValue = (text: string, grammar?: PassageGrammar): Passage | null =>
  text.trim() === '' ? null : new Passage(text, grammar);

/** What begins a line that is no paragraph. */
export const BLOCK_START = /^(?:[>|]|#{1,6}(?:\s|$)|[-+*][ \t]|\d{1,9}[.)][ \t]|```|~~~|\$\$)/;

/** Markdown of a person's own, as it came; null where it is blank. */
export function ownMarkdown(text: string): Markdown | null {
  const markdown = cleanText(text).trim();
  if (markdown === '') return null;
  const lines = markdown.split('\n');
  const start = BLOCK_START.test(markdown) ? '\n\n' : '';
  const end = BLOCK_START.test(lines.at(-1)?.trim() ?? '') ? '\n\n' : '';
  return new Markdown(valueOfLines(start + markdown + end), markdown);
}

/** An address from `webAddress` as a value, written as it is; null where there is none. */
export const addressValue = (safe: string): Markdown | null => (safe === '' ? null : new Markdown(safe));

/** The result of a helper as a value that is written safely. */
export function templateValue(result: unknown): unknown {
  if (typeof result === 'string') return textValue(result);
  if (result instanceof Text) return isEmptyValue(result) ? null : result;
  if (result instanceof List) return result;
  return Array.isArray(result) ? listValue(result) : result;
}

/** A value as plain text: for comparisons, text helpers and properties. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Text) return value.toString();
  return Array.isArray(value) ? value.map(plainText).join(', ') : '';
}

/** A value as safe markdown, as `{{value}}` writes it. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return inlineMarkdown(value);
  if (value instanceof Text) return value.toHTML();
  return Array.isArray(value) ? value.map(markdownOf).join(', ') : plainText(value);
}

/** A value as safe markdown on one line: passages lose their structure. */
export const inlineOf = (value: unknown): string =>
  onOneLine(markdownOf(value instanceof Passage ? value.toString() : value));

/** Whether `{{#if value}}` treats the value as false: null, false, zero, blank text, empty list. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Text) return value.trim() === '';
  return isObject(value) ? false : !value;
}

/** A value as a list: lists stay, empty values give none, anything else is one entry. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isEmptyValue(value) && value !== 0 ? [] : [value];
}

/** A value as a number, or null. */
export function numberOf(value: unknown): number | null {
  const text = plainText(value).trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
