import { lastRunsOf } from '../../../src/sync/journal/last-runs';
import type { SyncReport } from '../../../src/model/report';
import { Shelf } from '../attachments/shelf';
import { runsOf, undo } from './history-scene';

describe('how the last runs ended', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
    shelf.addBooks(3);
  });
  afterEach(() => shelf.world.close());

  const EXPORT = { path: '/api/v2/export/' };
  const fail = async (): Promise<SyncReport> => {
    shelf.world.pass(61);
    shelf.world.server.faults.when(EXPORT, { kind: 'status', status: 400 });
    const report = await shelf.sync();
    shelf.world.server.faults.clear();
    return report;
  };
  const now = (): string => new Date(shelf.world.now).toISOString();
  const ends = async (quietAt: string | null = null) => {
    const { last, succeeded, failed } = lastRunsOf(await runsOf(shelf.device), quietAt);
    return {
      last: last?.end.outcome ?? null,
      at: last?.at ?? null,
      succeeded,
      failed: failed?.cause ?? null,
    };
  };

  it('should be unknown before the first run', async () => {
    expect(await ends()).toEqual({ last: null, at: null, succeeded: null, failed: null });
  });

  it('should be the failure and the success before it when the service was away', async () => {
    await shelf.sync();
    const { succeeded } = await ends();
    expect(await fail()).toMatchObject({ outcome: 'failed' });
    expect(succeeded).not.toBeNull();
    expect(await ends()).toMatchObject({ last: 'failed', succeeded, failed: 'service' });
  });

  it('should be well again when a sync with nothing to do ended since', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    const quietAt = now();
    expect(await ends(quietAt)).toEqual({ last: 'done', at: quietAt, succeeded: quietAt, failed: null });
  });

  it('should be well again when a sync that wrote something ended since', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    shelf.addBooks(1);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    expect(await ends()).toMatchObject({ last: 'done', failed: null });
  });

  it('should be the failure when the same one came again after such a sync', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    const quietAt = now();
    await fail();
    expect(await ends(quietAt)).toMatchObject({ last: 'failed', succeeded: quietAt, failed: 'service' });
  });

  it('should be the undo, and still the sync that went through, when a person took that back', async () => {
    await shelf.sync();
    const { succeeded } = await ends();
    shelf.world.pass(61);
    await undo(shelf.device, shelf.world);
    const { last } = lastRunsOf(await runsOf(shelf.device), null);
    expect([last?.end.undone, await ends()]).toMatchObject(['sync', { last: 'done', succeeded }]);
  });
});
