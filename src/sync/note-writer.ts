import { clashKeyOf } from '../core/library/note-name';
import type { Action } from '../core/plan/plan';
import type { ItemRecord } from '../core/library/record';
import type { Failure } from '../core/report';
import type { Reporter, StateChange, StateStore } from '../ports';
import { keys, prefixes } from './keys';
import { bears, identityOf } from './locate-note';
import { Mutex } from './mutex';
import { planItem, type ItemPlan, type PlanContext, type V2Knowledge } from './plan-item';
import type { Replica } from './replica';
import type { StandingWords } from './standing-words';
import { stateRange } from './state-range';
import { isOperational } from './sync-errors';
import { readDue, readKeys, readNotePlace } from './stored';
import type { Tally } from './tally';
import type { VaultHealth } from './vault-health';

export interface NoteWriterOptions {
  readonly context: PlanContext;
  readonly state: StateStore;
  readonly replica: Replica;
  readonly health: VaultHealth;
  readonly words: StandingWords;
  readonly reporter: Reporter;
  readonly tally: Tally;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An item that is gone at the service, with what is to be done about its note. */
export interface GoneItem {
  readonly key: string;
  readonly revision: number;
  readonly action: Action;
}

/** Items planned and written between two commits of the state, and between two turns of the event loop. */
const BATCH = 50;

/** Writes due notes: plans a batch, then applies it, then commits it. One failed note does not stop the others. */
export class NoteWriter {
  private readonly turns = new Mutex();
  private v2: V2Knowledge = { kind: 'under way' };
  private done = 0;
  private failed = 0;
  /** Items whose place another note still has: it may be about to leave it. */
  private blocked = new Set<string>();
  private places: 'may-clear' | 'final' = 'may-clear';
  /** The one whose turn it is to make room for another. */
  private stepsAside: string | null = null;

  constructor(private readonly options: NoteWriterOptions) {}

