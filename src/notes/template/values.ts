import { isObject } from '../../model/collections';
import { inlineMarkdown } from '../markdown/write-line';
import { writePassage, type PassageGrammar } from '../markdown/write';
import { cleanText, oneLine } from '../../model/clean-text';
import { unwrap, wordsIn, type Words } from '../markdown/unwrap';
import { onOneLine, valueOfLines } from './settle';

/**
 * A text that is not written as one plain line; any other text of a template is a string. As a `String` it is the
 * text as it came, for comparisons, text helpers and properties.
 */
export abstract class RichText extends String {
  /** Markdown that does nothing. */
  abstract toMarkdown(): string;
}

/** Untrusted light markdown of several lines, made harmless. */
export class Passage extends RichText {
  readonly #grammar: PassageGrammar;
  readonly #words: () => Words;

  /**
   * `document-note`: the person's note on a document, in which headings are headings. `words`: those of the whole
   * item, where they are at hand.
   */
  constructor(text: string, grammar: PassageGrammar = 'passage', words: () => Words = () => wordsIn([text])) {
    super(text);
    this.#grammar = grammar;
    this.#words = words;
  }

  /** The same with its paragraphs on one line each. */
  unwrapped(): Passage {
    return new Passage(unwrap(this.toString(), this.#words), this.#grammar, this.#words);
  }

  override toMarkdown(): string {
    return valueOfLines(writePassage(this.toString(), this.#grammar));
  }
}

/** Safe markdown: results of helpers, and addresses. `raw` is the same without escapes. */
export class Markdown extends RichText {
  readonly #markdown: string;

  constructor(markdown: string, raw = markdown) {
    super(raw);
    this.#markdown = markdown;
  }

  override toMarkdown(): string {
    return this.#markdown;
  }
}

/** The path of a note, so that links keep its slashes. */
export class NotePath extends RichText {
  override toMarkdown(): string {
    return inlineMarkdown(this.toString());
  }
}

/** A text as a value; null where it is blank, so that `{{#if x}}` and `{{#x}}` treat it as false. */
export const textValue = (text: string): string | null => (text.trim() === '' ? null : text);

/** A passage as a value; null where it is blank. */
export const passageValue = (text: string, grammar?: PassageGrammar, words?: () => Words): Passage | null =>
  text.trim() === '' ? null : new Passage(text, grammar, words);

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

/** The result of a helper as a value; null where it is blank. */
export function templateValue(result: unknown): unknown {
  if (typeof result === 'string') return textValue(result);
  return result instanceof RichText && isEmptyValue(result) ? null : result;
}

/** A value as plain text: for comparisons and text helpers. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof RichText) return value.toString();
  return Array.isArray(value) ? value.map(plainText).join(', ') : '';
}

/** What Obsidian opens where it is a whole property: the first bracket of a link, the scheme of an address. */
const OPENS = /^\s*(?:\[(?=\[.*\]\]\s*$)|[a-z][a-z\d+.-]*:(?=\/\/|\S+\s*$))/i;

/**
 * A value as a property or a part of one: nothing opens a text of the service. Links and addresses that a helper
 * or an address field made stay.
 */
export function propertyText(value: unknown): string {
  if (Array.isArray(value)) return value.map(propertyText).join(', ');
  const text = plainText(value);
  return value instanceof Markdown ? text : oneLine(text).replace(OPENS, '$& ');
}

/** A value as safe markdown, as `{{value}}` writes it: a list with commas. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return inlineMarkdown(value);
  if (value instanceof RichText) return value.toMarkdown();
  return Array.isArray(value) ? value.map(markdownOf).join(', ') : plainText(value);
}

/** A value as safe markdown on one line: passages lose their structure. */
export const inlineOf = (value: unknown): string =>
  onOneLine(markdownOf(value instanceof Passage ? value.toString() : value));

/** Whether `{{#if value}}` treats the value as false: null, false, zero, empty text, empty list. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof RichText) return value.toString().trim() === '';
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
