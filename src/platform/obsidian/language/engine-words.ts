type Values = Readonly<Record<string, string | number>>;

export interface EngineLanguage {
  /** What the engine says, with names for what changes in it, by keys. */
  readonly english: Readonly<Record<string, string>>;
  /** The same in another language. */
  readonly spoken: Readonly<Record<string, string>>;
  readonly fill: (message: string, values: Values) => string;
}

/** A sentence of the engine, which speaks English to the terminal as well, in another language; one that is not known stays as it is. */
export function translated(text: string, { english, spoken, fill }: EngineLanguage): string {
  for (const [key, message] of Object.entries(english)) {
    const values = patternOf(message).exec(text);
    if (values !== null) return fill(spoken[key] ?? message, valuesOf(values.groups ?? {}));
  }
  return text;
}

const patternOf = (message: string): RegExp => new RegExp(`^${message.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\\\{(\w+)\\\}/g, '(?<$1>.+)')}$`);

/** A number is said as the language writes numbers. */
const valuesOf = (groups: Readonly<Record<string, string>>): Values => Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));
