import type { EngineMessages, Plural } from './messages';
import type { Speech } from './speech';

type Values = Readonly<Record<string, string | number>>;

export interface EngineLanguage {
  /** What the engine says, with names for what changes in it, by keys. */
  readonly english: EngineMessages;
  /** The same in another language. */
  readonly spoken: EngineMessages;
  readonly speech: Pick<Speech, 'fill' | 'plural'>;
}

interface Pattern {
  readonly shape: RegExp;
  readonly spoken: string | Plural;
}

/** What stands here is said by the engine as well, or the message is another one. */
const OURS = /^(?:doing|what)$/;
/** What stands here may be said by the engine, or by somebody else. */
const MAYBE_OURS = /^(?:why|of|notes|chain|choices)$/;
const NUMBER = /^(?:count|total|least|most|number|line|column|page)$/;
const SHAPES: Readonly<Record<string, string>> = { key: '[\\w.-]+', sign: '\\S+' };

/** A long text that nobody knows may end in many places, and is not worth trying them all. */
const MOST_LOOKS = 1000;

/** Where a sentence may end, or one of several problems. */
const BREAK = /([.?!)]?) |; /g;

/** Says what the engine says in another language. The engine itself speaks English, to the terminal as well. */
export class EngineWords {
  private patterns: readonly Pattern[] | null = null;
  private looksLeft = 0;

  constructor(private readonly language: EngineLanguage) {}

  /** What nobody has translated stays as it is. */
  translated(text: string): string {
    this.looksLeft = MOST_LOOKS;
    return this.known(text) ?? text;
  }

  /** One message or several, each of them as short as may be. Null when one is not known. */
  private known(text: string): string | null {
    for (const { index, 0: found, 1: stop = '' } of text.matchAll(BREAK)) {
      if (found === ' ') continue;
      const first = this.single(text.slice(0, index) + stop);
      const rest = first === null ? null : this.known(text.slice(index + found.length));
      // Where a sentence ends so, no space comes after it.
      if (first !== null && rest !== null)
        return `${first}${first.endsWith('。') ? '' : found.slice(stop.length)}${rest}`;
    }
    return this.single(text);
  }

  private single(text: string): string | null {
    this.looksLeft -= 1;
    if (this.looksLeft < 0) return null;
    this.patterns ??= patternsOf(this.language);
    const { speech } = this.language;
    for (const { shape, spoken } of this.patterns) {
      const found = shape.exec(text);
      const values = found === null ? null : this.valuesOf(found.groups ?? {});
      if (values !== null)
        return typeof spoken === 'string'
          ? speech.fill(spoken, values)
          : speech.plural(spoken, Number(values['count']), values);
    }
    return null;
  }

  /** Null when one of them cannot stand there. */
  private valuesOf(groups: Readonly<Record<string, string>>): Values | null {
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(groups)) {
      const isOurs = OURS.test(name);
      const said = isOurs || MAYBE_OURS.test(name) ? this.known(value) : null;
      if (isOurs && said === null) return null;
      values[name] = NUMBER.test(name) ? Number(value) : (said ?? value);
    }
    return values;
  }
}

const patternsOf = ({ english, spoken }: EngineLanguage): readonly Pattern[] =>
  Object.entries(english).flatMap(([key, message]) =>
    (typeof message === 'string' ? [message] : Object.values(message)).map((form) => ({
      shape: shapeOf(form),
      spoken: spoken[key] ?? message,
    })),
  );

/** Double braces belong to templates of notes, as in what `Speech` fills in. */
function shapeOf(message: string): RegExp {
  const parts = message.split(/(\{\{.*?\}\}|\{[a-z]+\})/).map((part) => {
    const name = /^\{([a-z]+)\}$/.exec(part)?.[1];
    return name === undefined
      ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      : `(?<${name}>${NUMBER.test(name) ? '\\d+' : (SHAPES[name] ?? '.+?')})`;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}
