import type { Choice } from '../../sync/sync-options';
import type { SyncReport } from '../../model/report';
import type { PreviewSource } from '../preview/preview-rows';
import type { Reporter } from '../../model/ports';
import { OverlayStateStore } from '../../store/state-stores';
import { renderNotes } from '../../sync/write/render-notes';
import { applyChoice } from '../../features/preview/apply-choice';
import { lookInto } from '../../features/preview/look-into';
import { syncAndDays } from '../../features/daily/day-watch';
import type { EngineContext } from './engine-context';

/** Where a plan and its looks come from; how it is applied is for others to say. */
export type Look = Omit<PreviewSource, 'apply'>;

interface Run {
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
}

/** What a person is shown before it is done, on the app's adapters. */
export class PreviewEngine {
  constructor(private readonly options: EngineContext) {}

  /** The next sync: what the service has by now is fetched, and kept on the device. */
  ofSync(): Look {
    const { ready, settings, token, host, calendar, withBoth } = this.options;
    return {
      plan: async ({ signal, reporter }) => {
        await ready(signal);
        const options = {
          settings: settings(),
          token: token(),
          full: false,
          dryRun: true,
          maxDelete: null,
          signal,
        };
        return withBoth((both) => syncAndDays({ ...host, ...both, reporter }, options, calendar));
      },
      look: (noteKey) =>
        withBoth((both) => lookInto({ ...host, ...both }, { noteKey, settings: settings() })),
    };
  }

  /** All notes written again as the settings now are. Nothing of it stays behind, not even on the device. */
  ofRendering(): Look {
    const { ready, settings, host, withBoth } = this.options;
    const overlay = new OverlayStateStore();
    return {
      plan: async ({ signal, reporter }) => {
        await ready(signal);
        return withBoth(({ vault, state }) =>
          renderNotes(
            { ...host, vault, state: overlay.placeOver(state), reporter },
            { settings: settings(), dryRun: true, signal },
          ),
        );
      },
      look: (noteKey) =>
        withBoth(({ vault, state }) =>
          lookInto({ ...host, vault, state: overlay.placeOver(state) }, { noteKey, settings: settings() }),
        ),
    };
  }

  async apply(
    { of, choice }: { readonly of: 'sync' | 'render'; readonly choice: Choice },
    { signal, reporter }: Run,
  ): Promise<SyncReport> {
    const { ready, host, withBoth } = this.options;
    await ready(signal);
    const settings = this.options.settings();
    return withBoth((both) => {
      const deps = { ...host, ...both, reporter };
      return of === 'sync'
        ? applyChoice(deps, { settings, choice, signal })
        : renderNotes(deps, { settings, dryRun: false, chosen: choice.items, signal });
    });
  }
}
