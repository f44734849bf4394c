import { normalizeText } from '../../../src/model/hash';
import { isUntouched, splitNote } from '../../../src/notes/note/note';
import { checkLibrary } from '../../../src/features/check/check-library';
import { removeMarks } from '../../../src/features/unmark/remove-marks';
import { FakeClock } from '../../support/fake-clock';
import { MemoryAttachments } from '../../support/memory-attachments';
import { MemoryStateStore } from '../../support/memory-state-store';
import { mend, VaultWithTemplates } from '../own-templates';
import type { Confirmation, SyncOptions } from '../../../src/sync/sync-options';
import type { Failure, SyncReport } from '../../../src/model/report';
import { render } from '../wishes';
import { sweepTurn, type SweepKind } from '../../../src/sync/pull/sweep';
import { withoutTargets } from './judge';
import type { Life } from './life';
import { idsOf } from './picture';

const MOST_ROUNDS = 30;

/** Lets both devices sync until neither has anything to say any more, though it looked for each kind of change that a pull does not tell. */
async function rest(life: Life, options: Partial<SyncOptions> = {}): Promise<void> {
  const { world, devices, judge } = life;
  const turn = (): SweepKind => sweepTurn(new Date(world.now).toISOString());
  let failures: readonly Failure[] = [];
  let quiet = new Set<SweepKind>();
  for (let round = 0; quiet.size < 2; round += 1) {
    expect([round < MOST_ROUNDS, failures]).toEqual([true, expect.anything()]);
    do world.pass(round % 2 === 1 ? 90_001 : 701);
    while (quiet.has(turn()));
    let writes = 0;
    failures = [];
    for (const device of devices) {
      const sync = (confirmation: Confirmation): Promise<SyncReport> =>
        world.sync(device, { settings: life.wanted, confirmation, ...(round === 0 ? options : {}) });
      const first = await sync('accept-missing');
      // A device that knows nothing, in a vault of whose notes none is of what the service still has.
      const report = first.cause === 'account' ? await sync('relink') : first;
      judge.check();
      writes += report.vaultWrites;
      failures = [...failures, ...report.failures];
    }
    for (const { path, problem } of failures)
      if (
        problem.code === 'names-taken' ||
        problem.code === 'archive-taken' ||
        problem.code === 'place-taken'
      )
        life.makeRoom(path ?? '');
    quiet = writes === 0 && failures.length === 0 ? quiet.add(turn()) : new Set();
  }
}

/** What must hold when nobody does anything any more. */
export async function expectGoodEnd(life: Life): Promise<void> {
  const { world, devices, judge, vault } = life;
  life.mendTemplates();
  await rest(life);
  for (const device of devices) await render(world, device, life.wanted);
  judge.check();
  await rest(life);
  const fresh = new VaultWithTemplates();
  mend(fresh);
  await world.settle(
    { vault: fresh, state: new MemoryStateStore(), files: new MemoryAttachments() },
    { settings: life.wanted },
  );
  expectLikeFresh(vault.entries(), fresh.entries());
  await makeSecondsPlain(life);
  judge.mayReturn = true;
  await rest(life, { restore: { kind: 'all' } });
  if (judge.isMixedUp) return;
  const standing = new Set(vault.entries().flatMap(([, text]) => idsOf(text)));
  expect(
    fresh
      .entries()
      .filter(([, text]) => !idsOf(text).some((id) => standing.has(id)))
      .map(([path]) => path),
  ).toEqual([]);
}

/** As a person may settle what a check reports: of two notes of one item, the second becomes a plain note. */
export async function makeSecondsPlain({
  devices: [device],
  world,
  skew,
  wanted,
  judge,
  vault,
}: Life): Promise<void> {
  const clock = new FakeClock({ startsAt: world.now + skew });
  const { findings } = await checkLibrary({ ...device, clock, settings: wanted });
  const paths = findings.flatMap(({ fault, path }) => (fault === 'second-note' ? [path] : []));
  const texts = {
    paths: () => Promise.resolve(vault.entries().map(([path]) => path)),
    read: (path: string) => vault.read(path),
  };
  await removeMarks({ ...device, texts, clock }, { paths, keepsAnchors: true });
  judge.check({ mayChangePlain: true });
}

type Notes = readonly (readonly [path: string, text: string])[];

/** Where nobody wrote, a note is what a sync makes that never saw the vault before; but for links, where other notes have other names. */
function expectLikeFresh(notes: Notes, fresh: Notes): void {
  const byIds = new Map(fresh.map(([, text]) => [idsOf(text).join(), text]));
  const all = notes.map(([, text]) => idsOf(text).join());
  for (const [path, text] of notes) {
    // Of several, one goes on.
    if (all.filter((ids) => ids === idsOf(text).join()).length > 1) continue;
    const wanted = byIds.get(idsOf(text).join());
    if (wanted === undefined || idsOf(text).length === 0 || !isUntouched(splitNote(text))) continue;
    expect([path, seen(text)]).toEqual([path, seen(wanted)]);
  }
}

/** Without the trailer, which also knows what the person did. */
const seen = (text: string): string =>
  normalizeText(withoutTargets(text.replace(/^%% florilegium .*$/m, '')));
