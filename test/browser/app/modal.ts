import type { App } from './app-model';
import { ButtonComponent } from './components';

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]';

export class Modal {
  private opener: Element | null = null;
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;

  constructor(readonly app: App) {
    this.containerEl = createDiv('modal-container');
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': true } });
    const close = this.modalEl.createEl('button', {
      cls: 'modal-close-button',
      text: '×',
      attr: { 'aria-label': 'Close' },
    });
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
    this.opener = document.activeElement;
    if (this.opener instanceof HTMLElement) this.opener.blur();
    document.body.append(this.containerEl);
    document.addEventListener('keydown', this.handleKey);
    this.onOpen();
  }

  /** The keyboard goes back to where it was, if that is still there. */
  close(): void {
    const { opener } = this;
    document.removeEventListener('keydown', this.handleKey);
    this.onClose();
    this.containerEl.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  }

  /** Escape closes the window on top, and Tab stays in it. */
  private readonly handleKey = (event: KeyboardEvent): void => {
    const isOnTop = [...document.querySelectorAll('.modal-container')].at(-1) === this.containerEl;
    if (!isOnTop || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
    } else if (event.key === 'Tab') this.keepFocusInside(event);
  };

  private keepFocusInside(event: KeyboardEvent): void {
    const stops = [...this.containerEl.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
    );
    const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
    const { activeElement } = document;
    if (first === undefined || (this.containerEl.contains(activeElement) && activeElement !== last)) return;
    event.preventDefault();
    first.focus();
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
