import { PluginSettingTab, type App, type Plugin, type SettingDefinitionItem, type SettingDefinitionPage } from 'obsidian';
import { problemWithBaseUrl, problemWithFolder } from '../../../core/settings';
import type { SettingsStore } from '../settings-store';
import { SETTINGS } from '../strings-settings';
import { deletionsPage } from './deletions-page';
import type { SettingsEngine } from './engine';
import { LibraryIndex } from './library-index';
import { attachmentsPage, dailyPage, fullTextPage } from './more-pages';
import { namesPage } from './names-page';
import type { PageContext } from './page-context';
import { wordsIn } from './rule-fields';
import { RulesPage } from './rules-page';
import { scopePage } from './scope-page';
import { valueAt, withValueAt } from './setting-keys';
import { templatesPage } from './templates-page';
import { tokenRow, type TokenRowOptions } from './token-row';

const MOST_MINUTES = 7 * 24 * 60;
const IMAGES_KEY = 'remoteImages';
/** A list that is typed, with commas. */
const TYPED_LIST = 'fullText.tags';

export interface SettingsTabOptions extends TokenRowOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly engine: SettingsEngine;
  readonly failed: (error: unknown) => void;
}

/** The settings as the app draws them from their definitions. Every field is checked as it is entered, and saved when it is good. */
export class SettingsTab extends PluginSettingTab {
  private readonly context: PageContext;
  private readonly rules: RulesPage;

  constructor(
    app: App,
    private readonly options: SettingsTabOptions,
  ) {
    super(app, options.plugin);
    const { store, engine, failed } = options;
    this.context = { app, store, engine, failed, index: new LibraryIndex(engine, store), update: () => this.update() };
    this.rules = new RulesPage(this.context);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { options, context } = this;
    if (options.store.problems.length > 0) return [this.badFileRow()];
    return [
      tokenRow(options),
      folderRow(),
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
          { ...SETTINGS.notePerHighlight, control: { type: 'toggle', key: 'notePerHighlight' } },
          { ...SETTINGS.remoteImages, control: { type: 'toggle', key: IMAGES_KEY } },
        ],
      },
      advancedPage(),
    ];
  }

  override getControlValue(key: string): unknown {
    const value = valueAt(this.options.store.settings, key);
    if (key === IMAGES_KEY) return value === 'show';
    return key === TYPED_LIST && Array.isArray(value) ? value.join(', ') : value;
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { store } = this.options;
    const stored = key === IMAGES_KEY ? (value === true ? 'show' : 'link') : key === TYPED_LIST ? wordsIn(String(value)) : value;
    await store.save(withValueAt(store.settings, key, stored));
  }

  override hide(): void {
    super.hide();
    this.context.index.close();
  }

  private badFileRow(): SettingDefinitionItem {
    const { store } = this.options;
    const { name, desc, reset } = SETTINGS.badFile;
    return {
      name,
      desc: desc(store.problems.join('; ')),
      render: (setting) => {
        setting.addButton((button) =>
          button
            .setButtonText(reset)
            .setDestructive()
            .onClick(async () => {
              await store.startOver();
              this.update();
            }),
        );
      },
    };
  }
}

function folderRow(): SettingDefinitionItem {
  return {
    ...SETTINGS.folder,
    control: { type: 'folder', key: 'folder', placeholder: 'Readwise', validate: (value) => problemWithFolder(value) ?? undefined },
  };
}

function syncGroup(): SettingDefinitionItem {
  const { name, desc, problem } = SETTINGS.interval;
  return {
    type: 'group',
    heading: SETTINGS.sync,
    items: [
      { ...SETTINGS.syncOnOpen, control: { type: 'toggle', key: 'syncOnOpen' } },
      {
        name,
        desc,
        control: {
          type: 'number',
          key: 'intervalMinutes',
          min: 0,
          max: MOST_MINUTES,
          step: 1,
          validate: (value) => (Number.isInteger(value) && value >= 0 && value <= MOST_MINUTES ? undefined : problem),
        },
      },
    ],
  };
}

function advancedPage(): SettingDefinitionPage {
  return {
    type: 'page',
    ...SETTINGS.advanced,
    items: [
      {
        ...SETTINGS.baseUrl,
        control: { type: 'text', key: 'baseUrl', placeholder: 'https://readwise.io', validate: (value) => problemWithBaseUrl(value) ?? undefined },
      },
    ],
  };
}
