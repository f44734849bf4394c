import { type RunRecord, readRuns } from '../../../src/sync/journal/run-history';
import type { UndoPlan } from '../../../src/features/undo/undo-plan';
import type { SyncReport } from '../../../src/model/report';
import type { StateStore, Vault } from '../../../src/model/ports';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { settings, type Device, type World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';

type Places = { readonly vault: Vault; readonly state: StateStore; readonly outbox?: StateStore };

const withOutbox = ({ outbox = new MemoryStateStore(), ...others }: Places) => ({ ...others, outbox });

export const planOf = (device: Places): Promise<UndoPlan | null> => planUndo(withOutbox(device));

/** Undoes what a person is shown, as the command does. */
export async function undo(device: Places, world?: World): Promise<SyncReport | null> {
  const plan = await planOf(device);
  const clock = new FakeClock(world === undefined ? {} : { startsAt: world.now });
  return plan === null
    ? null
    : undoLastRun(
        { ...withOutbox(device), clock, reporter: { progress: () => undefined } },
        { run: plan.run, settings: settings() },
      );
}

export const runsOf = ({ state }: Device): Promise<readonly RunRecord[]> => readRuns(state);
