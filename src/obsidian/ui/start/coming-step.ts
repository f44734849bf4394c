import { Setting } from 'obsidian';
import { ReadwiseClient } from '../../../readwise/client';
import { countLibrary } from '../../../sync/library-overview';
import { addBox } from '../elements';
import type { PluginContext } from '../../plugin-context';
import { valueAt, withValueAt } from '../../settings/setting-keys';
import { SCOPE_NAMES, SETTINGS } from '../../settings/settings-strings';
import { START } from '../window-strings';
import { tellOfOtherNotes } from './other-notes';
import type { StartStep } from './start-memory';

const TEXT = START.coming;

/** How much there is, and what of it is to have notes. */
export class ComingStep implements StartStep {
  readonly heading = TEXT.heading;
  /** By the keys of their settings. */
  private readonly boxes = new Map<string, HTMLInputElement>();

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { context } = this;
    const others = container.createDiv();
    tellOfOtherNotes(context, () => new Setting(others)).catch(context.failed);
    const answer = container.createDiv({ attr: { role: 'status' } });
    answer.createEl('p', { text: TEXT.asking });
    void this.count().then((text) => {
      answer.empty();
      answer.createEl('p', { text });
    });
    container.createEl('h4', { text: TEXT.scope });
    container.createEl('p', { text: TEXT.all, cls: 'setting-item-description' });
    for (const list of ['bookCategories', 'documentLocations'] as const) this.drawBoxes(container, list);
    this.follow();
  }

  follow(): void {
    for (const [key, box] of this.boxes) box.checked = valueAt(this.context.settings, key) === true;
  }

  private async count(): Promise<string> {
    const { host, account } = this.context;
    try {
      const { books, documents } = await countLibrary(new ReadwiseClient({ ...host, ...account }));
      const parts: string[] = [];
      if (books !== null) parts.push(TEXT.books(books));
      if (documents !== null) parts.push(TEXT.documents(documents));
      return parts.length === 0 ? TEXT.unknown : TEXT.found(parts);
    } catch (error) {
      return TEXT.failed(error instanceof Error ? error.message : String(error));
    }
  }

  private drawBoxes(container: HTMLElement, list: 'bookCategories' | 'documentLocations'): void {
    const { store, failed } = this.context;
    const group = container.createEl('fieldset', { cls: 'florilegium-start-boxes' });
    group.createEl('legend', { text: SETTINGS[list] });
    for (const [member, name] of Object.entries(SCOPE_NAMES[list])) {
      const key = `scope.${list}.${member}`;
      const change = (isOn: boolean): void =>
        void store.save(withValueAt(store.settings, key, isOn)).catch(failed);
      this.boxes.set(key, addBox(group, { text: name, change }));
    }
  }
}
