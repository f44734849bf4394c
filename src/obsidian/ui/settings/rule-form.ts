import { Setting, SettingGroup, type App, type DropdownComponent } from 'obsidian';
import type { Rule } from '../../../model/rule-schema';
import { FormWindow } from '../parts/form-window';
import { TagSuggest, type KnownTags } from '../parts/tag-suggest';
import { RULE_CONDITIONS, RULE_FIELDS, RULES } from '../../strings/settings-strings';
import { addBoxes, type Text } from './controls';
import { labelled } from './page-context';
import {
  choiceOf,
  CONDITIONS,
  problemAt,
  readDraft,
  thenFields,
  type Draft,
  type FieldKey,
  type RuleField,
} from './rule-draft';
import { splitList, valueAt, withValueAt } from './setting-keys';

const COUNT_AFTER_MS = 250;

export interface RuleFormOptions {
  readonly app: App;
  readonly rule: Rule;
  /** Templates to choose from, with their names. */
  readonly templates: Readonly<Record<string, string>>;
  /** How many items the rule would match in this position, as text; null when cancelled. */
  readonly count: (rule: Rule, signal: AbortSignal) => Promise<string | null>;
  /** Tags that complete what is typed. */
  readonly knownTags: KnownTags;
  /** Resolves to false when saving failed. */
  readonly save: (rule: Rule) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Edits a rule: its conditions, and what it changes. Others are added on request. Checked while it is edited. */
export function openRule(options: RuleFormOptions): void {
  new RuleForm(options).open();
}

/** What can be added to a part of a rule: its fields and its name. */
interface Addable {
  readonly name: string;
  readonly fields: readonly RuleField[];
}

class RuleForm {
  private draft: Draft;
  private readonly form: FormWindow;
  private readonly rows = new Map<FieldKey, Setting>();
  private readonly footer: HTMLElement;
  private counting = new AbortController();

  constructor(private readonly options: RuleFormOptions) {
    this.draft = options.rule;
    this.form = new FormWindow(options, {
      title: RULES.title,
      send: RULES.save,
      cancel: RULES.cancel,
      problem: () => (readDraft(this.draft).ok ? null : RULES.mistakes),
      act: () => this.save(),
    });
    const { contentEl, closed } = this.form;
    closed.signal.addEventListener('abort', () => this.counting.abort());
    this.addField(contentEl, { key: 'name', kind: 'text' });
    const conditions = Object.entries(RULE_CONDITIONS).map(([condition, name]) => ({
      name,
      fields: CONDITIONS[condition] ?? [],
    }));
    const changes = thenFields(options.templates).map((field) => ({
      name: RULE_FIELDS[field.key].name,
      fields: [field],
    }));
    this.addPart(conditions, { heading: RULES.when, add: RULES.addCondition });
    this.addPart(changes, { heading: RULES.then, add: RULES.addChange });
    this.footer = createDiv({ cls: 'florilegium-rule-count', attr: { role: 'status' } });
    contentEl.after(this.footer);
    this.check();
  }

  open(): void {
    this.form.open();
  }

  /** Shows what the rule has of this part, and a dropdown to add the rest. */
  private addPart(
    addables: readonly Addable[],
    { heading, add }: { readonly heading: string; readonly add: string },
  ): void {
    const { listEl } = new SettingGroup(this.form.contentEl).setHeading(heading);
    const rest = new Map(addables.map((addable) => [addable.name, addable]));
    const show = ({ name, fields }: Addable): void => {
      rest.delete(name);
      for (const field of fields) this.addField(listEl, field);
    };
    for (const addable of addables)
      if (addable.fields.some(({ key }) => valueAt(this.draft, key) !== undefined)) show(addable);
    const more = new Setting(listEl);
    const offer = ({ selectEl }: DropdownComponent): void => {
      selectEl.empty();
      for (const name of ['', ...rest.keys()])
        selectEl.createEl('option', { text: name === '' ? add : name, attr: { value: name } });
      more.settingEl.toggle(rest.size > 0);
    };
    more.addDropdown((dropdown) => {
      dropdown.selectEl.setAttr('aria-label', add);
      dropdown.onChange((name) => {
        const chosen = rest.get(name);
        if (chosen === undefined) return;
        show(chosen);
        listEl.append(more.settingEl);
        offer(dropdown);
        const [first] = chosen.fields;
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
    this.check();
  }

  /** Shows each field's problem, or, when there is none, how many items the rule matches. */
  private check(): void {
    const read = readDraft(this.draft);
    for (const [key, row] of this.rows) row.setErrorMessage(read.ok ? null : problemAt(read.problems, key));
    this.form.check();
    this.counting.abort();
    this.counting = new AbortController();
    this.footer.setText(read.ok ? RULES.counting : '');
    if (read.ok) this.count(read.rule, this.counting.signal);
  }

  private count(rule: Rule, signal: AbortSignal): void {
    window.setTimeout(() => {
      if (signal.aborted) return;
      this.options.count(rule, signal).then((count) => {
        if (count !== null && !signal.aborted) this.footer.setText(RULES.matches(count));
      }, this.options.onError);
    }, COUNT_AFTER_MS);
  }

  /** '' keeps the window open: who saves has said why it failed. */
  private async save(): Promise<string | null> {
    const read = readDraft(this.draft);
    return read.ok && (await this.options.save(read.rule)) ? null : '';
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
