import type { App } from './app-model';
import { ButtonComponent } from './components';

export class Modal {
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;

  constructor(readonly app: App) {
    this.containerEl = createDiv('modal-container');
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': true } });
    const close = this.modalEl.createEl('button', { cls: 'modal-close-button', text: '×', attr: { 'aria-label': 'Close' } });
    close.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    this.modalEl.setAttr('aria-label', title);
    return this;
  }

  open(): void {
    document.body.append(this.containerEl);
    this.onOpen();
  }

  close(): void {
    this.onClose();
    this.containerEl.remove();
  }

  onOpen(): void {
    return undefined;
  }

  onClose(): void {
    return undefined;
  }
}

/** Closes after a button's work, unless that gives back something true. */
export class ConfirmationModal extends Modal {
  readonly buttonContainerEl: HTMLElement;

  constructor(app: App) {
    super(app);
    this.buttonContainerEl = this.modalEl.createDiv('modal-button-container');
  }

  addButton(callback: (button: ConfirmationButton) => unknown): this {
    callback(new ConfirmationButton(this.buttonContainerEl, this));
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).onClick(() => undefined));
  }
}

class ConfirmationButton extends ButtonComponent {
  constructor(
    container: HTMLElement,
    private readonly modal: Modal,
  ) {
    super(container);
  }

  override onClick(callback: (event: MouseEvent) => unknown): this {
    return super.onClick(async (event) => {
      const keepsOpen = await callback(event);
      if (keepsOpen !== true) this.modal.close();
    });
  }
}
