import type { LibraryEngine } from '../library/library-engine';
import { openConflicts, settleConflict, undoSettling } from '../../features/conflicts/open-conflicts';
import { readRuns } from '../../sync/journal/run-history';
import { identityOfItem, readOverview } from '../../sync/library-overview';
import { ServicePauses } from '../../sync/open-client';
import type { EngineContext } from './engine-context';

/** What the library view asks of the engine, on the app's adapters. */
export const libraryEngine = ({
  host: { clock },
  settings,
  token,
  withVault,
  withState,
  withBoth,
}: EngineContext): LibraryEngine => ({
  overview: (signal) => withState((state) => readOverview({ state, clock, signal })),
  pausedUntil: () =>
    withState(
      async (state) =>
        (await ServicePauses.read({ state, clock }, { baseUrl: settings().baseUrl, token: token() })).until,
    ),
  runs: () => withState(readRuns),
  conflicts: () => withBoth(openConflicts),
  settle: (choice) => withVault((vault) => settleConflict(vault, choice)),
  undo: (settled) => withVault((vault) => undoSettling(vault, settled)),
  identityOfItem: (itemKey) => withState((state) => identityOfItem(state, itemKey)),
});
