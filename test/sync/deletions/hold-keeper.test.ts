import {
  TIME_UNKNOWN,
  askGuard,
  type GuardOptions,
  type GuardDecision,
} from '../../../src/sync/deletions/removal-guard';
import { keys } from '../../../src/store/keys';
import { identityOfKey } from '../../../src/sync/plan/note-identity';
import type { GoneNote } from '../../../src/sync/plan/plan-context';
import { MemoryStateStore } from '../../support/memory-state-store';

const NOW = Date.UTC(2024, 4, 1);
const HOUR = 60 * 60 * 1000;

const TOO_MANY = { code: 'too-many-at-once', wanted: 4, notes: 4 } as const;

describe('what the guard is asked', () => {
  let state: MemoryStateStore;

  beforeEach(() => {
    state = new MemoryStateStore();
  });

  const path = (id: number): string => `Readwise/Books/Book ${String(id)}.md`;
  const gone = (id: number): GoneNote => ({
    kind: 'gone',
    noteKey: `b:${String(id)}`,
    identity: identityOfKey(`b:${String(id)}`),
    place: null,
    action: { kind: 'trash', before: '', path: path(id), reasons: ['deleted'] },
  });
  const held = (id: number) => ({
    id: String(id),
    path: path(id),
    action: 'trash' as const,
    reasons: ['deleted'] as const,
  });
  const many = (count: number): readonly GoneNote[] =>
    Array.from({ length: count }, (_, index) => gone(index));
  const ask = (leaving: readonly GoneNote[], more: Partial<GuardOptions> = {}): Promise<GuardDecision> =>
    askGuard(leaving, { seen: new Set(), state, now: NOW, allowed: null, later: new Set(), ...more });

  it('should be weighed against the notes that are there, and not those that the person deleted, when there are many', async () => {
    await state.commit(
      Array.from({ length: 500 }, (_, index) => ({
        put: keys.note(`b:${String(index)}`),
        value: { path: path(index), ...(index < 100 ? { absence: 'deleted' } : {}) },
      })),
    );
    expect((await ask(many(20))).hold).toBeNull();
    expect((await ask(many(21))).hold?.reason).toEqual({ code: 'too-many-at-once', wanted: 21, notes: 400 });
  });

  it('should keep what could not be looked at held, and nothing else, when other notes are to go', async () => {
    const hold = { reason: TOO_MANY, notes: [held(3), held(1), held(2), held(4)] };
    const failed = {
      failure: { path: null, problem: { code: 'error', message: 'The disk does not answer.' } },
    };
    await state.commit([
      { put: keys.hold, value: hold },
      // 1 lives again, 2 was looked at, 3 and 4 could not be.
      { put: keys.due('b:1'), value: {} },
      { put: keys.due('b:2'), value: failed },
      { put: keys.due('b:3'), value: failed },
      { put: keys.due('d:4'), value: failed },
    ]);
    const seen = new Set(['2', '9']);
    const decision = await ask([gone(9)], { seen });
    expect(decision.hold?.notes).toEqual([held(9), held(3), held(4)]);
    expect([...decision.held]).toEqual(['b:9']);
    expect(decision.before).toEqual([]);
    const alone = await ask([], { seen: new Set(['2']) });
    expect(alone.hold).toEqual({ reason: TOO_MANY, notes: [held(3), held(4)] });
    await state.commit(alone.after);
    expect((await ask([], { seen: new Set(['2']) })).after).toEqual([]);
  });

  it('should remember what leaves at a time that is not known, and give it the first one that is, once', async () => {
    await state.commit([{ put: keys.removals, value: [{ at: NOW - HOUR, count: 1 }] }]);
    const { before } = await ask([gone(1)], { now: null });
    expect(before).toEqual([
      {
        put: keys.removals,
        value: [
          { at: NOW - HOUR, count: 1 },
          { at: TIME_UNKNOWN, count: 1 },
        ],
      },
    ]);
    await state.commit(before);
    expect((await ask([], { now: null })).before).toEqual([]);
    const later = await ask([]);
    expect(later.before).toEqual([
      {
        put: keys.removals,
        value: [
          { at: NOW - HOUR, count: 1 },
          { at: NOW, count: 1 },
        ],
      },
    ]);
    await state.commit(later.before);
    expect((await ask([])).before).toEqual([]);
  });
});
