import {
  fieldsOf,
  isDeletion,
  targetIdOf,
  type Change,
  type LocalChange,
  type OutboxEntry,
  type OutboxReason,
  type TagEdits,
  type Values,
} from '../../src/model/outbox';
import type { HttpRequest } from '../../src/model/ports';
import {
  effectOf,
  folded,
  isAlive,
  isCreated,
  isNothing,
  isSaved,
  plain,
  tagsAt,
  valueAt,
  type Effect,
} from './effect';
import type { World } from './world';

/** A change that a person asked for on a device, and what became of it as far as one can see from outside. */
interface Ask {
  readonly who: number;
  readonly id: string;
  readonly change: Change;
  /** By field: the values that the person was shown, and so wants to be replaced. */
  readonly seen: Map<string, Set<string>>;
  /** What was found in a note, if that is what the person asked for. */
  readonly offer: LocalChange | null;
  /** Of its parts: what the person decided not to send. */
  readonly givenUp: Set<string>;
  /** Of its parts: what the service had at some moment since it was asked for. */
  readonly reached: Set<string>;
}

/** A writing request, with the device and run that send it and what waits there. */
export interface Write {
  readonly who: number;
  readonly run: number;
  readonly request: HttpRequest;
  readonly outbox: readonly OutboxEntry[];
}

export type Decision = 'mine' | 'theirs' | 'discard';

/** Why a change may wait. */
const WAITS: ReadonlySet<OutboxReason['code']> = new Set([
  'not-tried',
  'unreachable',
  'asked-for-pause',
  'behind-another',
]);
const REFUSED: ReadonlySet<OutboxReason['code']> = new Set(['gone', 'rejected']);

/** What must be as the person saw it when something is deleted. */
const SEEN_BEFORE_DELETION = ['text', 'note', 'title'];

/**
 * What people asked the service for, kept beside the engine and by other means: it judges each request that changes
 * something there, and what is left in the outboxes.
 */
export class AskedFor {
  private readonly asks: Ask[] = [];
  /** Values as they were sent last, until somebody else changes them. */
  private readonly lastSent = new Map<string, readonly [target: string, field: string, value: string]>();
  private readonly carriedOut = new Set<string>();

  constructor(private readonly world: World) {}

  /** @param shown the values that the person saw */
  add(who: number, { id, change }: OutboxEntry, shown: Values | null, offer: LocalChange | null): void {
    const ask: Ask = {
      who,
      id,
      change,
      seen: new Map(),
      offer,
      givenUp: new Set(),
      reached: new Set(),
    };
    for (const [field, value] of Object.entries(shown?.fields ?? {})) see(ask, field, value);
    // Who asks for a second change has seen the first one, and what that is to replace.
    for (const other of this.asksOf(who, targetIdOf(change))) {
      for (const [field, values] of other.seen) for (const value of values) see(ask, field, value);
      for (const [field, value] of Object.entries(fieldsOf(other.change))) see(ask, field, value);
    }
    this.asks.push(ask);
    this.look();
  }

  /** The person saw what the service has, and decided; or took the whole change back. */
  decide(who: number, { id, conflicts = [] }: OutboxEntry, decision: Decision): void {
    const ask = this.find(who, id);
    for (const other of this.asksOf(who, targetIdOf(ask.change)))
      if (other.id >= id) for (const { field, theirs } of conflicts) see(other, field, theirs);
    if (decision === 'mine') return;
    const inConflict = conflicts.map(({ field }) => field);
    const parts = decision === 'theirs' && !isDeletion(ask.change.kind) ? inConflict : partsOf(ask.change);
    for (const part of parts) ask.givenUp.add(part);
  }

  /** Somebody else changed something at the service. */
  serviceChanged(): void {
    this.look();
    for (const [key, [target, field, value]] of this.lastSent)
      if (valueAt(this.world, target, field) !== value) this.lastSent.delete(key);
  }

