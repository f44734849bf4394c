import { ConfirmationModal, Setting, SettingGroup, type App, type ButtonComponent } from 'obsidian';
import type { Rule } from '../../model/rule-schema';
import { addBox, named } from '../ui/elements';
import { describeRule } from './rule-words';
import { RULE_FIELDS, RULES } from './settings-strings';
import type { Text } from './controls';
import { labelled } from './page-context';
import { problemAt, readDraft, type Draft } from './rule-draft';
import { choiceOf, numberIn, thenFields, valueOf, WHEN_FIELDS, wordsIn, type RuleField } from './rule-fields';
import { valueAt, withValueAt } from './setting-keys';

const COUNT_AFTER_MS = 250;

export interface RuleModalOptions {
  readonly rule: Rule;
  /** What the choice of a template may be, with its names. */
  readonly templates: Readonly<Record<string, string>>;
  /** How many items a rule would catch in this one's place, in words; null when that is not known any more. */
  readonly count: (rule: Rule, signal: AbortSignal) => Promise<string | null>;
  /** False when it could not be saved. */
  readonly save: (rule: Rule) => Promise<boolean>;
  readonly failed: (error: unknown) => void;
}

/** Takes in a rule: every condition and everything that it can make different, checked as it is typed. */
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
    this.addGroup(RULES.when, WHEN_FIELDS);
    this.addGroup(RULES.then, thenFields(options.templates));
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

  private addGroup(heading: string, fields: readonly RuleField[]): void {
    const group = new SettingGroup(this.contentEl).setHeading(heading);
    for (const field of fields) this.addField(group.listEl, field);
  }

  private addField(container: HTMLElement, field: RuleField): void {
    const { name, desc }: Text = RULE_FIELDS[field.key];
    const row = new Setting(container).setName(name);
    if (desc !== undefined) row.setDesc(desc);
    this.rows.set(field.key, row);
    const value = valueAt(this.draft, field.key);
    switch (field.kind) {
      case 'toggle':
        row.addToggle((toggle) =>
          labelled(toggle, name)
            .setValue(value === true)
            .onChange((isOn) => this.change(field.key, isOn ? true : undefined)),
        );
        return;
      case 'choice':
        row.addDropdown((dropdown) => {
          dropdown.selectEl.setAttr('aria-label', name);
          dropdown
            .addOptions({ ...field.choices })
            .setValue(choiceOf(value))
            .onChange((chosen) => this.change(field.key, valueOf(chosen)));
        });
        return;
      case 'boxes':
        this.addBoxes(row, field, Array.isArray(value) ? value : []);
        return;
      case 'text':
      case 'words':
      case 'number':
        row.addText((input) => {
          input.inputEl.setAttr('aria-label', name);
          if (field.kind === 'number')
            input.inputEl.setAttrs({ type: 'number', min: 0, inputmode: 'numeric' });
          input.setValue(
            Array.isArray(value)
              ? value.join(', ')
              : typeof value === 'number' || typeof value === 'string'
                ? String(value)
                : '',
          );
          input.onChange((typed) =>
            this.change(
              field.key,
              field.kind === 'words' ? wordsIn(typed) : field.kind === 'number' ? numberIn(typed) : typed,
            ),
          );
        });
    }
  }

  /** A word of the rule that has no name here gets a box all the same. */
  private addBoxes(
    row: Setting,
    { key, boxes }: Extract<RuleField, { kind: 'boxes' }>,
    chosen: readonly unknown[],
  ): void {
    const list = named(
      row.settingEl.createDiv({ cls: 'florilegium-boxes', attr: { role: 'group' } }),
      RULE_FIELDS[key].name,
    );
    const ticked = new Set(chosen.map(String));
    for (const word of new Set([...Object.keys(boxes), ...ticked])) {
      const change = (isOn: boolean): void => {
        if (isOn) ticked.add(word);
        else ticked.delete(word);
        this.change(key, [...ticked]);
      };
      addBox(list, { text: boxes[word] ?? word, isOn: ticked.has(word), change });
    }
  }

  private change(key: string, value: unknown): void {
    this.draft = withValueAt(this.draft, key, value);
    this.check();
  }

  /** Says at each field what is wrong with it, or, when nothing is, what the rule says and catches. */
  private check(): void {
    const read = readDraft(this.draft);
    for (const [key, row] of this.rows) row.setErrorMessage(read.ok ? null : problemAt(read.problems, key));
    this.saveButton?.setDisabled(!read.ok);
    this.counting.abort();
    this.counting = new AbortController();
    this.summary.setText(
      read.ok
        ? RULES.saying(describeRule(read.rule), RULES.counting)
        : RULES.mistakes(this.namesOf(read.problems)),
    );
    if (read.ok) this.count(read.rule, this.counting.signal);
  }

  /** Fields may be out of sight; a problem of none is told as it is. */
  private namesOf(problems: ReadonlyMap<string, string>): string {
    const fields = Object.entries(RULE_FIELDS).filter(([key]) => problemAt(problems, key) !== null);
    return (fields.length === 0 ? [...problems.values()] : fields.map(([, { name }]) => name)).join('; ');
  }

  private count(rule: Rule, signal: AbortSignal): void {
    window.setTimeout(() => {
      if (signal.aborted) return;
      this.options.count(rule, signal).then((count) => {
        if (count !== null && !signal.aborted) this.summary.setText(RULES.saying(describeRule(rule), count));
      }, this.options.failed);
    }, COUNT_AFTER_MS);
  }

  /** True keeps the window open. */
  private async save(): Promise<boolean> {
    const read = readDraft(this.draft);
    return !read.ok || !(await this.options.save(read.rule));
  }
}
