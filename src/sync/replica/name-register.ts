import { addToList } from '../../core/add-to-list';
import { clashKeysOf, type LayOut } from '../../core/layout/layout';
import { itemKeyOf } from '../../core/layout/note-part';
import { bearerOf, clashKeyOfPath } from '../../core/library/naming';
import { compareText, type ItemRecord } from '../../core/library/record';
import type { Pace } from '../../pace';
import type { StateChange, StateStore } from '../../ports';
import { keys, prefixes } from '../state/keys';
import type { RecordBatch } from './record-batch';
import { stateRange } from '../state/state-range';
import { readKeys } from '../state/stored';

export interface NameChanges {
  readonly changes: readonly StateChange[];
  /** Items whose notes' names are others by another's coming, going or new title. */
  readonly touched: ReadonlySet<string>;
}

/** The names of all notes, one record after the other. */
export interface NewNames {
  readonly take: (record: ItemRecord) => void;
  readonly commit: (pace: Pace) => Promise<void>;
}

/** Names put into the state at once. */
const AT_ONCE = 500;

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
      const after = [...new Set([...before.filter((key) => !leaving.has(key)), ...joining])].sort(
        compareText,
      );
      const [bore, bears] = [bearerOf(before), bearerOf(after)];
      // The others' names have their ids in them either way.
      if (bore !== bears)
        for (const key of [bore, bears])
          if (key !== undefined && !batch.absorbed().has(itemKeyOf(key))) touched.add(itemKeyOf(key));
      return after.length === 0 ? { remove: keys.clash(name) } : { put: keys.clash(name), value: after };
    });
    return { changes, touched };
  }

  /** The items of the notes that are to have the names of notes at these paths. */
  async claimants(paths: readonly string[]): Promise<readonly string[]> {
    const names = [...new Set(paths.map(clashKeyOfPath))];
    const bearers = (await this.state.getMany(names.map(keys.clash))).flatMap(
      (group) => bearerOf(readKeys(group)) ?? [],
    );
    return [...new Set(bearers.map(itemKeyOf))];
  }

  /** Of all records, for the register to be made anew of it: places may be others now. */
  newNames(): NewNames {
    const named = new Map<string, string[]>();
    const take = (record: ItemRecord): void => {
      for (const [noteKey, name] of clashKeysOf(record, this.layOut)) addToList(named, name, noteKey);
    };
    return { take, commit: (pace) => this.rebuild(named, pace) };
  }

  /** Some at a time: until the rendering is known as that of the state, an interrupted run begins anew. What stands already stays. */
  private async rebuild(named: ReadonlyMap<string, string[]>, pace: Pace): Promise<void> {
    const standing = new Set<string>();
    for await (const entries of stateRange(this.state, prefixes.clash)) {
      const stale: StateChange[] = [];
      for (const { key, value } of entries) {
        const name = key.slice(prefixes.clash.length);
        const members = named.get(name)?.sort(compareText);
        if (members === undefined) stale.push({ remove: key });
        else if (JSON.stringify(members) === JSON.stringify(value)) standing.add(name);
      }
      if (stale.length > 0) await this.state.commit(stale);
      await pace.breathe();
    }
    let changes: StateChange[] = [];
    for (const [name, members] of named) {
      if (standing.has(name)) continue;
      await pace.breathe();
      changes.push({ put: keys.clash(name), value: members.sort(compareText) });
      if (changes.length < AT_ONCE) continue;
      await this.state.commit(changes);
      changes = [];
    }
    await this.state.commit(changes);
  }
}
