import type { App } from './app-model';
import { Modal } from './modal';
import type { SettingTab } from './setting-tab';

/** The settings, with the one plugin's tab. */
export class SettingsModal extends Modal {
  tab: SettingTab | null = null;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-settings');
    this.modalEl.setAttr('aria-label', 'Settings');
    const header = this.contentEl.createDiv('vertical-tab-header');
    header.createDiv({ cls: 'vertical-tab-header-group-title', text: 'Community plugins' });
    header.createDiv({ cls: 'vertical-tab-nav-item is-active', text: 'Florilegium' });
  }

  override onOpen(): void {
    if (this.tab === null) return;
    this.contentEl.append(this.tab.containerEl);
    this.tab.show();
  }

  /** There is only one. */
  openTabById(_id: string): void {
    return undefined;
  }

  override onClose(): void {
    this.tab?.hide();
  }
}
