import type { Confirmation } from '../../../src/sync/sync-options';
import type { SyncReport } from '../../../src/model/report';
import { sweepTurn, type SweepKind } from '../../../src/sync/pull/sweep';
import { makeSecondsPlain } from '../any-order/ending';
import type { Life } from '../any-order/life';
import { pictureOf, timesIn } from '../any-order/picture';
import type { Device } from '../world';
import type { TwoVaults } from './two-vaults';

const MOST_ROUNDS = 40;
const ALL_FILES = 3;

/** What must hold when nobody does anything any more, and a check was asked on one of the two. */
export async function expectOneLibrary(both: TwoVaults): Promise<void> {
  const [{ life: one }] = both.sides;
  both.bringSettings(0);
  for (const { life } of both.sides) life.mendTemplates();
  await rest(both);
  expectAgreed(both);
  await makeSecondsPlain(one);
  await rest(both);
  expectAgreed(both);
  if (!one.judge.isMixedUp)
    expect([...pictureOf(one.vault).ids].filter(([, times]) => times > 1)).toEqual([]);
}

/** Lets all sync and exchange until nothing moves any more, though each kind of change was looked for that a pull does not tell. */
async function rest(both: TwoVaults): Promise<void> {
  const turn = (): SweepKind => sweepTurn(new Date(both.world.now).toISOString());
  let quiet = new Set<SweepKind>();
  for (let round = 0; quiet.size < 2; round += 1) {
    expect(round).toBeLessThan(MOST_ROUNDS);
    do both.world.pass(round % 2 === 1 ? 90_001 : 701);
    while (quiet.has(turn()));
    let hasMoved = false;
    for (const [who, { life }] of both.sides.entries()) {
      hasMoved = both.exchange(who, ALL_FILES) || hasMoved;
      for (const device of life.devices) hasMoved = (await syncOnce(life, device)) || hasMoved;
      hasMoved = both.exchange(who, ALL_FILES) || hasMoved;
    }
    quiet = hasMoved ? new Set() : quiet.add(turn());
  }
}

/** Whether there was anything to do or to tell. */
async function syncOnce(life: Life, device: Device): Promise<boolean> {
  const { world, wanted, skew, judge } = life;
  const sync = (confirmation: Confirmation): Promise<SyncReport> =>
    world.sync(device, { settings: wanted, confirmation, localClock: world.now + skew });
  const first = await sync('accept-missing');
  // A device that knows nothing, in a vault of whose notes none is of what the service still has.
  const { failures, vaultWrites } = first.cause === 'account' ? await sync('relink') : first;
  judge.check();
  for (const { path, problem } of failures)
    if (problem.code === 'names-taken' || problem.code === 'archive-taken' || problem.code === 'place-taken')
      life.makeRoom(path ?? '');
  return vaultWrites > 0 || failures.length > 0;
}

/** The same in both, with every word that nobody took out. */
function expectAgreed({ sides: [{ life: one }, { life: other }], letGo }: TwoVaults): void {
  expect(other.vault.entries()).toEqual(one.vault.entries());
  const { notes } = pictureOf(one.vault);
  expect(one.words.filter((word) => !letGo.has(word) && timesIn(notes, word) === 0)).toEqual([]);
}
