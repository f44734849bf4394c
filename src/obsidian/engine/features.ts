import type { Plugin } from 'obsidian';
import { addAdopt } from '../adopt/add-adopt';
import { addDeletionCommands } from '../syncing/deletion-commands';
import { addHistory } from '../history/add-history';
import { addKeeping } from '../keeping/add-keeping';
import { addLibrary, type LibraryAccess } from '../library/add-library';
import { addPreview } from '../preview/add-preview';
import { addReach } from '../reach/add-reach';
import type { ResultView } from '../syncing/result-view';
import type { SettingsStore } from '../state/settings-store';
import { SettingsTab } from '../settings/settings-tab';
import { addStart, type Start } from '../start/add-start';
import { addSyncCommands } from '../syncing/sync-commands';
import type { StartOptions, SyncController } from '../syncing/sync-controller';
import type { SyncProgress } from '../syncing/sync-progress';
import type { TokenStore } from '../state/token-store';
import { addViews } from '../views/add-views';
import type { PluginEngine } from './plugin-engine';
import type { Syncs } from './syncs';

export interface FeatureContext {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly tokens: TokenStore;
  readonly engine: PluginEngine;
  readonly controller: SyncController;
  readonly progress: SyncProgress;
  readonly results: ResultView;
  readonly syncs: Syncs;
  /** When the schedule will sync next, in milliseconds since the epoch; null when it will not. */
  readonly nextSync: () => number | null;
  readonly failed: (error: unknown) => void;
}

/** What the rest of the plugin needs of its features. */
export interface Features {
  readonly library: LibraryAccess;
  readonly guide: Start;
  readonly settingsTab: SettingsTab;
}

/** Adds everything that a person can reach, each feature with just what it asks for. */
export function addFeatures(context: FeatureContext): Features {
  const { plugin, controller, syncs } = context;
  addSyncCommands({ plugin, controller, start: (options) => syncs.start(options) });
  const library = addLibraryView(context, addPreviewCommand(context));
  addLookingBack(context);
  addWaysIn(context);
  const guide = addGuide(context);
  const settingsTab = addSettings(context, guide);
  return { library, guide, settingsTab };
}

/** A person asks for something, in whatever way. */
const ask = ({ syncs }: FeatureContext, said: Omit<StartOptions, 'origin'> = {}): void =>
  syncs.start({ origin: 'person', ...said });

const isReady = ({ syncs }: FeatureContext, needsToken = true): boolean =>
  syncs.isReady({ origin: 'person', needsToken });

function addPreviewCommand(context: FeatureContext): () => void {
  const { plugin, controller, engine, failed } = context;
  return addPreview({
    ...{ plugin, controller, failed },
    look: () => engine.previews.ofSync(),
    isReady: () => isReady(context),
    apply: (choice) => ask(context, { apply: { of: 'sync', choice } }),
  });
}

function addLibraryView(context: FeatureContext, preview: () => void): LibraryAccess {
  const { plugin, engine, progress, store, tokens, results, nextSync, failed } = context;
  return addLibrary({
    ...{ plugin, engine: engine.library, progress, store, tokens, preview, nextSync, failed },
    sync: () => ask(context),
    refresh: (refresh) => ask(context, { refresh }),
    decide: (decision) => ask(context, { decision }),
    offer: (text, button) => results.offer(text, button),
    settled: () => results.settle(),
  });
}

/** Held deletions, what was deleted, what a sync did. */
function addLookingBack(context: FeatureContext): void {
  const { plugin, engine, controller, failed } = context;
  addDeletionCommands({
    ...{ plugin, failed },
    currentHold: () => engine.currentHold(),
    deletedNotes: () => engine.deletedNotes(),
    decide: (decision) => ask(context, { decision }),
    restore: (restore) => ask(context, { restore }),
  });
  addHistory({
    ...{ plugin, controller, plan: () => engine.planUndo(), failed },
    undo: (undo) => ask(context, { undo }),
  });
}

/** Views of the library, and the ways to the plugin from elsewhere. */
function addWaysIn(context: FeatureContext): void {
  const { plugin, engine, controller, syncs, failed } = context;
  addViews({
    plugin,
    view: (request) => engine.view(request),
    isReady: (request) => isReady(context, request.view === 'review'),
    refresh: (refresh) => ask(context, { refresh }),
    failed,
  });
  addReach({
    ...{ plugin, failed },
    isSyncing: () => controller.isRunning,
    sync: (options) => syncs.finished(options),
    problem: () => syncs.whyNot(true),
    status: () => engine.status(),
    restore: (ids) => ask(context, { restore: { kind: 'items', ids } }),
  });
}

/** Setting up, and moving in from another plugin, which comes before the first sync. */
function addGuide(context: FeatureContext): Start {
  const { plugin, store, tokens, engine, controller, results, syncs, failed } = context;
  const openAdopt = addAdopt({
    ...{ plugin, controller, engine: engine.adopt, failed },
    isReady: ({ needsToken }) => isReady(context, needsToken),
    sync: () => ask(context),
  });
  return addStart({
    ...{ plugin, store, tokens, engine: engine.start, openAdopt, failed },
    checkToken: () => engine.checkToken(),
    isReady: () => isReady(context, false),
    isSyncing: () => controller.isRunning,
    offer: (text, button) => results.offer(text, button),
    sync: async () => {
      const report = await syncs.finished({ origin: 'person' });
      return report !== null && report.outcome !== 'failed';
    },
  });
}

/** The settings, with the rows by which the library is kept in order. */
function addSettings(context: FeatureContext, guide: Start): SettingsTab {
  const { plugin, store, tokens, engine, controller, results, syncs, failed } = context;
  const keeping = addKeeping({
    ...{ plugin, store, maintenance: engine.keeping, controller, failed },
    isReady: () => isReady(context, false),
    changed: () => tab.update(),
  });
  const tab = new SettingsTab({
    ...{ plugin, store, tokens, failed },
    engine: {
      readLibrary: (options) => engine.readLibrary(options),
      record: (itemKey) => engine.record(itemKey),
      preview: (record, settings) => engine.preview(record, settings),
      changes: () => ({
        ...engine.previews.ofRendering(),
        apply: (choice) => ask(context, { apply: { of: 'render', choice } }),
      }),
    },
    checkToken: () => engine.checkToken(),
    offer: (text, button) => results.offer(text, button),
    start: guide,
    sync: () => syncs.finished({ origin: 'person' }),
    keeping: () => keeping.groups(),
  });
  plugin.addSettingTab(tab);
  return tab;
}
