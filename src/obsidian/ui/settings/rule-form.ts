import { Setting, SettingGroup, type App, type DropdownComponent } from 'obsidian';
import type { Rule } from '../../../model/rule-schema';
import { FormWindow } from '../parts/form-window';
import type { KnownTags } from '../parts/tag-suggest';
import { RULE_CONDITIONS, RULE_FIELDS } from '../../strings/rule-strings';
import { RULES } from '../../strings/settings-strings';
import { DraftFields } from './draft-fields';
import { CONDITIONS, thenFields, type RuleField } from './rule-draft';

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
  private readonly fields: DraftFields;
  private readonly form: FormWindow;
  private readonly footer: HTMLElement;
  private counting = new AbortController();

  constructor(private readonly options: RuleFormOptions) {
    const { app, rule, knownTags } = options;
    this.fields = new DraftFields({ app, draft: rule, knownTags, onChange: () => this.check() });
    this.form = new FormWindow(options, {
      title: RULES.title,
      send: RULES.save,
      cancel: RULES.cancel,
      problem: () => (this.fields.read() === null ? RULES.mistakes : null),
      act: () => this.save(),
    });
    const { contentEl, closed } = this.form;
    closed.signal.addEventListener('abort', () => this.counting.abort());
    this.fields.add(contentEl, { key: 'name', kind: 'text' });
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
      for (const field of fields) this.fields.add(listEl, field);
    };
    for (const addable of addables) if (addable.fields.some((field) => this.fields.has(field))) show(addable);
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
        if (first !== undefined) this.fields.focus(first.key);
      });
      offer(dropdown);
    });
  }

  /** Shows each field's problem, or, when there is none, how many items the rule matches. */
  private check(): void {
    const rule = this.fields.read();
    this.fields.showProblems();
    this.form.check();
    this.counting.abort();
    this.counting = new AbortController();
    this.footer.setText(rule === null ? '' : RULES.counting);
    if (rule !== null) this.count(rule, this.counting.signal);
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
    const rule = this.fields.read();
    return rule !== null && (await this.options.save(rule)) ? null : '';
  }
}
