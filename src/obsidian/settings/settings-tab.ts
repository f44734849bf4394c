import {
  PluginSettingTab,
  type Plugin,
  type SettingDefinitionGroup,
  type SettingDefinitionItem,
  type SettingDefinitionRender,
} from 'obsidian';
import { problemWithFolder } from '../../model/settings';
import type { Guide } from '../ui/start/guide';
import { SETTINGS } from './settings-strings';
import { openCheck } from '../ui/windows/check-modal';
import { openUnmark } from '../ui/windows/unmark-modal';
import { MAINTENANCE, START } from '../ui/window-strings';
import { folder, toggle } from './controls';
import { LibraryIndex } from './library-index';
import { namesPage } from './names-page';
import { addButton, type PageContext } from './page-context';
import {
  advancedPage,
  attachmentsPage,
  dailyPage,
  deletionsPage,
  fullTextPage,
  scopePage,
  syncGroup,
} from './plain-pages';
import { wordsIn } from './rule-fields';
import { RulesPage } from './rules-page';
import { valueAt, withValueAt } from './setting-keys';
import { templatesPage } from './templates-page';
import { tokenRow, type TokenRowOptions } from './token-row';

const IMAGES_KEY = 'remoteImages';
/** A list that is typed, with commas. */
const TYPED_LIST = 'fullText.tags';

/** Somebody types or chooses there, or is about to release what they press. */
const IN_USE = 'input:not([type=checkbox]):focus, textarea:focus, select:focus, :active';
const LOOKS_AGAIN_MS = 500;

export interface SettingsTabOptions extends TokenRowOptions, Omit<PageContext, 'app' | 'index' | 'update'> {
  readonly plugin: Plugin;
  readonly start: Guide;
}

/** The settings as the app draws them from their definitions. Every field is checked as it is entered, and saved when it is good. */
export class SettingsTab extends PluginSettingTab {
  private readonly context: PageContext;
  private readonly rules: RulesPage;
  private following = 0;

  constructor(private readonly options: SettingsTabOptions) {
    const { plugin, engine } = options;
    super(plugin.app, plugin);
    this.containerEl.addClass('florilegium-settings');
    this.context = {
      ...options,
      app: plugin.app,
      index: new LibraryIndex(engine),
      update: () => this.update(),
    };
    this.rules = new RulesPage(this.context);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { options, context } = this;
    if (options.store.problems.length > 0) return [this.badFileRow()];
    return [
      ...(options.tokens.read() === null || options.start.isUnderWay ? [this.startRow()] : []),
      tokenRow(options),
      folder('folder', SETTINGS.folder, { placeholder: 'Readwise', problemWith: problemWithFolder }),
      syncGroup(),
      {
        type: 'group',
        heading: SETTINGS.notes,
        items: [
          scopePage(),
          namesPage(context),
          templatesPage(context),
          this.rules.definition(),
          fullTextPage(),
          attachmentsPage(),
          dailyPage(),
          deletionsPage(),
          toggle('notePerHighlight', SETTINGS.notePerHighlight),
          toggle(IMAGES_KEY, SETTINGS.remoteImages),
        ],
      },
      this.maintenanceGroup(),
      advancedPage(),
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
  }

  /** Shows what has become of the settings elsewhere, as soon as that takes no key from the person and nothing from under their finger. */
  follow(): void {
    window.clearTimeout(this.following);
    if (this.containerEl.querySelector(IN_USE) === null) this.update();
    else this.following = window.setTimeout(() => this.follow(), LOOKS_AGAIN_MS);
  }

  override hide(): void {
    super.hide();
    this.context.index.close();
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

  private maintenanceGroup(): SettingDefinitionGroup {
    const { engine, failed } = this.options;
    const row = (texts: typeof MAINTENANCE.check, act: () => void): SettingDefinitionRender => ({
      name: texts.name,
      desc: texts.desc,
      render: (setting) => void addButton(setting, { text: texts.act, label: texts.label, act, failed }),
    });
    return {
      type: 'group',
      heading: MAINTENANCE.heading,
      items: [
        row(MAINTENANCE.check, () => openCheck(engine)),
        row(MAINTENANCE.unmark, () =>
          openUnmark(engine, { path: null, settingsChanged: () => this.update() }),
        ),
      ],
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
