import { isGroup, isObject } from '../../model/collections';
import { inlineMarkdown } from '../markdown/write-line';
import { writePassage } from '../markdown/write';
import { spanning } from './rendered-text';

/**
 * Text for templates, using Handlebars' protocol of safe strings: `{{x}}` writes `toHTML()`, markdown without
 * active content; `{{{x}}}` writes `toString()`, the original.
 */
export abstract class TextValue {
  readonly #raw: string;
  #safe: string | null = null;

  constructor(raw: string) {
    this.#raw = raw;
  }

  /** Computed on first use. */
  protected abstract safeText(raw: string): string;

  toHTML(): string {
    this.#safe ??= this.safeText(this.#raw);
    return this.#safe;
  }

  toString(): string {
    return this.#raw;
  }
}

/** Plain text, with all markdown escaped. */
export class PlainText extends TextValue {
  protected safeText(raw: string): string {
    return inlineMarkdown(raw);
  }
}

/** Untrusted light markdown, made harmless. */
export class Passage extends TextValue {
  protected safeText(raw: string): string {
    return spanning(writePassage(raw));
  }
}

/** Safe markdown: results of helpers, and addresses. `raw` is the same without escapes. */
export class Markdown extends TextValue {
  readonly #markdown: string;

  constructor(markdown: string, raw = markdown) {
    super(raw);
    this.#markdown = markdown;
  }

  protected safeText(): string {
    return this.#markdown;
  }
}

/** A list that is written with commas. */
export class TextList extends Array<unknown> {
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

/** Turns a value of an item or helper into what templates get. */
export type Wrap = (value: unknown) => unknown;

/**
 * Wraps texts and lists so that they are written safely. Empty text becomes null, so that `{{#if x}}` and
 * `{{#x}}` treat it as false.
 */
export function templateValue(value: unknown): unknown {
  if (value === '') return null;
  if (typeof value === 'string') return new PlainText(value);
  if (value instanceof TextValue) return isEmptyValue(value) ? null : value;
  if (Array.isArray(value)) return TextList.from(value, templateValue);
  return isGroup(value) ? templateContext(value, templateValue) : value;
}

/** An object with fields that are wrapped on first use. */
export function templateContext(fields: object, wrap: Wrap): object {
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(fields, {
    get: (target, name) => {
      if (!wrapped.has(name)) wrapped.set(name, wrap(Reflect.get(target, name)));
      return wrapped.get(name);
    },
  });
}

/** A passage, or `''` if blank. */
export const passage = (source: string): Passage | '' => (source.trim() === '' ? '' : new Passage(source));

/** An address from `webAddress`, written as it is; `''` stays `''`. */
export const address = (safe: string): Markdown | '' => (safe === '' ? '' : new Markdown(safe));

/** A value as plain text: for comparisons, text helpers and properties. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof TextValue) return value.toString();
  return Array.isArray(value) ? value.map(plainText).join(', ') : '';
}

/** A value as safe markdown, as `{{value}}` writes it. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return inlineMarkdown(value);
  if (value instanceof TextValue) return value.toHTML();
  return Array.isArray(value) ? value.map(markdownOf).join(', ') : plainText(value);
}

/** A value as safe markdown on one line: passages lose their structure. */
export function inlineOf(value: unknown): string {
  return markdownOf(value instanceof Passage ? value.toString() : value);
}

/** Whether `{{#if value}}` treats the value as false: null, false, zero, blank text, empty list. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof TextValue) return value.toString().trim() === '';
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
