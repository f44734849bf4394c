import { SeededRandom } from '../server/seeded-random';
import { newDevice, World, type Device } from './world';

/** Months with one sync a day, in a library in which documents are deleted on most days. */
export interface LagHistory {
  readonly documents: number;
  readonly days: number;
  readonly pageSize: number;
  readonly seed: number;
}

const DAY = 86_400;
const MOST_CHANGES_A_DAY = 4;
const LONGEST_PAUSE_DAYS = 40;

/**
 * The highest number of syncs that it took until the note of a deleted document was gone. Documents are also
 * added, deleted while a sync runs, and now and then no sync runs for weeks.
 */
export async function longestLag({ documents, days, pageSize, seed }: LagHistory): Promise<number> {
  const random = new SeededRandom(seed);
  const world = await World.create({ pageSizes: { documents: pageSize } });
  const device = newDevice();
  const living: string[] = [];
  const deleted = new Map<string, number>();
  let longest = 0;

  const add = (): void => {
    const title = `Document ${String(living.length + deleted.size)} of ${String(seed)}`;
    living.push(world.library.addDocument({ title, category: 'article', location: 'new' }).id);
  };
  const remove = (): void => {
    const [id] = living.splice(random.between(0, living.length - 1), 1);
    if (id === undefined) return;
    world.library.deleteDocument(id);
    deleted.set(id, 0);
  };
  const change = (): void => {
    for (let left = random.between(0, MOST_CHANGES_A_DAY); left > 0; left -= 1) remove();
    for (let left = random.between(0, MOST_CHANGES_A_DAY); left > 0; left -= 1) add();
  };

  for (let index = 0; index < documents; index += 1) {
    world.pass(1);
    add();
  }
  await world.sync(device);
  for (let day = 0; day < days; day += 1) {
    world.pass(random.chance(0.03) ? random.between(2, LONGEST_PAUSE_DAYS) * DAY : DAY);
    if (random.chance(0.8)) change();
    const before = [...deleted.keys()];
    await syncWhile(world, { device, random, change });
    for (const id of before) {
      const lag = (deleted.get(id) ?? 0) + 1;
      longest = Math.max(longest, lag);
      const paths = await device.vault.locate({ bookId: null, documentId: id, partId: null });
      if (paths.length === 0) deleted.delete(id);
      else deleted.set(id, lag);
    }
  }
  await world.close();
  return longest;
}

/** Syncs; one time in five, the library changes before some request of it. */
async function syncWhile(
  world: World,
  {
    device,
    random,
    change,
  }: { readonly device: Device; readonly random: SeededRandom; readonly change: () => void },
): Promise<void> {
  let requestsUntilChange = random.chance(0.2) ? random.between(1, 8) : Infinity;
  await world.sync(device, {
    through: (client) => ({
      send: (request) => {
        requestsUntilChange -= 1;
        if (requestsUntilChange === 0) change();
        return client.send(request);
      },
    }),
  });
}
