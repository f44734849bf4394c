import type { RunRecord } from '../../../src/core/history/run-record';
import type { UndoPlan } from '../../../src/core/history/undo-plan';
import type { SyncReport } from '../../../src/core/report';
import type { StateStore, Vault } from '../../../src/ports';
import { planUndo } from '../../../src/sync/history/plan-undo';
import { readRuns } from '../../../src/sync/history/read-history';
import { undoLastRun } from '../../../src/sync/history/undo-last-run';
import type { Device, World } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';

type Places = { readonly vault: Vault; readonly state: StateStore };

export const planOf = (device: Places): Promise<UndoPlan | null> => planUndo({ ...device });

/** Undoes what a person is shown, as the command does. */
export async function undo(device: Places, world?: World): Promise<SyncReport | null> {
  const plan = await planOf(device);
  const clock = new FakeClock(world === undefined ? {} : { startsAt: world.now });
  return plan === null
    ? null
    : undoLastRun({ ...device, clock, reporter: { progress: () => undefined } }, { run: plan.run });
}

export const runsOf = ({ state }: Device): Promise<readonly RunRecord[]> => readRuns(state);
