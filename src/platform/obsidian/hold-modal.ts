import { ConfirmationModal, type App, type ButtonComponent } from 'obsidian';
import type { HoldVerdict } from '../../core/plan/hold-verdict';
import type { HeldNote, Hold } from '../../core/report';
import { HOLD } from './strings';

/** Shows which notes a sync would remove, and lets a person choose for each of them whether it may. */
export class HoldModal extends ConfirmationModal {
  private readonly going: Set<string>;
  private readonly boxes = new Map<string, HTMLInputElement>();
  private everyBox: HTMLInputElement | null = null;
  private confirmButton: ButtonComponent | null = null;

  constructor(
    app: App,
    private readonly hold: Hold,
    private readonly decide: (verdict: HoldVerdict) => void,
  ) {
    super(app);
    this.going = new Set(hold.notes.map(({ id }) => id));
    this.setTitle(HOLD.title);
    this.contentEl.createEl('p', { text: hold.reason });
    this.contentEl.createEl('p', { text: HOLD.explanation(this.places.map((place) => HOLD.places[place]).join(HOLD.or)) });
    this.everyBox = this.addBox(this.contentEl.createDiv({ cls: 'florilegium-hold-all' }), HOLD.all, (isOn) => hold.notes.forEach(({ id }) => this.choose(id, isOn)));
    this.addList(hold.notes);
    this.addButton((button) => (this.confirmButton = button.setCta().onClick(() => this.confirm())));
    this.addButton((button) => button.setButtonText(HOLD.keepAll).onClick(() => this.decide({ kind: 'each', remove: [], keep: hold.notes.map(({ id }) => id) })));
    this.addCancelButton(HOLD.later);
    this.showChoice();
  }

  private addList(notes: readonly HeldNote[]): void {
    const list = this.contentEl.createEl('ul', { cls: 'florilegium-hold-notes' });
    for (const { id, path, action } of notes) {
      const box = this.addBox(list.createEl('li'), path, (isOn) => this.choose(id, isOn));
      if (this.places.length > 1) box.parentElement?.createSpan({ cls: 'florilegium-hold-place', text: HOLD.places[action] });
      this.boxes.set(id, box);
    }
  }

  /** Where the notes would go. */
  private get places(): readonly HeldNote['action'][] {
    return [...new Set(this.hold.notes.map(({ action }) => action))];
  }

  private addBox(container: HTMLElement, text: string, choose: (isOn: boolean) => void): HTMLInputElement {
    const label = container.createEl('label');
    const box = label.createEl('input', { type: 'checkbox' });
    label.createSpan({ text });
    box.checked = true;
    box.addEventListener('change', () => {
      choose(box.checked);
      this.showChoice();
    });
    return box;
  }

  private choose(id: string, isOn: boolean): void {
    if (isOn) this.going.add(id);
    else this.going.delete(id);
  }

  private showChoice(): void {
    const { size } = this.going;
    const total = this.hold.notes.length;
    for (const [id, box] of this.boxes) box.checked = this.going.has(id);
    if (this.everyBox !== null) {
      this.everyBox.checked = size === total;
      this.everyBox.indeterminate = size > 0 && size < total;
    }
    this.confirmButton?.setButtonText(HOLD.confirm(size, total - size));
  }

  private confirm(): void {
    const ids = this.hold.notes.map(({ id }) => id);
    this.decide({ kind: 'each', remove: ids.filter((id) => this.going.has(id)), keep: ids.filter((id) => !this.going.has(id)) });
  }
}
