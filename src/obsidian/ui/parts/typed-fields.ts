import { Setting } from 'obsidian';
import { characterCount } from '../../../readwise/requests';
import { FIELDS } from '../../strings/form-strings';
import { addBox, named } from '../components/elements';

/** A value that a window asks for. */
export interface Field {
  readonly key: string;
  readonly label: string;
  readonly type: 'line' | 'text' | 'choice' | 'radio' | 'color';
  readonly value: string;
  readonly desc?: string;
  /** The most characters that the service takes. */
  readonly limit?: number | undefined;
  /** Names by value. A value without a name is shown as it is. */
  readonly choices?: Readonly<Record<string, string>>;
  /** A filled value becomes empty only when the person ticks that. */
  readonly confirmsEmpty?: boolean;
  /** Shows under the field what a value means. */
  readonly below?: (el: HTMLElement, value: string) => void;
  /** Completes what is typed in a line. */
  readonly suggest?: (inputEl: HTMLInputElement) => unknown;
}

/** Draws fields and keeps what is typed in them. */
export class Fields {
  private readonly typed = new Map<string, string>();
  private readonly inputs = new Map<string, HTMLInputElement | HTMLTextAreaElement>();
  /** Fields that hold what cannot be sent. */
  private readonly blocked = new Set<string>();
  /** Fields whose value the person removes. */
  private readonly emptied = new Set<string>();

  constructor(private readonly changed: () => void) {}

  get isBlocked(): boolean {
    return this.blocked.size > 0;
  }

  get hasEmptied(): boolean {
    return this.emptied.size > 0;
  }

  get values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.typed);
  }

  get(key: string): string {
    return this.typed.get(key) ?? '';
  }

  /** As if the person had typed it. */
  set(key: string, value: string): void {
    const input = this.inputs.get(key);
    if (input === undefined) return;
    input.value = value;
    input.dispatchEvent(new Event('input'));
  }

  add(container: HTMLElement, field: Field): Setting {
    const { key, label, type, value, desc = '' } = field;
    this.typed.set(key, value);
    const row = new Setting(container).setName(label).setDesc(desc);
    if (type === 'choice') this.addChoice(row, field);
    else if (type === 'color' || type === 'radio') this.addRadios(row, field);
    else this.addInput(row, field);
    return row;
  }

  private change(key: string, value: string): void {
    this.typed.set(key, value);
    this.changed();
  }

  private addInput(row: Setting, field: Field): void {
    const { key, label, value, below } = field;
    const inputEl = inputIn(row.controlEl, field);
    inputEl.setAttrs({ 'aria-label': label, dir: 'auto' });
    inputEl.value = value;
    const belowEl = row.settingEl.createDiv('florilegium-form-below');
    const countEl = describe(inputEl, row.settingEl);
    const emptied = row.settingEl.createDiv();
    const read = (): void => {
      const isTooLong = showLeft({ inputEl, countEl, text: inputEl.value, limit: field.limit });
      const isEmptied = field.confirmsEmpty === true && value.trim() !== '' && inputEl.value.trim() === '';
      setMember(this.blocked, key, isTooLong || isEmptied);
      setMember(this.emptied, key, isEmptied);
      this.askAboutEmpty(emptied, key, isEmptied);
      belowEl.empty();
      below?.(belowEl, inputEl.value);
    };
    inputEl.addEventListener('input', () => {
      read();
      this.change(key, inputEl.value);
    });
    this.inputs.set(key, inputEl);
    read();
  }

  private askAboutEmpty(el: HTMLElement, key: string, isEmptied: boolean): void {
    el.empty();
    if (!isEmptied) return;
    addBox(el, {
      text: FIELDS.empty,
      change: (isOn) => {
        setMember(this.blocked, key, !isOn);
        this.changed();
      },
    });
  }

  private addChoice(row: Setting, { key, label, value, choices = {} }: Field): void {
    row.addDropdown((dropdown) => {
      dropdown.selectEl.setAttr('aria-label', label);
      dropdown
        .addOptions(Object.hasOwn(choices, value) ? { ...choices } : { [value]: value, ...choices })
        .setValue(value)
        .onChange((chosen) => this.change(key, chosen));
    });
  }

  /** Arrow keys lead from one to the next. Colors are dots, each with its name as tooltip. */
  private addRadios(row: Setting, { key, label, type, value, choices = {} }: Field): void {
    const cls = `florilegium-${type}s`;
    const group = row.controlEl.createDiv({ cls, attr: { role: 'radiogroup' } });
    named(group, label);
    for (const [choice, name] of Object.entries(choices)) {
      const input = createEl('input', { type: 'radio', attr: { name: `florilegium-${key}` } });
      input.checked = choice === value;
      input.addEventListener('change', () => this.change(key, choice));
      if (type === 'color') {
        input.addClass(`is-${choice}`);
        input.setAttr('aria-label', name);
        group.append(input);
      } else {
        const labelEl = group.createEl('label');
        labelEl.append(input);
        labelEl.createSpan({ text: name, attr: { dir: 'auto' } });
      }
    }
  }
}

function inputIn(container: HTMLElement, { type, suggest }: Field): HTMLInputElement | HTMLTextAreaElement {
  if (type !== 'line') return container.createEl('textarea', { attr: { rows: 3 } });
  const inputEl = container.createEl('input', { type: 'text' });
  suggest?.(inputEl);
  return inputEl;
}

function setMember(set: Set<string>, member: string, isIn: boolean): void {
  if (isIn) set.add(member);
  else set.delete(member);
}

let idCount = 0;

/** Adds a line that a screen reader reads with the field. */
export function describe(inputEl: HTMLElement, container: HTMLElement): HTMLElement {
  idCount += 1;
  const id = `florilegium-field-${String(idCount)}`;
  inputEl.setAttr('aria-describedby', id);
  return container.createDiv({ cls: 'florilegium-form-count', attr: { id } });
}

export interface Counted {
  readonly inputEl: HTMLElement;
  readonly countEl: HTMLElement;
  readonly text: string;
  readonly limit: number | undefined;
}

/** Says in the last tenth of the limit how many characters are left. Returns whether there are too many. */
export function showLeft({ inputEl, countEl, text, limit }: Counted): boolean {
  if (limit === undefined) return false;
  const left = limit - characterCount(text);
  countEl.setText(leftText(left, limit));
  countEl.toggleClass('florilegium-problem', left < 0);
  inputEl.setAttr('aria-invalid', String(left < 0));
  return left < 0;
}

function leftText(left: number, limit: number): string {
  if (left < 0) return FIELDS.tooLong(-left);
  return left <= limit / 10 ? FIELDS.left(left) : '';
}
