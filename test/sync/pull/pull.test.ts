import { pull, type Pulled, type PulledPage } from '../../../src/sync/pull/pull';
import { ReadwiseError } from '../../../src/readwise/readwise-error';
import { NO_ID } from '../../../src/readwise/wire-fields';
import { keys } from '../../../src/store/keys';
import { readPull } from '../../../src/store/stored';
import { MemoryStateStore } from '../../support/memory-state-store';

const DAY = '2026-01-05';
const at = (time: string): string => `${DAY}T${time}.000Z`;
const PULL = keys.pull('documents');
const OPEN = { since: null, startedAt: null, received: 0, hasNameless: false };
const nameless = [{ endpoint: 'documents', id: NO_ID, problem: 'should be a record' }] as const;

describe('a pull', () => {
  let state: MemoryStateStore;
  let asked: (readonly [since: string | null, cursor: string | null])[];

  beforeEach(() => {
    state = new MemoryStateStore();
    asked = [];
  });

  const stored = async () => readPull((await state.getMany([PULL]))[0]);
  const watermark = async (): Promise<unknown> => (await stored()).watermark;

  /** Pulls pages that the service tells one after the other, each of which changes something. */
  async function pulled(
    pages: readonly Partial<PulledPage>[],
    { isCut = false, changes = true } = {},
  ): Promise<Pulled> {
    return pull<PulledPage>({
      endpoint: 'documents',
      state,
      full: false,
      fetchPages: async function* ({ since, cursor }) {
        asked.push([since, cursor]);
        if (cursor === 'forgotten') throw new ReadwiseError('cursor-rejected', 'fetching');
        for (const [index, page] of pages.entries()) {
          yield await Promise.resolve({
            serverDate: at('12:00:00'),
            nextCursor: index < pages.length - 1 ? String(index + 1) : null,
            count: null,
            quarantined: [],
            incomplete: [],
            ...page,
          });
          if (isCut) throw new Error('cut');
        }
      },
      take: async (_, toChanges) => {
        await state.commit(toChanges(changes));
        return [];
      },
      write: () => Promise.resolve(),
      received: () => 1,
      onPage: () => undefined,
    });
  }
  it('should begin the next one two minutes before the first answer, however long it took (I7)', async () => {
    await pulled([{ serverDate: at('12:00:00') }, { serverDate: at('12:30:00') }]);
    expect(await watermark()).toBe(at('11:58:00'));
  });

  it('should go back a day and an hour when the service tells an earlier time, because the one before may have been ahead (I7)', async () => {
    await pulled([{}]);
    await pulled([{ serverDate: at('09:00:00') }]);
    expect(await watermark()).toBe('2026-01-04T10:58:00.000Z');
    await pulled([{ serverDate: at('10:00:00') }]);
    expect(await watermark()).toBe(at('09:58:00'));
  });

  it('should not go back when the service tells a time that cannot be right', async () => {
    await pulled([{}]);
    await pulled([{ serverDate: '1970-01-01T00:00:00.000Z' }]);
    expect(await watermark()).toBe(at('11:58:00'));
  });

  it('should not go back when the service tells a time that is a minute earlier (I13)', async () => {
    await pulled([{}]);
    await pulled([{ serverDate: at('11:59:00') }]);
    expect(await watermark()).toBe(at('11:58:00'));
  });

  it('should leave no trace when there is nothing new, but for one in a day', async () => {
    await pulled([{}]);
    const before = await state.list({ prefix: '', limit: 100 });
    await pulled([{ serverDate: at('23:00:00') }], { changes: false });
    expect(await state.list({ prefix: '', limit: 100 })).toEqual(before);
    await pulled([{ serverDate: '2026-01-06T12:30:00.000Z' }], { changes: false });
    expect(await watermark()).toBe('2026-01-06T12:28:00.000Z');
  });

  it('should be made once more when any of its pages had a record without an id (I14)', async () => {
    await pulled([{}]);
    await pulled([{ quarantined: nameless, serverDate: at('13:00:00') }, { serverDate: at('13:01:00') }]);
    expect(await watermark()).toBe(at('11:58:00'));
    await pulled([{ serverDate: at('14:00:00') }]);
    expect(await watermark()).toBe(at('13:58:00'));
  });

  it('should go on where it was cut, and pull after it what changed since it began (I6, I7)', async () => {
    await expect(pulled([{ nextCursor: 'next' }], { isCut: true })).rejects.toThrow('cut');
    const resumed = await pulled([{ serverDate: at('15:00:00') }]);
    expect(resumed).toMatchObject({ isResumed: true, since: null, startedAt: at('15:00:00') });
    expect(asked).toEqual([
      [null, null],
      [null, 'next'],
      [at('11:58:00'), null],
    ]);
  });

  it('should begin again from the same time when the service forgot where it was cut (I7)', async () => {
    await pulled([{}]);
    const value = { ...(await stored()), open: { ...OPEN, since: at('11:58:00'), cursor: 'forgotten' } };
    await state.commit([{ put: PULL, value }]);
    await pulled([{ serverDate: at('16:00:00') }]);
    expect(asked.slice(1)).toEqual([
      [at('11:58:00'), 'forgotten'],
      [at('11:58:00'), null],
      [at('15:58:00'), null],
    ]);
  });

  it('should commit its watermark with its last page, whatever comes after it (I16)', async () => {
    await expect(pulled([{}], { isCut: true })).rejects.toThrow('cut');
    expect(await watermark()).toBe(at('11:58:00'));
  });
});
