import * as z from 'zod/mini';
import type { StateChange, StateStore } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { stateRange } from '../../store/read-state';
import { storedAs } from '../../store/stored';

const readPaths = storedAs(z.record(z.string(), z.string()));

/**
 * The notes that the last run made, with the paths they got. Those of a batch stand in one value: a first sync makes
 * thousands. What is known of such a note takes precedence over its image.
 */
export class MadeNotes {
  private readonly notes = new Map<string, { readonly path: string; readonly value: number }>();
  private lastValue = 0;

  static async read(state: StateStore): Promise<MadeNotes> {
    const made = new MadeNotes();
    for await (const values of stateRange(state, prefixes.made)) {
      for (const { key, value } of values) {
        made.lastValue = Number(key.slice(prefixes.made.length));
        made.remember(readPaths(value) ?? {});
      }
    }
    return made;
  }

  /** Paths by note key. */
  all(): ReadonlyMap<string, string> {
    return new Map([...this.notes].map(([noteKey, { path }]) => [noteKey, path]));
  }

  /** Null for a note that the run did not make. */
  pathOf(noteKey: string): string | null {
    return this.notes.get(noteKey)?.path ?? null;
  }

  /** @param paths by note key; at least one */
  add(paths: Readonly<Record<string, string>>): StateChange {
    this.lastValue += 1;
    this.remember(paths);
    return { put: keys.made(this.lastValue), value: paths };
  }

  /** Call for a note that another program made after all. */
  forget(noteKey: string): readonly StateChange[] {
    const forgotten = this.notes.get(noteKey);
    if (forgotten === undefined) return [];
    this.notes.delete(noteKey);
    const rest = [...this.notes].filter(([, { value }]) => value === forgotten.value);
    const paths = Object.fromEntries(rest.map(([key, { path }]) => [key, path]));
    return [{ put: keys.made(forgotten.value), value: paths }];
  }

  private remember(paths: Readonly<Record<string, string>>): void {
    for (const [noteKey, path] of Object.entries(paths))
      this.notes.set(noteKey, { path, value: this.lastValue });
  }
}
