import { isObject } from '../is-object';
import { inlineMarkdown } from '../markdown/inline';
import { passageMarkdown } from '../markdown/passage';

/** Markdown that is safe as it is: what helpers build, and addresses. `plain` is the same without escapes, for properties. */
export class Markdown {
  constructor(
    readonly markdown: string,
    readonly plain: string = markdown,
  ) {}

  toString(): string {
    return this.markdown;
  }
}

/** Light markdown from outside: helpers work on its source, output is its safe form, made when first asked for. */
export class Passage {
  private safe: string | null = null;

  constructor(readonly source: string) {}

  toString(): string {
    this.safe ??= passageMarkdown(this.source);
    return this.safe;
  }
}

/** A passage, or `''` where there is nothing to read, so that `{{#if}}` sees the difference. */
export function passage(source: string): Passage | '' {
  return source.trim() === '' ? '' : new Passage(source);
}

/** An address from `webAddress` as a value that is written as it is; `''` stays `''`. */
export function address(safe: string): Markdown | '' {
  return safe === '' ? '' : new Markdown(safe);
}

/** A value as the text a person means by it: for comparing, for helpers that work on text, and for properties. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Passage) return value.source;
  if (value instanceof Markdown) return value.plain;
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  return '';
}

/** A value as safe markdown: what `{{value}}` writes. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return inlineMarkdown(value);
  if (value instanceof Passage || value instanceof Markdown) return value.toString();
  if (Array.isArray(value)) return value.map(markdownOf).join(', ');
  return plainText(value);
}

/** A value as `{{{value}}}` writes it: text with nothing escaped. */
export function rawText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Passage || value instanceof Markdown) return value.toString();
  return Array.isArray(value) ? value.map(rawText).join(',') : plainText(value);
}

/** What an object, a list or a text has itself under a name; nothing of a prototype is ever meant. */
export function ownValue(from: unknown, name: string): unknown {
  const holder: unknown = isObject(from) ? from : Object(from);
  if (!isObject(holder) || !Object.hasOwn(holder, name)) return undefined;
  const value = holder[name];
  return typeof value === 'function' ? undefined : value;
}

/** A value as safe markdown on one line: a passage gives its words without its structure. */
export function inlineOf(value: unknown): string {
  return markdownOf(value instanceof Passage ? value.source : value);
}

/** Whether `{{#if value}}` takes the other branch: nothing, false, zero, no text, no entries. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Passage || value instanceof Markdown) return plainText(value).trim() === '';
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    Number.isNaN(value)
  );
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
