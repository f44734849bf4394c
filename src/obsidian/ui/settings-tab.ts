import {
  PluginSettingTab,
  type SettingDefinitionGroup,
  type SettingDefinitionItem,
  type SettingDefinitionRender,
} from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { readLastSync } from '../app/last-end';
import { timeAgo } from '../strings/english';
import { permissionRow } from './components/permission';
import { endText } from './components/result-text';
import type { Guide } from './start/guide';
import { MAINTENANCE, START } from '../strings/window-strings';
import { openCheck } from './pane/status-view';
import { openUnmark } from './windows/unmark-modal';
import { folder } from './settings/controls';
import { LibraryItems } from './settings/library-items';
import { NotesPage } from './settings/notes-page';
import { addButton } from './components/elements';
import type { PageContext } from './settings/page-context';
import { advancedPage, scopePage, syncRows, textsPage } from './settings/plain-pages';
import { RulesPage } from './settings/rules-page';
import { valueAt, withValueAt } from './settings/setting-keys';
import { SETTINGS } from '../strings/settings-strings';
import { tokenRow } from './settings/token-row';

const IMAGES_KEY = 'remoteImages';

/** Controls in use: with focus, or being pressed. */
const IN_USE = 'input:not([type=checkbox]):focus, textarea:focus, select:focus, :active';
const RETRY_AFTER_MS = 500;

/** The settings tab. Every field is checked while it is edited and saved when it is valid. */
export class SettingsTab extends PluginSettingTab {
  private readonly context: PageContext;
  private readonly notes: NotesPage;
  private readonly rules: RulesPage;
  private following = 0;

  constructor(
    private readonly plugin: PluginContext,
    private readonly guide: Guide,
  ) {
    super(plugin.app, plugin.plugin);
    this.containerEl.addClass('florilegium-settings');
    this.context = {
      app: plugin.app,
      store: plugin.store,
      engine: plugin,
      library: new LibraryItems(plugin),
      update: () => this.update(),
      onError: plugin.onError,
    };
    plugin.plugin.registerEvent(plugin.events.on('decided', () => this.follow()));
    this.notes = new NotesPage(this.context);
    this.rules = new RulesPage(this.context);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { plugin, guide, context } = this;
    if (plugin.store.problems.length > 0) return [this.badFileRow()];
    const { question, token } = plugin.account;
    const isNew = question === null && (token === null || guide.isUnderWay);
    return [
      ...(token === null ? [] : [this.syncRow()]),
      ...(isNew ? [this.startRow()] : []),
      // A token is entered once it is clear where it would go.
      question === null ? tokenRow(plugin) : permissionRow(plugin, question),
      folder(plugin.store, 'folder', SETTINGS.folder, 'Readwise'),
      ...syncRows(plugin.store),
      {
        type: 'group',
        items: [
          scopePage(context),
          this.notes.definition(),
          this.rules.definition(),
          textsPage(context),
          advancedPage(context, [this.maintenanceGroup()]),
        ],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const value = valueAt(this.plugin.settings, key);
    return key === IMAGES_KEY ? value === 'show' : value;
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { store, onError } = this.plugin;
    await store.save(withValueAt(store.settings, key, storedValue(key, value))).catch(onError);
    this.refreshDomState();
  }

  /** Redraws after an outside change, as soon as no control is in use. */
  follow(): void {
    window.clearTimeout(this.following);
    if (this.containerEl.querySelector(IN_USE) === null) this.update();
    else this.following = window.setTimeout(() => this.follow(), RETRY_AFTER_MS);
  }

  override hide(): void {
    super.hide();
    this.context.library.close();
  }

  private syncRow(): SettingDefinitionItem {
    const { plugin } = this;
    return {
      name: SETTINGS.syncNow,
      render: (setting) => {
        const draw = (): void => {
          const last = readLastSync(plugin.app);
          setting.setName(last === null ? SETTINGS.neverSynced : SETTINGS.lastSync(timeAgo(last.at)));
          setting.setDesc(last === null ? '' : endText(last.end));
        };
        const act = async (): Promise<void> => {
          await plugin.sync({ origin: 'user' });
          draw();
        };
        addButton(setting, { text: SETTINGS.syncNow, act, onError: plugin.onError }).setCta();
        draw();
      },
    };
  }

  private startRow(): SettingDefinitionItem {
    const { guide, plugin } = this;
    return {
      ...START.offerRow,
      render: (setting) => {
        guide.hideOffer();
        addButton(setting, { text: START.begin, act: () => guide.open(), onError: plugin.onError });
        guide.addAdoptionHint(setting);
      },
    };
  }

  private maintenanceGroup(): SettingDefinitionGroup {
    const { plugin } = this;
    const row = (texts: typeof MAINTENANCE.check, act: () => void): SettingDefinitionRender => ({
      name: texts.name,
      desc: texts.desc,
      render: (setting) =>
        void addButton(setting, { text: texts.act, label: texts.label, act, onError: plugin.onError }),
    });
    return {
      type: 'group',
      heading: MAINTENANCE.heading,
      items: [
        row(MAINTENANCE.check, () => openCheck(plugin)),
        row(MAINTENANCE.unmark, () =>
          openUnmark(plugin, { path: null, settingsChanged: () => this.update() }),
        ),
      ],
    };
  }

  private badFileRow(): SettingDefinitionItem {
    const { store, onError } = this.plugin;
    const { name, desc, reset } = SETTINGS.badFile;
    const startOver = async (): Promise<void> => {
      await store.startOver();
      this.update();
    };
    return {
      name,
      desc: desc(store.problems.join('; ')),
      render: (setting) => void addButton(setting, { text: reset, act: startOver, onError }).setDestructive(),
    };
  }
}

function storedValue(key: string, value: unknown): unknown {
  if (key === IMAGES_KEY) return value === true ? 'show' : 'link';
  return value;
}
