import { openLook } from '../../../features/preview/look-into';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { Reporter } from '../../../model/ports';
import type { SyncReport } from '../../../model/report';
import { OverlayStateStore } from '../../../store/state-stores';
import { renderNotes } from '../../../sync/render-notes';
import { runSync } from '../../../sync/run-sync';
import type { PluginContext } from '../../app/plugin-context';

/** Makes a plan for the preview, without writing to the vault. */
export interface PreviewSource {
  plan(options: { readonly signal: AbortSignal; readonly reporter: Reporter }): Promise<SyncReport>;
  /** Plans one note again and returns its text before and after; null when it would no longer change. */
  loadDiff(noteKey: string): Promise<NoteLook | null>;
  /** Requests the run that was previewed. */
  apply(): void;
}

/** Previews the next sync. What is fetched stays in the replica. */
export function syncPreview(context: PluginContext): PreviewSource {
  const { host, syncs } = context;
  return {
    // Pulls must not run beside a sync.
    plan: ({ signal: closed, reporter }) =>
      syncs.runExclusively(closed, async (signal) => {
        await context.ready(signal);
        const { settings, account } = context;
        const options = {
          settings,
          token: account.forRequests().token,
          full: false,
          dryRun: true,
          maxDelete: null,
          signal,
        };
        return context.withBoth((both) => runSync({ ...host, ...both, reporter }, options));
      }),
    loadDiff: (noteKey) =>
      context.withBoth(async (both) => {
        const look = await openLook({ ...host, ...both }, context.settings);
        return look(noteKey);
      }),
    apply: () => context.request(),
  };
}

/** Previews a rendering with the current settings; its state changes are discarded. */
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
    loadDiff: (noteKey) =>
      context.withBoth(async ({ vault, state }) => {
        const look = await openLook({ ...host, vault, state: overlay.placeOver(state) }, context.settings);
        return look(noteKey);
      }),
    apply: () => context.request({ task: 'render' }),
  };
}