  /** Tells how far v2 is known from now on. */
  learn(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  async write(itemKeys: readonly string[]): Promise<void> {
    await this.writeBatches(itemKeys);
  }

  /** Writes all that is due, and returns what is gone at the service. */
  async writeAllDue(): Promise<readonly GoneItem[]> {
    const gone: GoneItem[] = [];
    for await (const entries of stateRange(this.options.state, prefixes.due)) {
      const itemKeys = entries.map((entry) => entry.key.slice(prefixes.due.length));
      gone.push(...(await this.writeBatches(itemKeys)));
    }
    return gone;
  }

  /**
   * Tries those again whose place was taken, as long as that helps. Where notes wait for each other's places, one after the other
   * steps aside to a name with its id in it; whoever still finds no place in the end keeps such a name.
   */
  async writeBlocked(): Promise<void> {
    // While v2 is not known to its end, notes that are to leave their places may be waiting for it.
    if (this.v2.kind === 'under way') return;
    const aside = new Set<string>();
    while (this.blocked.size > 0) {
      const before = [...this.blocked];
      this.blocked = new Set();
      await this.writeBatches(before);
      if (this.blocked.size < before.length) continue;
      this.stepsAside = before.find((key) => !aside.has(key)) ?? null;
      if (this.stepsAside === null) this.places = 'final';
      else aside.add(this.stepsAside);
    }
    this.places = 'may-clear';
    this.stepsAside = null;
  }

  private async writeBatches(itemKeys: readonly string[]): Promise<readonly GoneItem[]> {
    const gone: GoneItem[] = [];
    for (let start = 0; start < itemKeys.length; start += BATCH) {
      this.options.signal?.throwIfAborted();
      gone.push(...(await this.turns.run(() => this.writeBatch(itemKeys.slice(start, start + BATCH)))));
    }
    return gone;
  }

  private async writeBatch(itemKeys: readonly string[]): Promise<readonly GoneItem[]> {
    const planned = await this.planBatch(itemKeys);
    // A note that is not there may still be on its way: neither write nor give up anything by that.
    if (planned.some(({ plan }) => plan.kind === 'act' || plan.kind === 'gone')) await this.options.health.check();
    const revisions = new Map<string, number>();
    const changes: StateChange[] = [];
    const gone: GoneItem[] = [];
    for (const { record, plan } of planned) {
      if (plan.kind === 'gone') gone.push({ key: record.key, revision: record.revision, action: plan.action });
      if (plan.kind === 'out-of-scope') revisions.set(record.key, record.revision);
      if (plan.kind !== 'act') continue;
      if (this.options.dryRun) this.foresee(record, plan.action);
      else await this.applyOne({ record, plan, revisions, changes });
    }
    this.options.reporter.progress({ step: 'writing', done: this.done, failed: this.failed });
    if (!this.options.dryRun && (revisions.size > 0 || changes.length > 0)) await this.options.replica.settle(revisions, [...changes, ...this.options.words.takeChanges()]);
    return gone;
  }

  private async planBatch(itemKeys: readonly string[]): Promise<readonly { readonly record: ItemRecord; readonly plan: ItemPlan }[]> {
    const { state, replica, context, words } = this.options;
    const [records, dues, places] = await Promise.all([
      replica.records(itemKeys),
      state.getMany(itemKeys.map(keys.due)),
      state.getMany(itemKeys.map(keys.note)),
    ]);
    const due = records.flatMap((record, index) => {
      const mark = readDue(dues[index]);
      return record === null || mark === null ? [] : [{ record, written: mark.written ?? null, place: readNotePlace(places[index]) }];
    });
    const rivals = await state.getMany(due.map(({ record }) => keys.clash(clashKeyOf(record, context.place) ?? '')));
    const planned: { record: ItemRecord; plan: ItemPlan }[] = [];
    for (const [index, { record, written, place }] of due.entries()) {
      const lastPath = place === null || place.toTrash === true ? null : place.path;
      const removed = words.of(record.key) === 'restore' ? 'restore' : 'keep';
      try {
        const plan = await planItem(context, { record, written, removed, lastPath, movingTo: place?.movingTo ?? null, rivals: readKeys(rivals[index]), v2: this.v2 });
        planned.push({ record, plan });
      } catch (error) {
        await this.recordFailure(record, lastPath, error);
      }
    }
    return planned;
  }

  private async applyOne(options: {
    readonly record: ItemRecord;
    readonly plan: Extract<ItemPlan, { kind: 'act' }>;
    readonly revisions: Map<string, number>;
    readonly changes: StateChange[];
  }): Promise<void> {
    const { record, plan } = options;
    const { tally } = this.options;
    try {
      const path = await this.apply(record.key, plan);
      if (path === null) {
        if (plan.action.kind === 'create') await this.noticeMade(record, plan.action.path);
        this.blocked.add(record.key);
        return;
      }
      tally.recover(record.key);
      if (!plan.isProvisional) {
        options.revisions.set(record.key, record.revision);
        this.options.words.forget(record.key);
      }
      options.changes.push({ put: keys.note(record.key), value: { path, ...(plan.isMissing ? { isMissing: true } : {}) } });
      this.done += 1;
      for (const duplicate of plan.duplicates) tally.conflict(record.key, { id: idOf(record), path: duplicate, block: 'second note of the same item' });
    } catch (error) {
      await this.recordFailure(record, plan.action.path, error);
    }
  }

  /** Does what was planned; returns where the note now is, or null when another note still is in its place. */
  private async apply(itemKey: string, plan: Extract<ItemPlan, { kind: 'act' }>): Promise<string | null> {
    const { context, tally } = this.options;
    const { action } = plan;
    switch (action.kind) {
      case 'create':
        return this.create(itemKey, { paths: this.places === 'final' ? [action.path, plan.otherPath] : [action.path], text: action.text });
      case 'rename': {
        await this.options.state.commit([{ put: keys.note(itemKey), value: { path: action.path, movingTo: action.to } }]);
        const moved = (await context.vault.rename(action.path, action.to)) === 'renamed';
        if (!moved && this.places === 'may-clear') {
          if (this.stepsAside === itemKey) await this.stepAside(itemKey, { from: action.path, to: plan.otherPath });
          return null;
        }
        if (moved) tally.vaultWrites += 1;
        const path = moved ? action.to : action.path;
        const written = await this.update(path, (text) => action.merge(text, path));
        tally.note(itemKey, moved ? 'renamed' : written ? 'updated' : 'unchanged');
        this.noteConflicts(itemKey, path, action.conflicts);
        return path;
      }
      case 'update':
      case 'keep': {
        const written = await this.update(action.path, (text) => action.merge(text, action.path));
        tally.note(itemKey, written ? (action.kind === 'keep' ? 'kept' : 'updated') : 'unchanged');
        if (action.kind === 'update') this.noteConflicts(itemKey, action.path, action.conflicts);
        return action.path;
      }
      case 'skip':
        tally.note(itemKey, 'unchanged');
        return action.path;
      case 'trash':
      case 'archive':
        throw new Error(`A live item cannot be planned for the ${action.kind}: ${itemKey}`);
    }
  }

  private async stepAside(itemKey: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    await this.options.state.commit([{ put: keys.note(itemKey), value: { path: from, movingTo: to } }]);
    if (from !== to && (await this.options.context.vault.rename(from, to)) === 'renamed') this.options.tally.vaultWrites += 1;
  }

  private async create(itemKey: string, options: { readonly paths: readonly string[]; readonly text: (path: string) => string }): Promise<string | null> {
    const { context, tally } = this.options;
    for (const path of options.paths) {
      if ((await context.vault.create(path, options.text(path))) === 'exists') continue;
      tally.vaultWrites += 1;
      tally.note(itemKey, 'created');
      return path;
    }
    if (this.places === 'may-clear') return null;
    throw new NoteError(`Could not create the note: ${options.paths.join(' and ')} are both taken by other files. Rename one of them.`);
  }

  /** Another program may have made the note since the vault was looked through: then that is where it is. */
  private async noticeMade(record: ItemRecord, path: string): Promise<void> {
    const text = await this.options.context.vault.read(path);
    if (text !== null && bears(text, identityOf(record))) await this.options.state.commit([{ put: keys.note(record.key), value: { path } }]);
  }

  private async update(path: string, merge: (text: string) => string): Promise<boolean> {
    const result = await this.options.context.vault.update(path, merge);
    if (result === 'missing') throw new NoteError(`The note ${path} went away while it was being updated.`);
    if (result === 'written') this.options.tally.vaultWrites += 1;
    return result === 'written';
  }

  private noteConflicts(itemKey: string, path: string, conflicts: readonly string[]): void {
    for (const block of conflicts) this.options.tally.conflict(itemKey, { id: itemKey.slice(2), path, block });
  }

  private foresee(record: ItemRecord, action: Action): void {
    const { tally } = this.options;
    tally.foresee(record.key, { action: action.kind, id: idOf(record), path: action.kind === 'rename' ? action.to : action.path, reason: action.reason });
    tally.note(record.key, FORESEEN[action.kind]);
  }

  /** Puts an item on the retry list. A bug is not a failed note: it goes on to the top. */
  private async recordFailure(record: ItemRecord, path: string | null, error: unknown): Promise<void> {
    if (!isOperational(error)) throw error;
    this.failed += 1;
    const failure: Failure = { id: idOf(record), path, message: error.message };
    this.options.tally.failNote(record.key, failure);
    if (this.options.dryRun) return;
    await this.options.replica.postpone(record.key, { revision: record.revision, failure: { path, message: error.message } });
  }
}

/** What went wrong with one note, in words for a person. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

const idOf = (record: ItemRecord): string => record.key.slice(2);

const FORESEEN = { create: 'created', update: 'updated', rename: 'renamed', trash: 'trashed', archive: 'archived', keep: 'kept', skip: 'unchanged' } as const;
