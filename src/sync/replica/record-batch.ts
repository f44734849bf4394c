import { looksTheSame } from '../../core/library/item';
import { clashKeysOf, type LayOut } from '../../core/layout/layout';
import type { Highlight } from '../../core/library/model';
import type { Newcomer } from './moved-highlights';
import { applyChange, emptyRecord, joinRecords, type ItemRecord, type RecordChange } from '../../core/library/record';

/** Records under change, with what they were before. */
export class RecordBatch {
  private readonly current: Map<string, ItemRecord | null>;
  /** By record that became part of another: that other. */
  private readonly joined = new Map<string, string>();

  constructor(private readonly old: Map<string, ItemRecord | null>) {
    this.current = new Map(old);
  }

  /** A record of the state that is to change as well. */
  add(record: ItemRecord): void {
    if (this.old.has(record.key)) return;
    this.old.set(record.key, record);
    this.current.set(record.key, record);
  }

  /** Those that live and that none of the records with these keys held alive before, by their ids; the first key is their item's. */
  newcomers(highlights: readonly Highlight[], itemKeys: readonly [string, string]): readonly (readonly [string, Newcomer])[] {
    const held = new Set(itemKeys.flatMap((key) => this.old.get(key)?.highlights.flatMap(({ id, deleted }) => (deleted ? [] : [id])) ?? []));
    return highlights.flatMap(({ id, deleted, createdAt }) => (deleted || held.has(id) ? [] : [[id, { itemKey: itemKeys[0], createdAt }] as const]));
  }

  change(key: string, change: RecordChange, now: string | null): void {
    this.current.set(key, applyChange(this.current.get(key) ?? emptyRecord(key), change, now));
  }

  replace(key: string, edit: (record: ItemRecord) => ItemRecord): void {
    const record = this.current.get(key) ?? null;
    if (record !== null) this.current.set(key, edit(record));
  }

  /** A book that was an item of its own becomes part of a document's. */
  join(into: string, from: string): void {
    const other = this.current.get(from) ?? null;
    if (other === null) return;
    this.current.set(into, joinRecords(this.current.get(into) ?? emptyRecord(into), other));
    this.current.set(from, null);
    this.joined.set(from, into);
  }

  /** The record as it was before this change; for one that is new with it, the one that became part of it. */
  before(key: string): ItemRecord | null {
    const old = this.old.get(key) ?? null;
    const [origin = null] = [...this.joined].find(([, into]) => into === key) ?? [];
    return old === null && origin !== null ? (this.old.get(origin) ?? null) : old;
  }

  /** Whether the record had its book before this change. */
  hadBook(key: string): boolean {
    return (this.old.get(key)?.book ?? null) !== null;
  }

  /** Records that are to be stored. One whose note looks the same as before keeps its revision: it is not due. */
  changed(): ReadonlyMap<string, ItemRecord> {
    const changed = new Map<string, ItemRecord>();
    for (const [key, record] of this.current) {
      const before = this.old.get(key) ?? null;
      if (record === null || record === before || record.revision === 0) continue;
      changed.set(key, before !== null && looksTheSame(before, record) ? { ...record, revision: before.revision } : record);
    }
    return changed;
  }

  isDue(record: ItemRecord): boolean {
    return record.revision !== this.old.get(record.key)?.revision;
  }

  /** Records that became part of another, each with that other. */
  absorbed(): ReadonlyMap<string, string> {
    return this.joined;
  }

  /** By name: the notes that no longer bear it, and those that now do. */
  nameMoves(changed: ReadonlyMap<string, ItemRecord>, layOut: LayOut): ReadonlyMap<string, { readonly leaving: ReadonlySet<string>; readonly joining: ReadonlySet<string> }> {
    const moves = new Map<string, { leaving: Set<string>; joining: Set<string> }>();
    const at = (name: string) => {
      const move = moves.get(name) ?? { leaving: new Set(), joining: new Set() };
      moves.set(name, move);
      return move;
    };
    for (const key of [...changed.keys(), ...this.joined.keys()]) {
      const old = clashKeysOf(this.old.get(key) ?? null, layOut);
      const next = clashKeysOf(this.current.get(key) ?? null, layOut);
      for (const [noteKey, name] of old) if (next.get(noteKey) !== name) at(name).leaving.add(noteKey);
      for (const [noteKey, name] of next) if (old.get(noteKey) !== name) at(name).joining.add(noteKey);
    }
    return moves;
  }
}
