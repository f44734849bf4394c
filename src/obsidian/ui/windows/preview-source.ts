import { syncAndDays } from '../../../features/daily/day-watch';
import { lookInto } from '../../../features/preview/look-into';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { Reporter } from '../../../model/ports';
import type { SyncReport } from '../../../model/report';
import { OverlayStateStore } from '../../../store/state-stores';
import type { Choice } from '../../../sync/context/sync-options';
import { renderNotes } from '../../../sync/render-notes';
import type { PluginContext } from '../../app/plugin-context';

/** Where a plan that a person looks at comes from. Only `apply` writes into the vault. */
export interface PreviewSource {
  plan(options: { readonly signal: AbortSignal; readonly reporter: Reporter }): Promise<SyncReport>;
  /** Plans one note again, and tells how its text would change; null when it would not any more. */
  look(noteKey: string): Promise<NoteLook | null>;
  /** Asks for a run that does what was chosen. */
  apply(choice: Choice): void;
}

/** The next sync. What the service has by now is fetched, and kept on the device. */
export function syncPreview(context: PluginContext): PreviewSource {
  const { host, calendar, syncs } = context;
  return {
    // What is pulled must not come in beside a sync.
    plan: ({ signal: closed, reporter }) =>
      syncs.alone(closed, async (signal) => {
        await context.ready(signal);
        const { settings, account } = context;
        const options = {
          settings,
          token: account.token,
          full: false,
          dryRun: true,
          maxDelete: null,
          signal,
        };
        return context.withBoth((both) => syncAndDays({ ...host, ...both, reporter }, options, calendar));
      }),
    look: (noteKey) =>
      context.withBoth((both) => lookInto({ ...host, ...both }, { noteKey, settings: context.settings })),
    apply: (choice) => context.request({ apply: { of: 'sync', choice } }),
  };
}

/**
 * All notes written again with the settings as they are now. Nothing of it is kept, not even on the device.
 */
export function renderingPreview(context: PluginContext): PreviewSource {
  const { host } = context;
  const overlay = new OverlayStateStore();
  return {
    plan: async ({ signal, reporter }) => {
      await context.ready(signal);
      const { settings } = context;
      return context.withBoth(({ vault, state }) =>
        renderNotes(
          { ...host, vault, state: overlay.placeOver(state), reporter },
          { settings, dryRun: true, signal },
        ),
      );
    },
    look: (noteKey) =>
      context.withBoth(({ vault, state }) =>
        lookInto(
          { ...host, vault, state: overlay.placeOver(state) },
          { noteKey, settings: context.settings },
        ),
      ),
    apply: (choice) => context.request({ apply: { of: 'render', choice } }),
  };
}
