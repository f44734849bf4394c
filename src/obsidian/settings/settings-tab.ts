import {
  PluginSettingTab,
  type Plugin,
  type SettingDefinitionGroup,
  type SettingDefinitionItem,
} from 'obsidian';
import { timeAgo } from '../english';
import { LastEnd } from '../library/last-end';
import type { Start } from '../start/add-start';
import { START } from '../start/start-strings';
import { folder } from './controls';
import { LibraryItems } from './library-items';
import { NotesPage } from './notes-page';
import { addButton, type PageContext } from './page-context';
import { advancedPage, scopePage, syncRows, textsPage } from './plain-pages';
import { RulesPage } from './rules-page';
import { valueAt, withValueAt, wordsIn } from './setting-keys';
import { SETTINGS } from './settings-strings';
import { tokenRow, type TokenRowOptions } from './token-row';

const IMAGES_KEY = 'remoteImages';
/** A list that is typed, with commas. */
const TYPED_LIST = 'fullText.tags';

/** Somebody types or chooses there, or is about to release what they press. */
const IN_USE = 'input:not([type=checkbox]):focus, textarea:focus, select:focus, :active';
const LOOKS_AGAIN_MS = 500;

export interface SettingsTabOptions extends TokenRowOptions, Omit<PageContext, 'app' | 'library' | 'update'> {
  readonly plugin: Plugin;
  readonly start: Pick<Start, 'open' | 'withdraw' | 'complete' | 'isUnderWay'>;
  /** Resolves when the sync has ended. */
  readonly sync: () => Promise<unknown>;
  /** The rows by which a person keeps the library in order. */
  readonly keeping: () => readonly SettingDefinitionGroup[];
}

/** The settings as the app draws them from their definitions. Every field is checked as it is entered, and saved when it is good. */
export class SettingsTab extends PluginSettingTab {
  private readonly context: PageContext;
  private readonly notes: NotesPage;
  private readonly rules: RulesPage;
  private following = 0;

  constructor(private readonly options: SettingsTabOptions) {
    const { plugin, store, engine } = options;
    super(plugin.app, plugin);
    this.containerEl.addClass('florilegium-settings');
    this.context = {
      ...options,
      app: plugin.app,
      library: new LibraryItems(engine, store),
      update: () => this.update(),
    };
    this.notes = new NotesPage(this.context);
    this.rules = new RulesPage(this.context);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { options, context } = this;
    if (options.store.problems.length > 0) return [this.badFileRow()];
    const hasToken = options.tokens.read() !== null;
    return [
      ...(hasToken ? [this.syncRow()] : []),
      ...(!hasToken || options.start.isUnderWay ? [this.startRow()] : []),
      tokenRow(options),
      folder(options.store, 'folder', SETTINGS.folder, 'Readwise'),
      ...syncRows(options.store),
      {
        type: 'group',
        items: [
          scopePage(context),
          this.notes.definition(),
          this.rules.definition(),
          textsPage(context),
          advancedPage(context, options.keeping()),
        ],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const value = valueAt(this.options.store.settings, key);
    if (key === IMAGES_KEY) return value === 'show';
    return key === TYPED_LIST && Array.isArray(value) ? value.join(', ') : value;
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { store, failed } = this.options;
    await store.save(withValueAt(store.settings, key, storedValue(key, value))).catch(failed);
    this.refreshDomState();
  }

  /** Shows what has become of the settings elsewhere, as soon as that takes no key from the person and nothing from under their finger. */
  follow(): void {
    window.clearTimeout(this.following);
    if (this.containerEl.querySelector(IN_USE) === null) this.update();
    else this.following = window.setTimeout(() => this.follow(), LOOKS_AGAIN_MS);
  }

  override hide(): void {
    super.hide();
    this.context.library.close();
  }

  private syncRow(): SettingDefinitionItem {
    const { plugin, sync, failed } = this.options;
    const lastEnd = new LastEnd(plugin.app);
    return {
      name: SETTINGS.syncNow,
      render: (setting) => {
        const draw = (): void => {
          const end = lastEnd.read();
          setting.setName(end === null ? SETTINGS.neverSynced : SETTINGS.lastSync(timeAgo(end.at)));
          setting.setDesc(end?.how ?? '');
        };
        const act = async (): Promise<void> => {
          await sync();
          draw();
        };
        addButton(setting, { text: SETTINGS.syncNow, act, failed }).setCta();
        draw();
      },
    };
  }

  private startRow(): SettingDefinitionItem {
    const { start, failed } = this.options;
    return {
      ...START.offerRow,
      render: (setting) => {
        start.withdraw();
        addButton(setting, { text: START.begin, act: () => start.open(), failed });
        start.complete(setting);
      },
    };
  }

  private badFileRow(): SettingDefinitionItem {
    const { store, failed } = this.options;
    const { name, desc, reset } = SETTINGS.badFile;
    const startOver = async (): Promise<void> => {
      await store.startOver();
      this.update();
    };
    return {
      name,
      desc: desc(store.problems.join('; ')),
      render: (setting) => void addButton(setting, { text: reset, act: startOver, failed }).setDestructive(),
    };
  }
}

/** The setting that a control's value stands for. */
function storedValue(key: string, value: unknown): unknown {
  if (key === IMAGES_KEY) return value === true ? 'show' : 'link';
  if (key === TYPED_LIST) return wordsIn(String(value));
  return value;
}
