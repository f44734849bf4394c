import { ConfirmationModal, TextComponent, type App } from 'obsidian';
import { localTime } from '../english';
import { named } from '../components/named';
import { DEVICES } from './library-strings';
import type { LibraryOverview } from '../../../core/library/overview';
import type { LibraryHost } from './library-host';
import { addSectionButton, buttonRow, Section } from './section';

/** What this device holds, and which others sync the vault. */
export class DevicesSection {
  private readonly section: Section;

  constructor(
    parent: HTMLElement,
    private readonly host: LibraryHost,
  ) {
    this.section = new Section(parent, DEVICES.title);
  }

  draw({ counts, due, texts, files, watermarks }: LibraryOverview): void {
    const facts = { counts, due, texts, files, watermarks };
    const { device, failed, plugin } = this.host;
    const others = device.others();
    this.section.draw({ facts, others }, (body) => {
      for (const text of linesOf(facts)) body.createEl('p', { text });
      if (others.length === 0) return;
      const list = named(body.createEl('ul', { cls: 'florilegium-library-list' }), DEVICES.list);
      for (const { id, name, lastSync, isThis } of others) {
        const line = list.createEl('li');
        line.createDiv({
          text: DEVICES.lastSync(isThis ? DEVICES.own(name) : name, lastSync),
          attr: { dir: 'auto' },
        });
        const row = buttonRow(line);
        if (isThis)
          addSectionButton(row, {
            text: DEVICES.rename,
            act: () =>
              new RenameModal(plugin.app, name, (next) => void device.rename(next).catch(failed)).open(),
            failed,
          });
        else
          addSectionButton(row, {
            text: DEVICES.forgetShort,
            label: DEVICES.forget(name),
            act: () => device.forget(id),
            failed,
          });
      }
    });
  }
}

function linesOf({
  counts,
  due,
  texts,
  files,
  watermarks: { highlights, documents },
}: Omit<LibraryOverview, 'hold' | 'failing' | 'failures'>): readonly string[] {
  if (highlights === null && documents === null && counts.notes === 0) return [DEVICES.nothingYet];
  return [
    DEVICES.holds(counts.items, counts.notes),
    ...(due > 0 ? [DEVICES.due(due)] : []),
    ...(texts > 0 ? [DEVICES.texts(texts)] : []),
    ...(files > 0 ? [DEVICES.files(files)] : []),
    ...(highlights === null ? [] : [DEVICES.highlights(localTime(highlights))]),
    ...(documents === null ? [] : [DEVICES.documents(localTime(documents))]),
  ];
}

class RenameModal extends ConfirmationModal {
  constructor(app: App, name: string, rename: (name: string) => void) {
    super(app);
    this.setTitle(DEVICES.rename);
    const field = new TextComponent(this.contentEl).setValue(name);
    field.inputEl.addClass('florilegium-field');
    field.inputEl.setAttrs({ 'aria-label': DEVICES.rename, dir: 'auto' });
    this.addButton((button) =>
      button
        .setButtonText(DEVICES.rename)
        .setCta()
        .onClick(() => rename(field.getValue())),
    );
    this.addCancelButton();
  }
}
