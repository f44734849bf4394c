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
});
