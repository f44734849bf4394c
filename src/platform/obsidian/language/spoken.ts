import type { Plural } from './messages';
import type { Speech, Values } from './speech';

export type Counting = (count: number, values?: Values) => string;

/** Messages as they are said: what has plural forms is a function of the count, and of other values where it has any. */
export type Spoken<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string
    ? string
    : Plural extends Group[Key]
      ? Counting
      : Spoken<Group[Key]>;
};

export function spoken<Group extends object>(group: Group, speech: Speech): Spoken<Group>;
export function spoken(group: Readonly<Record<string, string | Plural | object>>, speech: Speech): object {
  return Object.fromEntries(
    Object.entries(group).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? message
        : isPlural(message)
          ? (count: number, values?: Values) => speech.plural(message, count, values)
          : spoken(message, speech),
    ]),
  );
}

const CATEGORY = /^(?:zero|one|two|few|many|other)$/;

const isPlural = (message: object): message is Plural =>
  Object.keys(message).every((key) => CATEGORY.test(key));
