import { compareText } from '../../model/record';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { readWords, type StoredWords } from '../../store/stored';
import { readOne } from '../../store/read-one';

export type StandingWord = keyof StoredWords;

/**
 * What a person said about single items: let its note go, keep it, bring it back. A word stands, over restarts, until it is done or
 * the service says otherwise; two words about one item do not, the later one counts.
 */
export class StandingWords {
  private constructor(
    private readonly words: Map<string, StandingWord>,
    private stored: string,
  ) {}

  static async read(state: StateStore): Promise<StandingWords> {
    const stored = await readOne(state, keys.words, readWords);
    const words = new Map(STANDING_WORDS.flatMap((word) => stored[word].map((key) => [key, word] as const)));
    return new StandingWords(words, written(words));
  }

  of(itemKey: string): StandingWord | null {
    return this.words.get(itemKey) ?? null;
  }

  say(word: StandingWord, itemKeys: readonly string[]): void {
    for (const key of itemKeys) this.words.set(key, word);
  }

  /** What was said about the item is done, or has nothing to be about any more. */
  forget(itemKey: string): void {
    this.words.delete(itemKey);
  }

  /** What is to be committed since the last call; to be committed with the deed itself. */
  takeChanges(): readonly StateChange[] {
    const now = written(this.words);
    if (now === this.stored) return [];
    this.stored = now;
    return [this.words.size === 0 ? { remove: keys.words } : { put: keys.words, value: byWord(this.words) }];
  }
}

const STANDING_WORDS = ['remove', 'keep', 'restore'] as const;

function byWord(words: ReadonlyMap<string, StandingWord>): StoredWords {
  const of = (wanted: StandingWord): string[] =>
    [...words].flatMap(([key, word]) => (word === wanted ? [key] : [])).sort(compareText);
  return { remove: of('remove'), keep: of('keep'), restore: of('restore') };
}

const written = (words: ReadonlyMap<string, StandingWord>): string => JSON.stringify(byWord(words));
