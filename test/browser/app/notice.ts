const USUAL_MS = 5000;

/** A message at the edge of the window. A click anywhere on it closes it; 0 ms keeps it until then. */
export class Notice {
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration = USUAL_MS) {
    const list =
      document.querySelector<HTMLElement>('body > .notice-container') ??
      document.body.createDiv('notice-container');
    this.containerEl = list.createDiv({ cls: 'notice', attr: { role: 'alert' } });
    this.messageEl = this.containerEl.createDiv('notice-message');
    this.setMessage(message);
    this.containerEl.addEventListener('click', () => this.hide());
    if (duration > 0) window.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    this.containerEl.remove();
  }
}
