import { DropdownComponent, Setting, SettingGroup } from 'obsidian';
import { RULES } from '../../strings/settings-strings';
import { addButton } from '../components/elements';
import { showProblem } from '../parts/form-window';
import type { DraftFields } from './draft-fields';
import type { FieldKey, RuleField } from './rule-draft';

/** What a part of a rule can hold: its fields and its name. */
interface Addable {
  readonly name: string;
  readonly fields: readonly RuleField[];
}

export interface RulePartOptions {
  readonly fields: DraftFields;
  readonly heading: string;
  /** Names the act of adding. */
  readonly add: string;
  /** In the order in which they are offered. */
  readonly addables: readonly Addable[];
  readonly onError: (error: unknown) => void;
}

/** A part of a rule in its form: what it has, each of which can be removed, and a dropdown to add the rest. */
export class RulePart {
  private readonly listEl: HTMLElement;
  private readonly more: Setting;
  private readonly dropdown: DropdownComponent;
  private readonly shown = new Set<Addable>();

  constructor(
    container: HTMLElement,
    private readonly options: RulePartOptions,
  ) {
    const { fields, heading, add, addables } = options;
    this.listEl = new SettingGroup(container).setHeading(heading).listEl;
    this.more = new Setting(this.listEl);
    this.dropdown = new DropdownComponent(this.more.controlEl).onChange((name) => this.add(name));
    this.dropdown.selectEl.setAttr('aria-label', add);
    for (const addable of addables) if (addable.fields.some((field) => fields.has(field))) this.show(addable);
    this.offer();
  }

  /** Of all that holds no value, its first field with what to do about it. */
  missing(): readonly (readonly [FieldKey, string])[] {
    const { fields } = this.options;
    return [...this.shown].flatMap((addable) => {
      const first = addable.fields.find(needsValue);
      if (first === undefined || addable.fields.some((field) => fields.isFilled(field))) return [];
      return [[first.key, missingText(addable, first)] as const];
    });
  }

  /** Shows what is wrong with the part as a whole. */
  showProblem(problem: string | null): void {
    showProblem(this.more, problem);
  }

  private add(name: string): void {
    const chosen = this.options.addables.find((addable) => addable.name === name);
    if (chosen === undefined) return;
    this.options.fields.turnOn(chosen.fields);
    this.show(chosen);
    this.offer();
    const [first] = chosen.fields;
    if (first !== undefined) this.options.fields.focus(first.key);
  }

  private show(addable: Addable): void {
    const { fields, onError } = this.options;
    this.shown.add(addable);
    const [row] = addable.fields.map((field) => fields.add(this.listEl, field));
    this.listEl.append(this.more.settingEl);
    if (row === undefined) return;
    const controlEl = createDiv();
    row.infoEl.after(controlEl);
    addButton(
      { controlEl },
      { icon: 'x', text: RULES.remove(addable.name), act: () => this.remove(addable), onError },
    );
  }

  private remove(addable: Addable): void {
    this.shown.delete(addable);
    this.options.fields.remove(addable.fields);
    this.offer();
    this.dropdown.selectEl.focus();
  }

  private offer(): void {
    const { add, addables } = this.options;
    const rest = addables.filter((addable) => !this.shown.has(addable));
    this.dropdown.selectEl.empty();
    this.dropdown.addOption('', add);
    for (const { name } of rest) this.dropdown.addOption(name, name);
    this.more.settingEl.toggle(rest.length > 0);
  }
}

function missingText({ fields }: Addable, { kind }: RuleField): string {
  if (kind === 'boxes') return RULES.selectSome;
  if (kind === 'toggle') return RULES.turnOnThis;
  return fields.length > 1 ? RULES.fillInOne : RULES.fillIn;
}

/** Of the other fields, an empty one says what holds then. */
const needsValue = ({ kind }: RuleField): boolean =>
  ['toggle', 'boxes', 'list', 'lines', 'number'].includes(kind);
