import type { Rule } from '../../../model/rule-schema';
import { Setting, type App } from 'obsidian';
import { showProblem } from '../parts/form-window';
import { TagSuggest, type KnownTags } from '../parts/tag-suggest';
import { RULE_FIELDS } from '../../strings/rule-strings';
import { addBoxes, type Text } from './controls';
import { labelled } from './page-context';
import { choiceOf, problemAt, readDraft, type Draft, type FieldKey, type RuleField } from './rule-draft';
import { splitList, valueAt, withValueAt } from './setting-keys';

export interface DraftOptions {
  readonly app: App;
  readonly draft: Draft;
  /** Tags that complete what is typed. */
  readonly knownTags: KnownTags;
  /** Called after each change. */
  readonly onChange: () => void;
}

/** The fields of a rule, or of a part of one, that is being edited. */
export class DraftFields {
  private draft: Draft;
  private readonly rows = new Map<FieldKey, Setting>();

  constructor(private readonly options: DraftOptions) {
    this.draft = options.draft;
  }

  /** The rule as it is now; null while a field has a problem. */
  read(): Rule | null {
    const read = readDraft(this.draft);
    return read.ok ? read.rule : null;
  }

  /** Shows the problem of each field. `missing`: what is missing in fields that are empty. */
  showProblems(missing: ReadonlyMap<string, string> = new Map()): void {
    const read = readDraft(this.draft);
    for (const [key, row] of this.rows)
      showProblem(row, (read.ok ? null : problemAt(read.problems, key)) ?? missing.get(key) ?? null);
  }

  /** Whether the draft has a value for it. */
  has({ key }: RuleField): boolean {
    return valueAt(this.draft, key) !== undefined;
  }

  /** Whether it holds a value that says something. */
  isFilled({ key }: RuleField): boolean {
    const value = valueAt(this.draft, key);
    return [value].flat().some((each) => each !== undefined && each !== '');
  }

  focus(key: FieldKey): void {
    this.rows.get(key)?.settingEl.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }

  /** Turns on what is a switch, before it is added: who asks for it wants it on. */
  turnOn(fields: readonly RuleField[]): void {
    for (const { key, kind } of fields) if (kind === 'toggle') this.change(key, true);
  }

  /** Removes fields with their values. */
  remove(fields: readonly RuleField[]): void {
    for (const { key } of fields) {
      this.rows.get(key)?.settingEl.remove();
      this.rows.delete(key);
      this.draft = withValueAt(this.draft, key, undefined);
    }
    this.options.onChange();
  }

  /** Returns the row of the field. */
  add(container: HTMLElement, field: RuleField): Setting {
    const row = this.addRow(container, field);
    this.addControl(row, field);
    return row;
  }

  private addRow(container: HTMLElement, { key }: RuleField): Setting {
    const { name, desc }: Text = RULE_FIELDS[key];
    const row = new Setting(container).setName(name);
    if (desc !== undefined) row.setDesc(desc);
    this.rows.set(key, row);
    return row;
  }

  private addControl(row: Setting, field: RuleField): void {
    const { key } = field;
    const { name } = RULE_FIELDS[key];
    const value = valueAt(this.draft, key);
    switch (field.kind) {
      case 'toggle':
        row.addToggle((toggle) =>
          labelled(toggle, name)
            .setValue(value === true)
            .onChange((isOn) => this.change(key, isOn ? true : undefined)),
        );
        return;
      case 'choice':
        row.addDropdown((dropdown) => {
          dropdown.selectEl.setAttr('aria-label', name);
          dropdown
            .addOptions({ ...field.names })
            .setValue(choiceOf(value))
            .onChange((chosen) => this.change(key, valueOf(chosen)));
        });
        return;
      case 'boxes':
        addBoxes(row.settingEl, {
          label: name,
          names: field.names,
          chosen: value,
          change: (member, isOn) =>
            this.change(key, withValueAt(valueAt(this.draft, key) ?? [], member, isOn)),
        });
        return;
      case 'lines':
        row.addTextArea((input) => {
          input.inputEl.setAttrs({ 'aria-label': name, rows: 2 });
          input
            .setValue(Array.isArray(value) ? value.join('\n') : choiceOf(value))
            .onChange((typed) => this.change(key, typedLines(typed)));
        });
        return;
      case 'text':
      case 'list':
      case 'number':
        row.addText((input) => {
          const { inputEl } = input;
          inputEl.setAttr('aria-label', name);
          if (field.kind === 'number') inputEl.setAttrs({ type: 'number', min: 0, inputmode: 'numeric' });
          input
            .setValue(Array.isArray(value) ? value.join(', ') : choiceOf(value))
            .onChange((typed) => this.change(key, typedValue(field.kind, typed)));
          const { app, knownTags } = this.options;
          if (key.startsWith('when.tags.')) new TagSuggest(app, inputEl, knownTags);
        });
    }
  }

  private change(key: string, value: unknown): void {
    this.draft = withValueAt(this.draft, key, value);
    this.options.onChange();
  }
}

function valueOf(choice: string): unknown {
  if (choice === 'yes') return true;
  return choice === 'no' ? false : choice;
}

/** One line is a text, several are a list. */
function typedLines(typed: string): string | readonly string[] {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines : (lines[0] ?? '');
}

function typedValue(kind: RuleField['kind'], typed: string): unknown {
  if (kind === 'list') return splitList(typed);
  if (kind !== 'number') return typed;
  return typed.trim() === '' ? undefined : Number(typed);
}