  /** Fails unless a person asked for this, and it is its turn. */
  judge(write: Write): Effect {
    const { who, run, request, outbox } = write;
    const effect = effectOf(this.world, request);
    const what = [request.method, request.url, request.body].join(' ');
    if (isNothing(effect)) {
      // It was carried out, but its answer was lost on the way.
      expect([what, this.carriedOut.has(`${String(run)} ${what}`)]).toEqual([what, true]);
      return effect;
    }
    const found = this.asks.filter((ask) => ask.who === who && covers(ask, effect));
    const why = found.map((ask) => this.whyNot(ask, effect, outbox));
    expect([what, why.includes(null) ? 'was asked for' : why]).toEqual([what, 'was asked for']);
    return effect;
  }

  /** The service did it. */
  done({ run, request }: Write, { target, fields }: Effect): void {
    this.carriedOut.add(`${String(run)} ${[request.method, request.url, request.body].join(' ')}`);
    for (const [field, value] of Object.entries(fields))
      if (target !== null) this.lastSent.set(`${target} ${field}`, [target, field, value]);
    this.look();
  }

  /** Fails unless each change is there, or at the service, or given up; and each that waits says why. */
  expectOutbox(who: number, outbox: readonly OutboxEntry[]): void {
    for (const entry of outbox) {
      this.find(who, entry.id);
      expect([entry, whyUntold(entry, outbox)]).toEqual([entry, null]);
    }
    const left = new Set(outbox.map(({ id }) => id));
    for (const { id, change, givenUp, reached } of this.asks.filter((ask) => ask.who === who)) {
      const parts = partsOf(change);
      const lost = left.has(id) ? [] : parts.filter((part) => !givenUp.has(part) && !reached.has(part));
      expect([change, 'lost', lost]).toEqual([change, 'lost', []]);
      const isBack = left.has(id) && parts.every((part) => givenUp.has(part));
      expect([change, 'is waiting again', isBack]).toEqual([change, 'is waiting again', false]);
    }
  }

  /** What was sent last is there, but where somebody else changed it. */
  expectLastWord(): void {
    for (const [target, field, value] of this.lastSent.values()) {
      const now = valueAt(this.world, target, field);
      if (now !== null) expect([target, field, now]).toEqual([target, field, value]);
    }
  }

  /** Fails where a change by hand is offered that waits already, or that the person does not want to be sent. */
  expectOffer(who: number, { field, mine, base, change }: LocalChange, outbox: readonly OutboxEntry[]): void {
    const isWaiting = outbox.some((entry) => JSON.stringify(entry.change) === JSON.stringify(change));
    const isDeclined = this.asksOf(who, targetIdOf(change)).some(
      ({ offer, givenUp }) =>
        givenUp.has(field) && offer?.field === field && offer.mine === mine && offer.base === base,
    );
    expect([change, { isWaiting, isDeclined }]).toEqual([change, { isWaiting: false, isDeclined: false }]);
  }

  private find(who: number, id: string): Ask {
    const found = this.asks.find((ask) => ask.who === who && ask.id === id);
    if (found === undefined) throw new Error(`Nobody asked for ${id}`);
    return found;
  }

  private asksOf(who: number, target: string | null): readonly Ask[] {
    if (target === null) return [];
    return this.asks.filter((ask) => ask.who === who && targetIdOf(ask.change) === target);
  }

  private look(): void {
    for (const ask of this.asks) {
      const open = partsOf(ask.change).filter((part) => !ask.reached.has(part));
      for (const part of open) if (this.isThere(ask, part)) ask.reached.add(part);
    }
  }

  private isThere({ change }: Ask, part: string): boolean {
    const { world } = this;
    switch (change.kind) {
      case 'create-highlights':
        return isCreated(world, part);
      case 'save-document':
        return isSaved(world, part);
      case 'delete-highlight':
      case 'delete-document':
        return !isAlive(world, part);
      case 'edit-highlight':
      case 'edit-item': {
        const target = targetIdOf(change) ?? '';
        if (part !== 'tags') return valueAt(world, target, part) === plain(fieldsOf(change)[part]);
        const now = tagsAt(world, target);
        const { added, removed } = editedBy(change.tags);
        return added.every((name) => now.has(name)) && !removed.some((name) => now.has(name));
      }
    }
  }

