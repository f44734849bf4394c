import { PluginSettingTab, type SettingDefinitionItem } from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { permissionRow } from './components/permission';
import { addButton } from './components/elements';
import { closeSettings } from './components/open-settings';
import { makeDaily } from './make-daily';
import type { Guide } from './start/guide';
import { statusRow } from './start/status-row';
import { LibraryItems } from './settings/library-items';
import { NotePreview } from './settings/note-preview';
import { notesPage } from './settings/notes-page';
import type { PageContext } from './settings/page-context';
import { advancedPage, extrasPage, mainRows, scopePage } from './settings/settings-pages';
import { RulesPage } from './settings/rules-page';
import { valueAt, withValueAt } from './settings/setting-keys';
import { tokenRow } from './settings/token-row';
import { SETTINGS } from '../strings/settings-strings';

/** Controls in use: with focus, or being pressed. */
const IN_USE = 'input:not([type=checkbox]):focus, textarea:focus, select:focus, :active';
const RETRY_AFTER_MS = 500;

interface Conversion {
  readonly shown: (stored: unknown) => unknown;
  readonly stored: (shown: unknown) => unknown;
}

/** Settings whose control has values of another type. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  intervalMinutes: { shown: String, stored: Number },
  remoteImages: {
    shown: (stored) => stored === 'show',
    stored: (isOn) => (isOn === true ? 'show' : 'link'),
  },
};

/** The settings tab. Every field is checked while it is edited and saved when it is valid. */
export class SettingsTab extends PluginSettingTab {
  private readonly context: PageContext;
  private readonly preview: NotePreview;
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
      save: (key, value) => this.save(key, value),
      createBase: async () => {
        await makeDaily(plugin, { view: 'base' });
        closeSettings(plugin.app);
      },
      update: (focus) => this.redraw(focus),
      onError: plugin.onError,
    };
    plugin.plugin.registerEvent(plugin.events.on('decided', () => this.follow()));
    this.preview = new NotePreview(this.context);
    this.rules = new RulesPage(this.context);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { plugin, context } = this;
    if (plugin.store.problems.length > 0) return [this.badFileRow()];
    const { question } = plugin.account;
    const rules = this.rules.definition();
    return [
      // A token is entered once it is clear where it would go.
      ...(question === null
        ? [statusRow(plugin, this.guide), tokenRow(plugin)]
        : [permissionRow(plugin, question)]),
      ...mainRows(context),
      {
        type: 'group',
        items: [
          scopePage(context),
          notesPage(context, this.preview, rules),
          rules,
          extrasPage(context),
          advancedPage(context),
        ],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const value = valueAt(this.plugin.settings, key);
    return CONVERSIONS[key]?.shown(value) ?? value;
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.save(key, CONVERSIONS[key]?.stored(value) ?? value);
  }

  /** Redraws after an outside change, as soon as no control is in use. */
  follow(): void {
    window.clearTimeout(this.following);
    if (this.containerEl.querySelector(IN_USE) === null) this.update();
    else this.following = window.setTimeout(() => this.follow(), RETRY_AFTER_MS);
  }

  private redraw(focus = focusedLabel()): void {
    this.update();
    // A window that is closing moves the focus, too.
    window.setTimeout(() => focusAgain(focus));
  }

  override hide(): void {
    super.hide();
    this.context.library.close();
  }

  private async save(key: string, value: unknown): Promise<void> {
    const { store, onError } = this.plugin;
    try {
      await store.save(withValueAt(store.settings, key, value));
    } catch (error) {
      onError(error);
    }
    this.refreshDomState();
  }

  private badFileRow(): SettingDefinitionItem {
    const { store, onError } = this.plugin;
    const { name, desc, reset } = SETTINGS.badFile;
    const startOver = async (): Promise<void> => {
      await store.startOver();
      this.update();
    };
    return {
      name: name(store.problems.join('; ')),
      desc,
      render: (setting) => {
        this.plugin.syncs.display?.opened(['open-settings']);
        addButton(setting, { text: reset, act: startOver, onError }).setDestructive();
      },
    };
  }
}

const focusedLabel = (): string => activeWindow.document.activeElement?.getAttribute('aria-label') ?? '';

function focusAgain(label: string): void {
  const controls = activeWindow.document.querySelectorAll<HTMLElement>(
    '.setting-item :is(button, input, select)[aria-label]',
  );
  [...controls].find((each) => each.getAttribute('aria-label') === label)?.focus();
}
