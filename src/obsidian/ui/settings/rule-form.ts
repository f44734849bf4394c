import type { App } from 'obsidian';
import type { Rule } from '../../../model/rule-schema';
import { FormWindow } from '../parts/form-window';
import type { KnownTags } from '../parts/tag-suggest';
import { OWN_CHOICE, RULE_CONDITIONS, RULE_FIELDS } from '../../strings/rule-strings';
import { RULES } from '../../strings/settings-strings';
import { DraftFields } from './draft-fields';
import { CONDITIONS, HIGHLIGHT_FIELDS, thenFields } from './rule-draft';
import { RulePart } from './rule-part';

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

class RuleForm {
  private readonly fields: DraftFields;
  private readonly form: FormWindow;
  private readonly conditions: RulePart;
  private readonly changes: RulePart;
  private readonly ownChoice: HTMLElement;
  private readonly footer: HTMLElement;
  private counting = new AbortController();

  constructor(private readonly options: RuleFormOptions) {
    const { app, rule, knownTags, onError } = options;
    this.fields = new DraftFields({ app, draft: rule, knownTags, onChange: () => this.check() });
    this.form = new FormWindow(options, {
      title: RULES.title,
      send: RULES.save,
      cancel: RULES.cancel,
      problem: (wasTried) => (this.showProblems(wasTried) ? RULES.mistakes : null),
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
    const { fields } = this;
    const ofConditions = { heading: RULES.when, add: RULES.addCondition, addables: conditions };
    const ofChanges = { heading: RULES.then, add: RULES.addChange, addables: changes };
    this.conditions = new RulePart(contentEl, { ...ofConditions, fields, onError });
    this.changes = new RulePart(contentEl, { ...ofChanges, fields, onError });
    this.ownChoice = contentEl.createEl('p', { cls: 'florilegium-aside', text: OWN_CHOICE });
    this.footer = createDiv({ cls: 'florilegium-rule-count', attr: { role: 'status' } });
    contentEl.after(this.footer);
    this.check();
  }

  open(): void {
    this.form.open();
  }

  /** Shows at each field what is wrong with it, or missing once somebody tried to save. Returns whether anything is. */
  private showProblems(wasTried: boolean): boolean {
    const rule = this.fields.read();
    const missing = new Map(wasTried ? [...this.conditions.missing(), ...this.changes.missing()] : []);
    this.fields.showProblems(missing);
    const isFilled = rule !== null && missing.size === 0;
    const isNothing = wasTried && isFilled && saysNothing(rule);
    this.conditions.showProblem(isNothing ? RULES.nothing : null);
    return !isFilled || isNothing;
  }

  /** Shows what is wrong, or, when no field has a mistake, how many items the rule matches. */
  private check(): void {
    this.form.check();
    this.ownChoice.toggle(HIGHLIGHT_FIELDS.some((field) => this.fields.isFilled(field)));
    const rule = this.fields.read();
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

/** The first rule that matches applies, so one without condition and change would only keep the others away. */
const saysNothing = ({ when, then }: Rule): boolean =>
  Object.keys(when).length === 0 && Object.keys(then).length === 0;
