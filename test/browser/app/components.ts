class BaseComponent {
  disabled = false;

  then(callback: (component: this) => unknown): this {
    callback(this);
    return this;
  }
}

abstract class ValueComponent<Value> extends BaseComponent {
  protected listener: (value: Value) => unknown = () => undefined;

  abstract getValue(): Value;

  onChange(listener: (value: Value) => unknown): this {
    this.listener = listener;
    return this;
  }
}

export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;

  constructor(container: HTMLElement) {
    super();
    this.buttonEl = container.createEl('button');
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setClass(name: string): this {
    this.buttonEl.addClass(name);
    return this;
  }

  setCta(): this {
    this.buttonEl.addClass('mod-cta');
    return this;
  }

  removeCta(): this {
    this.buttonEl.removeClass('mod-cta');
    return this;
  }

  /** In the place of a text. */
  setIcon(icon: string): this {
    this.buttonEl.setAttr('data-icon', icon);
    return this;
  }

  setTooltip(tooltip: string): this {
    this.buttonEl.setAttr('title', tooltip);
    return this;
  }

  setDisabled(isDisabled: boolean): this {
    this.disabled = isDisabled;
    this.buttonEl.disabled = isDisabled;
    return this;
  }

  setDestructive(): this {
    this.buttonEl.addClass('mod-destructive');
    return this;
  }

  /** Shows that it works, and takes no other click, until what the callback started has ended. */
  onClick(callback: (event: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', (event) => {
      const result = callback(event);
      if (!(result instanceof Promise)) return;
      this.buttonEl.disabled = true;
      this.buttonEl.addClass('mod-loading');
      void result.finally(() => {
        this.buttonEl.disabled = false;
        this.buttonEl.removeClass('mod-loading');
      });
    });
    return this;
  }
}

/** A picture to select. */
export class ExtraButtonComponent extends BaseComponent {
  readonly extraSettingsEl: HTMLElement;

  constructor(container: HTMLElement) {
    super();
    this.extraSettingsEl = container.createDiv({
      cls: 'clickable-icon extra-setting-button',
      attr: { role: 'button', tabindex: 0 },
    });
  }

  setIcon(icon: string): this {
    this.extraSettingsEl.setAttr('data-icon', icon);
    return this;
  }

  setTooltip(tooltip: string): this {
    this.extraSettingsEl.setAttr('aria-label', tooltip);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.extraSettingsEl.addEventListener('click', () => callback());
    return this;
  }
}

/** Setting a value from code does not call the listener. */
export class TextComponent extends ValueComponent<string> {
  readonly inputEl: HTMLInputElement;

  constructor(container: HTMLElement) {
    super();
    this.inputEl = container.createEl('input');
    this.inputEl.type = 'text';
    this.inputEl.spellcheck = false;
    this.inputEl.addEventListener('input', () => this.listener(this.getValue()));
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }
}

export class TextAreaComponent extends ValueComponent<string> {
  readonly inputEl: HTMLTextAreaElement;

  constructor(container: HTMLElement) {
    super();
    this.inputEl = container.createEl('textarea');
    this.inputEl.spellcheck = false;
    this.inputEl.addEventListener('input', () => this.listener(this.getValue()));
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }
}

export class ToggleComponent extends ValueComponent<boolean> {
  readonly toggleEl: HTMLElement;
  private readonly inputEl: HTMLInputElement;

  constructor(container: HTMLElement) {
    super();
    this.toggleEl = container.createDiv('checkbox-container');
    this.inputEl = this.toggleEl.createEl('input', { attr: { tabindex: 0 } });
    this.inputEl.type = 'checkbox';
    this.inputEl.setAttr('role', 'switch');
    this.inputEl.addEventListener('change', () => {
      this.draw();
      this.listener(this.getValue());
    });
  }

  getValue(): boolean {
    return this.inputEl.checked;
  }

  setValue(isOn: boolean): this {
    this.inputEl.checked = isOn;
    this.draw();
    return this;
  }

  setTooltip(tooltip: string): this {
    this.toggleEl.setAttr('title', tooltip);
    return this;
  }

  setLabel(label: string): this {
    this.inputEl.setAttr('aria-label', label);
    return this;
  }

  private draw(): void {
    this.toggleEl.toggleClass('is-enabled', this.inputEl.checked);
  }
}

export class DropdownComponent extends ValueComponent<string> {
  readonly selectEl: HTMLSelectElement;

  constructor(container: HTMLElement) {
    super();
    this.selectEl = container.createEl('select', 'dropdown');
    this.selectEl.addEventListener('change', () => this.listener(this.getValue()));
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl('option', { text: display, attr: { value } });
    return this;
  }

  addOptions(options: Readonly<Record<string, string>>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  private readonly barEl: HTMLElement;
  private readonly lineEl: HTMLElement;
  private value = 0;

  constructor(container: HTMLElement) {
    super();
    this.barEl = container.createDiv({
      cls: 'setting-progress-bar',
      attr: { role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100 },
    });
    this.lineEl = this.barEl.createDiv('setting-progress-bar-inner');
    this.setValue(0);
  }

  getValue(): number {
    return this.value;
  }

  setValue(value: number): this {
    this.value = value;
    this.barEl.setAttr('aria-valuenow', value);
    this.lineEl.style.width = `${String(value)}%`;
    return this;
  }
}
