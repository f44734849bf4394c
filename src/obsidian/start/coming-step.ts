import { Setting } from 'obsidian';
import type { LibraryCounts } from '../../model/overview';
import { addBox } from '../components/add-box';
import { valueAt, withValueAt } from '../settings/setting-keys';
import { SCOPE_NAMES, SETTINGS } from '../settings/settings-strings';
import { START } from './start-strings';
import { tellOfOtherNotes } from './other-notes';
import type { StartContext, StartStep } from './start-context';

const TEXT = START.coming;

/** How much there is, and what of it is to have notes. */
export class ComingStep implements StartStep {
  readonly heading = TEXT.heading;
  private isOpen = false;
  /** By the keys of their settings. */
  private readonly boxes = new Map<string, HTMLInputElement>();

  constructor(private readonly context: StartContext) {}

  draw(container: HTMLElement): void {
    const { failed } = this.context;
    this.isOpen = true;
    const others = container.createDiv();
    tellOfOtherNotes(this.context, () => new Setting(others)).catch(failed);
    const answer = container.createDiv({ attr: { role: 'status' } });
    answer.createEl('p', { text: TEXT.asking });
    this.count()
      .then((lines) => this.isOpen && this.say(answer, lines))
      .catch(failed);
    container.createEl('h4', { text: TEXT.scope });
    container.createEl('p', { text: TEXT.all, cls: 'setting-item-description' });
    for (const list of ['bookCategories', 'documentLocations'] as const)
      this.drawBoxes(container, { list: `scope.${list}`, legend: SETTINGS[list], names: SCOPE_NAMES[list] });
    this.follow();
  }

  follow(): void {
    for (const [key, box] of this.boxes) box.checked = valueAt(this.context.store.settings, key) === true;
  }

  leave(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): void {
    this.isOpen = false;
  }

  private say(container: HTMLElement, lines: readonly string[]): void {
    container.empty();
    for (const text of lines) container.createEl('p', { text });
  }

  private async count(): Promise<readonly string[]> {
    try {
      return linesOf(await this.context.engine.countLibrary());
    } catch (error) {
      return [TEXT.failed(error instanceof Error ? error.message : String(error))];
    }
  }

  private drawBoxes(
    container: HTMLElement,
    {
      list,
      legend,
      names,
    }: { readonly list: string; readonly legend: string; readonly names: Readonly<Record<string, string>> },
  ): void {
    const { store, failed } = this.context;
    const group = container.createEl('fieldset', { cls: 'florilegium-start-boxes' });
    group.createEl('legend', { text: legend });
    for (const [member, name] of Object.entries(names)) {
      const key = `${list}.${member}`;
      const change = (isOn: boolean): void =>
        void store.save(withValueAt(store.settings, key, isOn)).catch(failed);
      this.boxes.set(key, addBox(group, { text: name, change }));
    }
  }
}

function linesOf({ books, documents }: LibraryCounts): readonly string[] {
  const parts = [
    ...(books === null ? [] : [TEXT.books(books)]),
    ...(documents === null ? [] : [TEXT.documents(documents)]),
  ];
  return [parts.length === 0 ? TEXT.unknown : TEXT.found(parts)];
}
