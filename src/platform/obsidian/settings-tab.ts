import { PluginSettingTab, type App, type Plugin, type SettingDefinitionItem, type SettingDefinitionPage } from 'obsidian';
import type { ItemKind } from '../../core/library/model';
import { problemWithBaseUrl, problemWithFolder } from '../../core/settings';
import { deletionsPage } from './deletions-page';
import { scopePage } from './scope-page';
import { valueAt, withValueAt } from './setting-keys';
import type { SettingsStore } from './settings-store';
import { SETTINGS } from './strings';
import { copyTemplate } from './template-copy';
import { BUILT_IN, templatePage, type TemplatePageOptions } from './template-page';
import { tokenRow, type TokenRowOptions } from './token-row';

const MOST_MINUTES = 7 * 24 * 60;
const TEMPLATE_KEY = /^templates\./;
const IMAGES_KEY = 'remoteImages';

interface TemplateCopyOptions {
  readonly builtInTemplates: Readonly<Record<ItemKind, string>>;
}

export interface SettingsTabOptions extends TokenRowOptions, Pick<TemplatePageOptions, 'previewTemplate'>, TemplateCopyOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
}

/** The settings as the app draws them from their definitions. Every field is checked as it is entered, and saved when it is good. */
export class SettingsTab extends PluginSettingTab {
  constructor(
    app: App,
    private readonly options: SettingsTabOptions,
  ) {
    super(app, options.plugin);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { store, previewTemplate } = this.options;
    if (store.problems.length > 0) return [this.badFileRow()];
    const templates = templatePage({
      app: this.app,
      previewTemplate,
      copyBuiltIn: (kind) => this.copyBuiltIn(kind),
      templateOf: (kind) => store.settings.templates[kind],
      onSettingsChange: (listener) => store.onChange(listener),
    });
    return [tokenRow(this.options), folderRow(), syncGroup(), scopePage(), deletionsPage(), imagesRow(), templates, advancedPage()];
  }

  override getControlValue(key: string): unknown {
    const value = valueAt(this.options.store.settings, key);
    if (key === IMAGES_KEY) return value === 'show';
    return TEMPLATE_KEY.test(key) && value === BUILT_IN ? '' : value;
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { store } = this.options;
    if (key === IMAGES_KEY) return store.save(withValueAt(store.settings, key, value === true ? 'show' : 'link'));
    const stored = TEMPLATE_KEY.test(key) && value === '' ? BUILT_IN : value;
    await store.save(withValueAt(store.settings, key, stored));
  }

  private async copyBuiltIn(kind: ItemKind): Promise<void> {
    await this.setControlValue(`templates.${kind}`, await copyTemplate(this.app, { kind, text: this.options.builtInTemplates[kind] }));
    this.update();
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

const imagesRow = (): SettingDefinitionItem => ({ ...SETTINGS.remoteImages, control: { type: 'toggle', key: IMAGES_KEY } });

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
