import type { HighlightRef, PlacedHighlight } from '../../core/views/highlight-embed';
import type { ViewResult, ViewWish } from '../../core/views/view-result';
import type { SearchHit } from '../../core/views/search';
import type { Settings } from '../../core/settings';
import type { StateStore, Vault } from '../../ports';
import type { SyncDependencies } from '../sync-options';
import { tagsInUse, type CountedTag } from './gather-tag';
import { HighlightSearch } from './highlight-search';
import type { TextFiles } from './make-base';
import { Places } from './places';
import { runView } from './run-view';
import type { Calendar, ViewContext } from './view-context';

export interface LibraryViewsOptions {
  readonly host: Pick<SyncDependencies, 'http' | 'clock' | 'random' | 'budgets'>;
  readonly calendar: Calendar;
  readonly files: TextFiles;
  readonly settings: () => Settings;
  readonly renewSettings: () => Promise<void>;
  readonly token: () => string;
  readonly withVault: <Result>(use: (vault: Vault) => Promise<Result>) => Promise<Result>;
  readonly withState: <Result>(use: (state: StateStore) => Promise<Result>) => Promise<Result>;
}

/** The views for a host that runs on: vault and state are opened for each question, the search stays. */
export class LibraryViews {
  private readonly search: HighlightSearch;

  constructor(private readonly options: LibraryViewsOptions) {
    const { withState, settings, host } = options;
    this.search = new HighlightSearch({ withState, clock: host.clock, scope: () => settings().scope });
  }

  get isSearchReady(): boolean {
    return this.search.isReady;
  }

  /** To be called with each state that may be written to. */
  watch(state: StateStore): StateStore {
    return this.search.watch(state);
  }

  async run(wish: ViewWish): Promise<ViewResult> {
    const { host, files, token, renewSettings } = this.options;
    await renewSettings();
    return this.with((context) =>
      runView(
        { context, files, service: host, token: () => Promise.resolve(token()), search: this.search },
        wish,
      ),
    );
  }

  find(query: string, isWanted: () => boolean): Promise<readonly SearchHit[]> {
    return this.search.find(query, { isWanted });
  }

  placeOf(highlight: HighlightRef): Promise<PlacedHighlight | null> {
    return this.with((context) => new Places(context).placeOf(highlight));
  }

  tags(): Promise<readonly CountedTag[]> {
    return this.with(tagsInUse);
  }

  private with<Result>(use: (context: ViewContext) => Promise<Result>): Promise<Result> {
    const { host, calendar, settings, withVault, withState } = this.options;
    return withVault((vault) =>
      withState((state) => use({ vault, state, clock: host.clock, settings: settings(), calendar })),
    );
  }
}
