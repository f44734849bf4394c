import {
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from './components';

/** One row: name and description at the left, controls at the right. */
export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  errorEl: HTMLElement | null = null;

  constructor(container: HTMLElement) {
    this.settingEl = container.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setName(name: string): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(description: string | DocumentFragment): this {
    this.descEl.setText(description);
    return this;
  }

  setClass(name: string): this {
    this.settingEl.addClass(name);
    return this;
  }

  setErrorMessage(message: string | null): this {
    this.errorEl?.remove();
    this.errorEl = null;
    const isInvalid = message !== null && message !== '';
    this.settingEl.toggleClass('is-invalid', isInvalid);
    if (isInvalid)
      this.errorEl = this.settingEl.createDiv({
        cls: 'setting-item-error',
        text: message,
        attr: { role: 'alert' },
      });
    return this;
  }

  addText(callback: (component: TextComponent) => unknown): this {
    callback(new TextComponent(this.controlEl));
    return this;
  }

  addTextArea(callback: (component: TextAreaComponent) => unknown): this {
    callback(new TextAreaComponent(this.controlEl));
    return this;
  }

  addToggle(callback: (component: ToggleComponent) => unknown): this {
    callback(new ToggleComponent(this.controlEl));
    return this;
  }

  addDropdown(callback: (component: DropdownComponent) => unknown): this {
    callback(new DropdownComponent(this.controlEl));
    return this;
  }

  addButton(callback: (component: ButtonComponent) => unknown): this {
    callback(new ButtonComponent(this.controlEl));
    return this;
  }
}

/** Rows under one heading, in one box. */
export class SettingGroup {
  readonly listEl: HTMLElement;
  private readonly groupEl: HTMLElement;

  constructor(container: HTMLElement) {
    this.groupEl = container.createDiv('setting-group');
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string): this {
    const heading = createDiv({
      cls: 'setting-item setting-item-heading',
      attr: { role: 'heading', 'aria-level': 3 },
    });
    heading.createDiv({ cls: 'setting-item-name', text });
    this.groupEl.prepend(heading);
    if (text !== '') this.groupEl.setAttrs({ role: 'group', 'aria-label': text });
    return this;
  }

  /** At the end of the heading's line. */
  addExtraButton(callback: (button: ExtraButtonComponent) => unknown): this {
    const heading =
      this.groupEl.querySelector<HTMLElement>('.setting-item-heading') ??
      this.setHeading('').groupEl.querySelector<HTMLElement>('.setting-item-heading');
    if (heading !== null) callback(new ExtraButtonComponent(heading));
    return this;
  }

  addSetting(callback: (setting: Setting) => void): this {
    callback(new Setting(this.listEl));
    return this;
  }
}
