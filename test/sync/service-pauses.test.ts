import { ServicePauses } from '../../src/sync/open-client';
import { FakeClock } from '../support/fake-clock';
import { MemoryStateStore } from '../support/memory-state-store';

const ACCOUNT = { baseUrl: 'https://readwise.io', token: 'token-of-mine' };

describe('ServicePauses', () => {
  const clock = new FakeClock();

  it('should keep a pause for its class, its token and its address, and for no other', async () => {
    const memory = { state: new MemoryStateStore(), clock };
    await (await ServicePauses.read(memory, ACCOUNT)).keep('v3', 600);
    const again = await ServicePauses.read(memory, ACCOUNT);
    expect([again.secondsLeft('v3'), again.secondsLeft('v2')]).toEqual([600, 0]);
    for (const other of [
      { ...ACCOUNT, token: 'another-token' },
      { ...ACCOUNT, baseUrl: 'https://elsewhere.example' },
    ]) {
      expect((await ServicePauses.read(memory, other)).secondsLeft('v3')).toBe(0);
    }
  });

  it('should not forget one class for another', async () => {
    const memory = { state: new MemoryStateStore(), clock };
    const pauses = await ServicePauses.read(memory, ACCOUNT);
    await Promise.all([pauses.keep('v3', 600), pauses.keep('v2-lists', 700)]);
    const again = await ServicePauses.read(memory, ACCOUNT);
    expect([again.secondsLeft('v3'), again.secondsLeft('v2-lists')]).toEqual([600, 700]);
  });

  it('should be over at once when the clock was set back behind the pause', async () => {
    const state = new MemoryStateStore();
    const at = async (startsAt: number) =>
      (await ServicePauses.read({ state, clock: new FakeClock({ startsAt }) }, ACCOUNT)).secondsLeft('v3');
    const start = Date.UTC(2026, 0, 2);
    await (
      await ServicePauses.read({ state, clock: new FakeClock({ startsAt: start }) }, ACCOUNT)
    ).keep('v3', 600);
    expect(await at(start)).toBe(600);
    expect(await at(start + 599_001)).toBe(1);
    expect(await at(start + 600_000)).toBe(0);
    expect(await at(start - 1)).toBe(0);
  });

  it('should be over for all classes, and in later runs, when a person asks at once', async () => {
    const memory = { state: new MemoryStateStore(), clock };
    const pauses = await ServicePauses.read(memory, ACCOUNT);
    await pauses.keep('v3', 600);
    await pauses.keep('v2', 600);
    await pauses.end();
    for (const each of [pauses, await ServicePauses.read(memory, ACCOUNT)])
      expect([each.secondsLeft('v3'), each.secondsLeft('v2')]).toEqual([0, 0]);
  });
});