  /** Why this change is not to be sent now; null: it is. */
  private whyNot(ask: Ask, effect: Effect, outbox: readonly OutboxEntry[]): string | null {
    const { world } = this;
    const entry = outbox.find(({ id }) => id === ask.id);
    if (entry?.state !== 'waiting') return `it is not waiting but ${entry?.state ?? 'gone'}`;
    const target = targetIdOf(ask.change);
    if (target === null) return null;
    const isBehind = outbox.some(
      ({ id, state, change }) =>
        id < ask.id && targetIdOf(change) === target && (state === 'waiting' || state === 'conflict'),
    );
    if (isBehind) return 'it is behind another';
    const replaced = effect.isDeletion ? SEEN_BEFORE_DELETION : Object.keys(effect.fields);
    for (const field of replaced) {
      const now = valueAt(world, target, field);
      if (ask.seen.has(field) && ask.seen.get(field)?.has(now ?? '') !== true)
        return `nobody saw the ${field} “${String(now)}”`;
    }
    return null;
  }
}

function see({ seen }: Ask, field: string, value: string): void {
  seen.set(field, (seen.get(field) ?? new Set()).add(plain(value)));
}

/** What of a change can be sent, and given up, alone. */
function partsOf(change: Change): readonly string[] {
  switch (change.kind) {
    case 'create-highlights':
      return change.highlights.map(({ highlightUrl = '' }) => highlightUrl);
    case 'save-document':
      return [change.document.url];
    case 'delete-highlight':
    case 'delete-document':
      return [targetIdOf(change) ?? ''];
    case 'edit-highlight':
    case 'edit-item':
      return [...Object.keys(change.fields), ...(change.tags === undefined ? [] : ['tags'])];
  }
}

function editedBy(tags: TagEdits | undefined): Pick<Effect, 'added' | 'removed'> {
  const { add = [], remove = [], rename = [] } = tags ?? {};
  return {
    added: [...add, ...rename.map(({ to }) => to)].map(folded),
    removed: [...remove, ...rename.map(({ from }) => from)].map(folded),
  };
}

/** Whether all of the effect is what the person asked for, and did not give up. */
function covers({ change, givenUp }: Ask, effect: Effect): boolean {
  if (change.kind === 'create-highlights') {
    const texts = new Map(
      change.highlights.map(({ highlightUrl = '', text }) => [highlightUrl, plain(text)]),
    );
    const created = Object.entries(effect.created);
    return created.length > 0 && created.every(([url, text]) => texts.get(url) === text && !givenUp.has(url));
  }
  if (change.kind === 'save-document')
    return effect.saved === change.document.url && !givenUp.has(effect.saved);
  if (effect.target === null || effect.target !== targetIdOf(change)) return false;
  if (isDeletion(change.kind) || effect.isDeletion)
    return isDeletion(change.kind) && effect.isDeletion && !givenUp.has(effect.target);
  const wanted = fieldsOf(change);
  const { added, removed } = editedBy('tags' in change && !givenUp.has('tags') ? change.tags : undefined);
  return (
    Object.entries(effect.fields).every(
      ([field, value]) => field in wanted && plain(wanted[field]) === value && !givenUp.has(field),
    ) &&
    effect.added.every((name) => added.includes(name)) &&
    effect.removed.every((name) => removed.includes(name))
  );
}

/** What a change that is left does not say of itself; null: it says all. */
function whyUntold(entry: OutboxEntry, outbox: readonly OutboxEntry[]): string | null {
  const { id, state, reason, conflicts = [], change } = entry;
  switch (state) {
    case 'sent':
      return null;
    case 'conflict':
      return conflicts.length > 0 ? null : 'what is in conflict';
    case 'refused':
      return reason !== undefined && REFUSED.has(reason.code) ? null : 'why it was refused';
    case 'waiting': {
      if (reason === undefined || !WAITS.has(reason.code)) return 'why it waits';
      const isBehind = outbox.some(
        (other) =>
          other.id < id &&
          targetIdOf(other.change) === targetIdOf(change) &&
          (other.state === 'waiting' || other.state === 'conflict'),
      );
      return reason.code === 'behind-another' && !isBehind ? 'behind what it waits' : null;
    }
  }
}
