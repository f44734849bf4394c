import type { TextComponent } from './components';
import type { Setting } from './setting';
import type { Control } from './setting-definitions';
import type { SettingTab } from './setting-tab';

export interface ControlOptions {
  readonly setting: Setting;
  readonly name: string;
  readonly control: Control;
  readonly tab: SettingTab;
}

/**
 * Draws a control bound to its key: a value is saved when it has been found valid, else the row says why not.
 */
export function renderControl(options: ControlOptions): void {
  const { setting, name, control, tab } = options;
  if (control.type === 'toggle') {
    setting.addToggle((toggle) => {
      toggle.setLabel(name).setValue(tab.getControlValue(control.key) === true);
      toggle.onChange((value) => void tab.setControlValue(control.key, value));
    });
    return;
  }
  if (control.type === 'dropdown') {
    setting.addDropdown((dropdown) => {
      dropdown.selectEl.setAttr('aria-label', name);
      for (const [value, display] of Object.entries(control.options)) dropdown.addOption(value, display);
      dropdown
        .setValue(shown(tab.getControlValue(control.key)))
        .onChange((value) => void tab.setControlValue(control.key, value));
    });
    return;
  }
  setting.addText((text) => {
    const { inputEl } = text;
    inputEl.setAttr('aria-label', name);
    if (control.placeholder !== undefined) text.setPlaceholder(control.placeholder);
    text.setValue(shown(tab.getControlValue(control.key)));
    if (control.type === 'number') {
      inputEl.type = 'number';
      inputEl.setAttrs({ min: control.min ?? null, max: control.max ?? null, step: control.step ?? null });
    }
    if (control.type === 'file' || control.type === 'folder') suggestPaths(text, options);
    text.onChange((typed) => void save(typed, options));
    void problemWith(typedValue(text.getValue(), control), control).then((problem) =>
      setting.setErrorMessage(problem),
    );
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

async function save(typed: string, { setting, control, tab }: ControlOptions): Promise<void> {
  const value = typedValue(typed, control);
  const problem = await problemWith(value, control);
  setting.setErrorMessage(problem);
  if (problem === null) await tab.setControlValue(control.key, value);
}

function typedValue(typed: string, control: Control): string | number {
  if (control.type !== 'number') return typed;
  const number = Number.parseFloat(typed);
  return Number.isNaN(number) ? 0 : number;
}

async function problemWith(value: string | number, control: Control): Promise<string | null> {
  if (control.type === 'toggle' || control.type === 'dropdown' || control.validate === undefined) return null;
  const problem = await (
    control.validate as (value: string | number) => string | void | Promise<string | void>
  )(value);
  return problem === undefined || problem === '' ? null : problem;
}

/** A list of the vault's paths under the field while it has the focus. */
function suggestPaths(text: TextComponent, { setting, control, tab }: ControlOptions): void {
  const { inputEl } = text;
  const list = setting.controlEl.createDiv({ cls: 'suggestion-container', attr: { role: 'listbox' } });
  const draw = (): void => {
    list.empty();
    for (const path of pathsFor(control, tab).filter((each) =>
      each.toLowerCase().includes(text.getValue().toLowerCase()),
    )) {
      const item = list.createDiv({ cls: 'suggestion-item', text: path, attr: { role: 'option' } });
      item.addEventListener('mousedown', () => {
        text.setValue(path);
        inputEl.dispatchEvent(new Event('input'));
      });
    }
    list.toggle(list.childElementCount > 0);
  };
  list.hide();
  inputEl.addEventListener('focus', draw);
  inputEl.addEventListener('input', draw);
  inputEl.addEventListener('blur', () => list.hide());
}

function pathsFor(control: Control, { app }: SettingTab): readonly string[] {
  if (control.type === 'folder')
    return app.vault
      .getAllFolders()
      .filter(control.filter ?? (() => true))
      .map((folder) => folder.path);
  if (control.type === 'file')
    return app.vault
      .getFiles()
      .filter(control.filter ?? (() => true))
      .map((file) => file.path);
  return [];
}
