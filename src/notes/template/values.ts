import { isGroup, isObject } from '../../model/collections';
import { inlineMarkdown } from '../markdown/inline';
import { passageMarkdown } from '../markdown/passage';

/**
 * Text that a template writes, by Handlebars' own protocol of safe strings: `{{x}}` writes `toHTML()`,
 * markdown in which nothing acts, and `{{{x}}}` writes `toString()`, the text as it came.
 */
export abstract class TextValue {
  readonly #raw: string;
  #safe: string | null = null;

  constructor(raw: string) {
    this.#raw = raw;
  }

  /** Made when it is first asked for. */
  protected abstract safeText(raw: string): string;

  toHTML(): string {
    this.#safe ??= this.safeText(this.#raw);
    return this.#safe;
  }

  toString(): string {
    return this.#raw;
  }
}

/** Plain text, written with everything escaped that markdown would act on. */
export class PlainText extends TextValue {
  protected safeText(raw: string): string {
    return inlineMarkdown(raw);
  }
}

/** Light markdown from outside, of which the harmless part is kept. */
export class Passage extends TextValue {
  protected safeText(raw: string): string {
    return passageMarkdown(raw);
  }
}

/**
 * Markdown that is safe as it is: what helpers build, and addresses. `raw` is the same with nothing escaped.
 */
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

/** A list that is written with commas between its entries. */
export class TextList extends Array<unknown> {
  /** What is made of a list by `map` and the like is an ordinary one. */
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

/** Makes a value of an item, or of a helper, what templates are to have in its place. */
export type Wrap = (value: unknown) => unknown;

/**
 * Texts and lists that write themselves safely; null for a text with nothing in it, so that `{{#if x}}` and
 * `{{#x}}` see that.
 */
export function templateValue(value: unknown): unknown {
  if (value === '') return null;
  if (typeof value === 'string') return new PlainText(value);
  if (value instanceof TextValue) return isEmptyValue(value) ? null : value;
  if (Array.isArray(value)) return TextList.from(value, templateValue);
  return isGroup(value) ? templateContext(value, templateValue) : value;
}

/** What a template sees of an object: each field wrapped when it is first asked for. */
export function templateContext(fields: object, wrap: Wrap): object {
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(fields, {
    get: (target, name) => {
      if (!wrapped.has(name)) wrapped.set(name, wrap(Reflect.get(target, name)));
      return wrapped.get(name);
    },
  });
}

/** A passage, or `''` where there is nothing to read. */
export const passage = (source: string): Passage | '' => (source.trim() === '' ? '' : new Passage(source));

/** An address from `webAddress` as a value that is written as it is; `''` stays `''`. */
export const address = (safe: string): Markdown | '' => (safe === '' ? '' : new Markdown(safe));

/**
 * A value as the text a person means by it: for comparing, for helpers that work on text, and for properties.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof TextValue) return value.toString();
  return Array.isArray(value) ? value.map(plainText).join(', ') : '';
}

/** A value as safe markdown: what `{{value}}` writes. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return inlineMarkdown(value);
  if (value instanceof TextValue) return value.toHTML();
  return Array.isArray(value) ? value.map(markdownOf).join(', ') : plainText(value);
}

/** A value as safe markdown on one line: a passage gives its words without its structure. */
export function inlineOf(value: unknown): string {
  return markdownOf(value instanceof Passage ? value.toString() : value);
}

/** Whether `{{#if value}}` takes the other branch: nothing, false, zero, no text, no entries. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof TextValue) return value.toString().trim() === '';
  return isObject(value) ? false : !value;
}

/** A value as a list: a list is itself, nothing is no entries, anything else is one entry. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isEmptyValue(value) && value !== 0 ? [] : [value];
}

/** A value as a number, or null when it is none. */
export function numberOf(value: unknown): number | null {
  const text = plainText(value).trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
