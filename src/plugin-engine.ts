import type { App } from 'obsidian';
import type { ItemRecord } from './core/library/record';
import type { DeletedNote, Hold, SyncReport } from './core/report';
import type { Settings } from './core/settings';
import { convertPages } from './html/convert-pages';
import { RequestUrlDownloader } from './platform/obsidian/attachment-downloader';
import { ObsidianAttachments } from './platform/obsidian/attachment-files';
import { IndexedDbStateStore } from './platform/obsidian/indexed-db-state-store';
import { ObsidianVault } from './platform/obsidian/obsidian-vault';
import { parseHtml } from './platform/obsidian/parse-html';
import { readYaml } from './platform/obsidian/read-yaml';
import { RequestUrlHttpClient } from './platform/obsidian/request-url-http-client';
import type { ItemPreview, SettingsEngine } from './platform/obsidian/settings/engine';
import type { TokenCheck } from './platform/obsidian/settings/token-row';
import { stateNameOf } from './platform/obsidian/state-name';
import type { SyncRun } from './platform/obsidian/sync-controller';
import { vaultReady } from './platform/obsidian/vault-ready';
import { ViewCalendar } from './platform/obsidian/views/view-calendar';
import { ViewFiles } from './platform/obsidian/views/view-files';
import { WindowClock } from './platform/obsidian/window-clock';
import type { Reporter, StateStore, Vault } from './ports';
import { createRateBudgets } from './readwise/budget';
import { checkToken } from './readwise/check-token';
import { OverlayStateStore } from './sync/overlay-state-store';
import { previewItem, recordOf } from './sync/preview-item';
import { readLibrary } from './sync/read-library';
import { renderNotes } from './sync/render-notes';
import { findDeletedNotes } from './sync/restore';
import { currentHold } from './sync/status';
import { refreshAndDays, syncAndDays } from './sync/views/day-watch';
import { LibraryViews } from './sync/views/library-views';

const SILENT: Reporter = { progress: () => undefined };

export interface PluginEngineOptions {
  readonly app: App;
  readonly settings: () => Settings;
  /** Empty when there is none on this device. */
  readonly token: () => string;
}

/** The engine on the app's adapters: vault and state are opened for each question and closed after it. */
export class PluginEngine implements Omit<SettingsEngine, 'apply'> {
  readonly views: LibraryViews;
  private readonly host;
  private readonly calendar: ViewCalendar;

  constructor(private readonly options: PluginEngineOptions) {
    const { app } = options;
    // One budget for all that this device asks within a minute: a token's check, a sync, the next sync.
    this.host = {
      ...{ http: new RequestUrlHttpClient(), clock: new WindowClock(), random: () => Math.random(), budgets: createRateBudgets() },
      ...{ readYaml, convertHtml: convertPages(() => Promise.resolve(parseHtml)), attachments: { files: new ObsidianAttachments(app), downloader: new RequestUrlDownloader() } },
    };
    this.calendar = new ViewCalendar(app);
    this.views = new LibraryViews({ ...options, host: this.host, calendar: this.calendar, files: new ViewFiles(app), withVault: (use) => this.withVault(use), withState: (use) => this.withState(use) });
  }

  async run({ reporter, task, refresh, ...run }: SyncRun): Promise<SyncReport> {
    const { signal } = run;
    if (task === 'render') return this.render({ signal, reporter, dryRun: false, through: (state) => state });
    await vaultReady(this.options.app, signal);
    const options = { settings: this.options.settings(), token: this.options.token(), full: false, dryRun: false, maxDelete: null, ...run };
    return this.withBoth(({ vault, state }) => {
      const deps = { ...this.host, vault, state: this.views.watch(state), reporter };
      return refresh === undefined ? syncAndDays(deps, options, this.calendar) : refreshAndDays(deps, { ...options, identity: refresh }, this.calendar);
    });
  }

  checkToken(): Promise<TokenCheck> {
    return checkToken(this.host, { baseUrl: this.options.settings().baseUrl, token: this.options.token() });
  }

  currentHold(): Promise<Hold | null> {
    return this.withState(currentHold);
  }

  deletedNotes(): Promise<readonly DeletedNote[]> {
    return this.withBoth(findDeletedNotes);
  }

  readLibrary(options: Parameters<SettingsEngine['readLibrary']>[0]): Promise<void> {
    return this.withState((state) => readLibrary({ ...this.host, state }, options));
  }

  record(itemKey: string): Promise<ItemRecord | null> {
    return this.withState((state) => recordOf(state, itemKey));
  }

  preview(record: ItemRecord, settings: Settings): Promise<ItemPreview> {
    return this.withBoth((both) => previewItem({ ...this.host, ...both }, { record, settings }));
  }

  lookAhead(signal: AbortSignal): Promise<SyncReport> {
    return this.render({ signal, reporter: SILENT, dryRun: true, through: (state) => new OverlayStateStore(state) });
  }

  private async render({ signal, reporter, dryRun, through }: Pick<SyncRun, 'signal' | 'reporter'> & { readonly dryRun: boolean; readonly through: (state: StateStore) => StateStore }): Promise<SyncReport> {
    await vaultReady(this.options.app, signal);
    return this.withBoth(({ vault, state }) => renderNotes({ ...this.host, vault, state: through(state), reporter }, { settings: this.options.settings(), dryRun, signal }));
  }

  private withBoth<Result>(use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>): Promise<Result> {
    return this.withVault((vault) => this.withState((state) => use({ vault, state })));
  }

  private async withVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new ObsidianVault(this.options.app);
    try {
      return await use(vault);
    } finally {
      vault.close();
    }
  }

  private async withState<Result>(use: (state: StateStore) => Promise<Result>): Promise<Result> {
    const state = await IndexedDbStateStore.open(stateNameOf(this.options.app));
    try {
      return await use(state);
    } finally {
      await state.close();
    }
  }
}
