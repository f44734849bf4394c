import type { NoteLook } from '../merge/diff/text-diff';
import type { PlannedAction, SyncReport } from '../model/report';
import { joinNote, splitNote } from '../notes/note/note';
import { OverlayStateStore } from '../store/state-stores';
import type { SyncDependencies } from './context/sync-options';
import { OverlayVault } from './overlay-vault';
import { renderedRun, type RenderedRun, type RunOptions } from './run-report';

type Stores = Pick<SyncDependencies, 'vault' | 'state'>;

/** What a run would do, with the texts of the notes that it would change. */
export interface DryRun {
  /** Includes the plan. */
  readonly report: SyncReport;
  /** A note before and after, without what is hidden in it; null if the action leaves it as it is. */
  readonly look: (action: PlannedAction) => NoteLook | null;
}

/** The host, with overlays that catch every write to vault and state. */
export const openOverlays = <Host extends Stores>(host: Host): Host & { readonly vault: OverlayVault } => ({
  ...host,
  vault: new OverlayVault(host.vault),
  state: new OverlayStateStore(host.state),
});

/** Does the work of a run on overlays. Nothing is kept: what it would write is its plan. */
export async function dryRun(
  overlays: Pick<SyncDependencies, 'state' | 'clock'> & { readonly vault: OverlayVault },
  options: RunOptions,
  work: (run: RenderedRun) => Promise<void>,
): Promise<DryRun> {
  let plan: readonly PlannedAction[] = [];
  const report = await renderedRun(overlays, options, async (run) => {
    try {
      await work(run);
    } finally {
      plan = run.stats.actions;
    }
  });
  return {
    report: { ...report, vaultWrites: 0, plan },
    look: ({ path, from = path }) => {
      const change = overlays.vault.changeOf(from);
      return change === null ? null : { before: shown(change.before), after: shown(change.after) };
    },
  };
}

function shown(text: string): string {
  const { yaml, body } = splitNote(text);
  return text === '' ? '' : joinNote(yaml, body);
}
