import { RecentValues } from '../model/collections';
import type { StateChange, StateStore } from '../model/ports';
import { keys, prefixes } from './keys';
import { readDue, type Due } from './stored';

/** More than the items of the pages that are being written. */
const MOST_REMEMBERED = 2000;

/**
 * The due marks of items. Those that were just committed are remembered, because they are asked for again when
 * the notes are planned and when they are written.
 */
export class DueMarks {
  private readonly recent = new RecentValues<Due>(MOST_REMEMBERED);

  constructor(private readonly state: StateStore) {}

  /** Marks in the order of the keys; null for an item that is not due. */
  async read(itemKeys: readonly string[]): Promise<readonly (Due | null)[]> {
    const marks = itemKeys.map((key) => this.recent.get(key));
    const unknown = itemKeys.filter((_, index) => marks[index] === null);
    if (unknown.length === 0) return marks;
    const stored = (await this.state.getMany(unknown.map(keys.due))).map(readDue);
    const found = new Map(unknown.map((key, index) => [key, stored[index] ?? null]));
    return itemKeys.map((key, index) => marks[index] ?? found.get(key) ?? null);
  }

  /** Commits changes, among which there may be marks. */
  async commit(changes: readonly StateChange[]): Promise<void> {
    await this.state.commit(changes);
    for (const change of changes) {
      const key = 'put' in change ? change.put : change.remove;
      if (!key.startsWith(prefixes.due)) continue;
      const itemKey = key.slice(prefixes.due.length);
      this.recent.forget(itemKey);
      const mark = 'put' in change ? readDue(change.value) : null;
      if (mark !== null) this.recent.put(itemKey, mark);
    }
  }
}
