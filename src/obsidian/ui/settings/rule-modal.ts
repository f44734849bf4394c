import {
  ConfirmationModal,
  Setting,
  SettingGroup,
  type App,
  type ButtonComponent,
  type DropdownComponent,
} from 'obsidian';
import type { Rule } from '../../../model/rule-schema';
import { completeTags } from '../components/tag-completion';
import { addBoxes, type Text } from './controls';
import { labelled } from './page-context';
import {
  choiceOf,
  CONDITIONS,
  describeRule,
  problemAt,
  readDraft,
  thenFields,
  type Draft,
  type RuleField,
} from './rule-draft';
import { valueAt, withValueAt, splitList } from './setting-keys';
import { RULE_CONDITIONS, RULE_FIELDS, RULES } from '../../strings/settings-strings';

const COUNT_AFTER_MS = 250;

export interface RuleModalOptions {
  readonly rule: Rule;
  /** Templates to choose from, with their names. */
  readonly templates: Readonly<Record<string, string>>;
  /** How many items the rule would match in this position, as text; null when cancelled. */
  readonly count: (rule: Rule, signal: AbortSignal) => Promise<string | null>;
  /** Tags that complete what is typed. */
  readonly knownTags: () => Promise<readonly string[]>;
  /** Resolves to false when saving failed. */
  readonly save: (rule: Rule) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Edits a rule: its conditions, others on request, and what it changes. Checked while it is edited. */
export class RuleModal extends ConfirmationModal {
  private draft: Draft;
  private readonly rows = new Map<string, Setting>();
  private readonly summary: HTMLElement;
  private saveButton: ButtonComponent | null = null;
  private counting = new AbortController();

  constructor(
    app: App,
    private readonly options: RuleModalOptions,
  ) {
    super(app);
    this.draft = options.rule;
    this.setTitle(RULES.title);
    this.modalEl.addClass('florilegium-rule');
    this.addField(this.contentEl, { key: 'name', kind: 'text' });
    this.addConditions();
    const { listEl } = new SettingGroup(this.contentEl).setHeading(RULES.then);
    for (const field of thenFields(options.templates)) this.addField(listEl, field);
    this.summary = createDiv({ cls: 'florilegium-rule-summary', attr: { role: 'status' } });
    this.contentEl.after(this.summary);
    this.addButton(
      (button) =>
        (this.saveButton = button
          .setButtonText(RULES.save)
          .setCta()
          .onClick(() => this.save())),
    );
    this.addCancelButton(RULES.cancel);
    this.check();
  }

  override onClose(): void {
    super.onClose();
    this.counting.abort();
  }

  /** Shows the rule's conditions, and a dropdown to add others. */
  private addConditions(): void {
    const { listEl } = new SettingGroup(this.contentEl).setHeading(RULES.when);
    const names = new Map(Object.entries(RULE_CONDITIONS));
    const add = (condition: string): void => {
      names.delete(condition);
      for (const field of CONDITIONS[condition] ?? []) this.addField(listEl, field);
    };
    for (const condition of Object.keys(CONDITIONS))
      if (valueAt(this.draft, `when.${condition}`) !== undefined) add(condition);
    const more = new Setting(listEl);
    const offer = (dropdown: DropdownComponent): void => {
      dropdown.selectEl.empty();
      dropdown.addOption('', RULES.addCondition);
      for (const [condition, name] of names) dropdown.addOption(condition, name);
      dropdown.setValue('');
      more.settingEl.toggle(names.size > 0);
    };
    more.addDropdown((dropdown) => {
      dropdown.selectEl.setAttr('aria-label', RULES.addCondition);
      dropdown.onChange((condition) => {
        add(condition);
        listEl.append(more.settingEl);
        offer(dropdown);
        const first = CONDITIONS[condition]?.[0];
        if (first !== undefined) focusIn(this.rows.get(first.key));
      });
      offer(dropdown);
    });
  }

  private addField(container: HTMLElement, field: RuleField): void {
    const { key } = field;
    const { name, desc }: Text = RULE_FIELDS[key];
    const row = new Setting(container).setName(name);
    if (desc !== undefined) row.setDesc(desc);
    this.rows.set(key, row);
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
          input.inputEl.setAttr('aria-label', name);
          if (field.kind === 'number')
            input.inputEl.setAttrs({ type: 'number', min: 0, inputmode: 'numeric' });
          input
            .setValue(Array.isArray(value) ? value.join(', ') : choiceOf(value))
            .onChange((typed) => this.change(key, typedValue(field.kind, typed)));
          const { knownTags: names, onError } = this.options;
          if (key.startsWith('when.tags.')) completeTags(input.inputEl, { names, onError });
        });
    }
  }

  private change(key: string, value: unknown): void {
    this.draft = withValueAt(this.draft, key, value);
    this.check();
  }

  /** Shows each field's problem, or, when there is none, a summary of the rule and what it matches. */
  private check(): void {
    const read = readDraft(this.draft);
    for (const [key, row] of this.rows) row.setErrorMessage(read.ok ? null : problemAt(read.problems, key));
    this.saveButton?.setDisabled(!read.ok);
    this.counting.abort();
    this.counting = new AbortController();
    if (!read.ok) {
      this.summary.setText(RULES.mistakes);
      return;
    }
    this.summary.setText(RULES.summary(describeRule(read.rule), RULES.counting));
    this.count(read.rule, this.counting.signal);
  }

  private count(rule: Rule, signal: AbortSignal): void {
    window.setTimeout(() => {
      if (signal.aborted) return;
      this.options.count(rule, signal).then((count) => {
        if (count !== null && !signal.aborted) this.summary.setText(RULES.summary(describeRule(rule), count));
      }, this.options.onError);
    }, COUNT_AFTER_MS);
  }

  /** Returns true to keep the window open. */
  private async save(): Promise<boolean> {
    const read = readDraft(this.draft);
    return !read.ok || !(await this.options.save(read.rule));
  }
}

function focusIn(row: Setting | undefined): void {
  row?.settingEl.querySelector<HTMLElement>('input, textarea, select')?.focus();
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
