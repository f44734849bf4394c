import type { HttpClient } from '../../../src/model/ports';
import { bookNote, Shelf } from '../attachments/shelf';

const DAY = 86_400;

/** A service whose answers have no date. */
const withoutDate = (client: HttpClient): HttpClient => ({
  send: async (request) => {
    const answer = await client.send(request);
    const headers = Object.entries(answer.headers).filter(([name]) => name.toLowerCase() !== 'date');
    return { ...answer, headers: Object.fromEntries(headers) };
  },
});

describe('what the guard compares removals with', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  const addBooks = async (count: number): Promise<void> => {
    ids = shelf.addBooks(count);
    await shelf.world.sync(shelf.device);
  };
  /** Deletes eight of sixty books: few enough for one sync, too many for two in a week. */
  const removeEight = async (from: number, request: Parameters<Shelf['sync']>[0] = {}): Promise<string> => {
    shelf.deleteBooks(ids.slice(from, from + 8));
    return (await shelf.sync(request)).outcome;
  };

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  it('should be the notes that are there, and not those that the person deleted (I4)', async () => {
    await addBooks(230);
    for (let number = 1; number <= 40; number += 1) shelf.device.vault.remove(bookNote(number));
    shelf.returnBooks(ids.slice(0, 40));
    await shelf.sync();
    shelf.deleteBooks(ids.slice(100, 111));
    expect((await shelf.sync()).hold?.reason).toEqual({ code: 'too-many-at-once', wanted: 11, notes: 190 });
  });

  it('should be all that left lately, also while the service tells no time (I4)', async () => {
    await addBooks(60);
    expect(await removeEight(0, { through: withoutDate })).toBe('done');
    expect(await removeEight(8)).toBe('held');
  });

  it('should be no longer, a week after the service tells the time again, what left while it told none', async () => {
    await addBooks(60);
    expect(await removeEight(0, { through: withoutDate })).toBe('done');
    await shelf.sync();
    shelf.world.pass(8 * DAY);
    expect(await removeEight(8)).toBe('done');
  });

  it('should be no longer, a week after the service has the right time again, what left while it was ahead', async () => {
    await addBooks(60);
    await shelf.world.rewind(async () => {
      shelf.world.pass(365 * DAY);
      expect(await removeEight(0)).toBe('done');
    });
    await shelf.sync();
    shelf.world.pass(8 * DAY);
    expect(await removeEight(8, { full: true })).toBe('done');
  });
});
