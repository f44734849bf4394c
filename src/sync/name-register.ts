import { clashKeysOf, type LayOut } from '../core/layout/layout';
import { itemKeyOf } from '../core/layout/note-part';
import { clashKeyOfPath } from '../core/library/naming';
import { compareText, type ItemRecord } from '../core/library/record';
import type { StateChange, StateStore } from '../ports';
import { keys, prefixes } from './keys';
import type { RecordBatch } from './record-batch';
import { stateRange } from './state-range';
import { readKeys, readRecord } from './stored';

export interface NameChanges {
  readonly changes: readonly StateChange[];
  /** Items whose notes' names are touched by another's coming, going or new title. */
  readonly touched: ReadonlySet<string>;
}

/** Which notes would bear the same name. */
export class NameRegister {
  constructor(
    private readonly state: StateStore,
    private readonly layOut: LayOut,
  ) {}

  /** What a change of records changes in the register. */
  async changesBy(batch: RecordBatch, changed: ReadonlyMap<string, ItemRecord>): Promise<NameChanges> {
    const moves = batch.nameMoves(changed, this.layOut);
    const names = [...moves.keys()];
    const groups = (await this.state.getMany(names.map(keys.clash))).map(readKeys);
    const touched = new Set<string>();
    const changes = names.map((name, index): StateChange => {
      const before = groups[index] ?? [];
      const { leaving, joining } = moves.get(name) ?? { leaving: new Set(), joining: new Set() };
      const after = [...new Set([...before.filter((key) => !leaving.has(key)), ...joining])].sort(compareText);
      for (const key of before.map(itemKeyOf)) if (!batch.absorbed().has(key)) touched.add(key);
      return after.length === 0 ? { remove: keys.clash(name) } : { put: keys.clash(name), value: after };
    });
    return { changes, touched };
  }

  /** The items of all notes that would have the names of notes at these paths. */
  async claimants(paths: readonly string[]): Promise<readonly string[]> {
    const names = [...new Set(paths.map(clashKeyOfPath))];
    const members = (await this.state.getMany(names.map(keys.clash))).flatMap(readKeys);
    return [...new Set(members.map(itemKeyOf))];
  }

  /** Makes the register anew: places may be others now. */
  async rebuild(): Promise<void> {
    const named = new Map<string, string[]>();
    for await (const entries of stateRange(this.state, prefixes.item)) {
      for (const [noteKey, name] of entries.flatMap(({ value }) => [...clashKeysOf(readRecord(value), this.layOut)])) {
        const members = named.get(name) ?? [];
        members.push(noteKey);
        named.set(name, members);
      }
    }
    for await (const entries of stateRange(this.state, prefixes.clash)) await this.state.commit(entries.map(({ key }) => ({ remove: key })));
    await this.state.commit([...named].map(([name, members]) => ({ put: keys.clash(name), value: members.sort(compareText) })));
  }
}
