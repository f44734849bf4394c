import type { Plural } from './messages';

/** By their names in messages. */
export type Values = Readonly<Record<string, string | number>>;

/** What stands in a message for a value: `{name}`. Double braces belong to templates of notes, and stay. */
const PLACEHOLDER = /\{\{.*?\}\}|\{(\w+)\}/g;

/** Puts values into messages, with the plural forms, numbers, lists and dates of a language. */
export class Speech {
  private rules: Intl.PluralRules | null = null;
  private numbers: Intl.NumberFormat | null = null;
  private lists: Intl.ListFormat | null = null;

  /** `listType`: how members of a list are joined where no word for "and" stands between them. */
  constructor(
    private readonly language: string,
    private readonly listType: string,
  ) {}

  /** Numbers are written as the language writes them. What has no value stays as it is. */
  fill(message: string, values: Values): string {
    return message.replace(PLACEHOLDER, (whole, name: string | undefined) => {
      const value = name === undefined ? undefined : values[name];
      return typeof value === 'number' ? this.number(value) : (value ?? whole);
    });
  }

  /** The form of the message for `{count}`, with other values where it has any. */
  plural(message: Plural, count: number, values: Values = {}): string {
    this.rules ??= new Intl.PluralRules(this.language);
    return this.fill(message[this.rules.select(count)] ?? message.other, { ...values, count });
  }

  number(value: number): string {
    this.numbers ??= new Intl.NumberFormat(this.language);
    return this.numbers.format(value);
  }

  list(members: readonly string[]): string {
    this.lists ??= new Intl.ListFormat(
      this.language,
      this.listType === 'conjunction' ? { type: 'conjunction' } : { type: 'unit', style: 'short' },
    );
    return this.lists.format(members);
  }

  /** With a word for "and" or "or" before the last. */
  joined(members: readonly string[], type: 'conjunction' | 'disjunction'): string {
    return new Intl.ListFormat(this.language, { type }).format(members);
  }

  /** A day of the calendar (`2026-11-22`), whatever the zone. */
  day(day: string): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(day),
    );
  }

  /** A moment (ISO 8601 or milliseconds), in the device's zone. */
  moment(moment: string | number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(moment),
    );
  }
}
