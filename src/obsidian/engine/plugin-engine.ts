import type { UndoPlan } from '../../features/undo/undo-plan';
import type { ItemRecord } from '../../model/record';
import type { DeletedNote, Hold, SyncReport, SyncStatus } from '../../model/report';
import type { Settings } from '../../model/settings';
import { convertPages } from '../../notes/html/convert-pages';
import { RequestUrlDownloader } from '../network/attachment-downloader';
import { ObsidianAttachments } from '../vault/attachment-files';
import { IndexedDbStateStore } from '../state/indexed-db-state-store';
import { ObsidianVault } from '../vault/obsidian-vault';
import { parseHtml } from '../parse-html';
import { RequestUrlHttpClient } from '../network/request-url-http-client';
import type { ItemPreview, SettingsEngine } from '../settings/engine';
import type { TokenCheck } from '../settings/token-row';
import { stateNameOf } from '../state/state-name';
import type { SyncRun } from '../syncing/sync-controller';
import { ObsidianFolders } from '../vault/vault-folders';
import { vaultReady } from '../vault/vault-ready';
import { ViewCalendar } from '../views/view-calendar';
import { createTextFile } from '../vault/whole-file';
import { WindowClock } from '../window-clock';
import type { StateStore, Vault } from '../../model/ports';
import { libraryEngine } from './library-engine';
import { PluginAdoption } from './adopt-engine';
import type { EngineContext } from './engine-context';
import { PluginKeeping } from './keeping-engine';
import { createRateBudgets } from '../../readwise/budget';
import { checkToken } from '../../readwise/account';
import { planUndo } from '../../features/undo/plan-undo';
import { undoLastRun } from '../../features/undo/undo-last-run';
import { previewItem } from '../../sync/plan/preview-item';
import { findDeletedNotes } from '../../sync/deletions/user-decisions';
import { OwnFolders } from '../../sync/write/own-folders';
import { reported } from '../../sync/run-report';
import { readStatus } from '../../sync/library-overview';
import { PreviewEngine } from './preview-engine';
import { StartQuestions } from './start-engine';
import { refreshAndDays, syncAndDays } from '../../features/daily/day-watch';
import { recordOf } from '../../store/item-records';
import { readLibrary } from '../../store/read-library';
import { currentHold } from '../../store/read-state';
import { runDaily, type DailyRequest, type DailyResult } from '../../features/daily/run-daily';

interface PluginEngineOptions extends Pick<EngineContext, 'app' | 'settings' | 'token'> {
  /** Reads the settings anew; rejects where they cannot be read. */
  readonly renewSettings: () => Promise<void>;
}

/** The engine on the app's adapters: vault and state are opened for each question and closed after it. */
export class PluginEngine implements Omit<SettingsEngine, 'changes'> {
  readonly keeping: PluginKeeping;
  readonly adopt: PluginAdoption;
  readonly library: ReturnType<typeof libraryEngine>;
  readonly start: StartQuestions;
  readonly previews: PreviewEngine;
  private readonly context: EngineContext;

  constructor(private readonly options: PluginEngineOptions) {
    const { app } = options;
    const calendar = new ViewCalendar(app);
    // One budget for all that this device asks within a minute: a token's check, a sync, the next sync.
    const host = {
      ...{
        http: new RequestUrlHttpClient(),
        clock: new WindowClock(),
        random: () => Math.random(),
        budgets: createRateBudgets(),
      },
      ...{
        convertHtml: convertPages(() => Promise.resolve(parseHtml)),
        attachments: { files: new ObsidianAttachments(app), downloader: new RequestUrlDownloader() },
      },
    };
    this.context = {
      ...options,
      host,
      calendar,
      ready: (signal) => this.ready(signal),
      withVault: (use) => this.withVault(use),
      withState: (use) => this.withState(use),
      withBoth: (use) => this.withBoth(use),
    };
    const { context } = this;
    this.library = libraryEngine(context);
    this.keeping = new PluginKeeping(context);
    this.adopt = new PluginAdoption(context);
    this.start = new StartQuestions({
      ...context,
      preview: (record, settings) => this.preview(record, settings),
    });
    this.previews = new PreviewEngine(context);
  }

  run(run: SyncRun): Promise<SyncReport> {
    return reported(() => this.runOnce(run));
  }

  private async runOnce({ reporter, task, refresh, apply, undo, ...run }: SyncRun): Promise<SyncReport> {
    const { signal } = run;
    if (undo !== undefined) return this.undo(undo, { reporter, signal });
    const choice =
      task === 'render' ? ({ of: 'render', choice: { remove: new Set<string>() } } as const) : apply;
    if (choice !== undefined) return this.previews.apply(choice, { signal, reporter });
    await this.ready(signal);
    const options = {
      settings: this.options.settings(),
      token: this.options.token(),
      full: task === 'fetch all',
      dryRun: false,
      maxDelete: null,
      ...run,
    };
    return this.withBoth((both) => {
      const deps = { ...this.context.host, ...both, reporter };
      return refresh === undefined
        ? syncAndDays(deps, options, this.context.calendar)
        : refreshAndDays(deps, { ...options, identity: refresh }, this.context.calendar);
    });
  }

  private async undo(
    run: number,
    { reporter, signal }: Pick<SyncRun, 'reporter' | 'signal'>,
  ): Promise<SyncReport> {
    await this.ready(signal);
    return this.withBoth((both) => undoLastRun({ ...this.context.host, ...both, reporter }, { run, signal }));
  }

  planUndo(): Promise<UndoPlan | null> {
    return this.withBoth(planUndo);
  }

  async view(request: DailyRequest): Promise<DailyResult> {
    const { app, settings, token, renewSettings } = this.options;
    const { host, calendar } = this.context;
    await renewSettings();
    return this.withBoth((both) =>
      runDaily(
        {
          context: { ...both, clock: host.clock, settings: settings(), calendar },
          createFile: (path, text) => createTextFile(app, path, text),
          service: host,
          token: () => Promise.resolve(token()),
        },
        request,
      ),
    );
  }

  checkToken(): Promise<TokenCheck> {
    return checkToken(this.context.host, {
      baseUrl: this.options.settings().baseUrl,
      token: this.options.token(),
    });
  }

  currentHold(): Promise<Hold | null> {
    return this.withState(currentHold);
  }

  status(): Promise<SyncStatus> {
    return this.withBoth((both) => readStatus({ ...both, clock: this.context.host.clock }));
  }

  deletedNotes(): Promise<readonly DeletedNote[]> {
    return this.withBoth(findDeletedNotes);
  }

  readLibrary(options: Parameters<SettingsEngine['readLibrary']>[0]): Promise<void> {
    return this.withState((state) => readLibrary({ ...this.context.host, state }, options));
  }

  record(itemKey: string): Promise<ItemRecord | null> {
    return this.withState((state) => recordOf(state, itemKey));
  }

  preview(record: ItemRecord, settings: Settings): Promise<ItemPreview> {
    return this.withBoth((both) => previewItem({ ...this.context.host, ...both }, { record, settings }));
  }

  private async ready(signal: AbortSignal): Promise<void> {
    await vaultReady(this.options.app, signal);
    await this.options.renewSettings();
  }

  private withBoth<Result>(
    use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>,
  ): Promise<Result> {
    return this.withVault((vault) =>
      this.withState(async (state) => {
        const own = new OwnFolders({ folders: new ObsidianFolders(this.options.app), state });
        const result = await use({ vault: own.through(vault), state });
        await own.settle();
        return result;
      }),
    );
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
