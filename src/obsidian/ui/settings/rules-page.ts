import type { Setting, SettingDefinitionPage } from 'obsidian';
import { Pace } from '../../../model/pace';
import type { Rule } from '../../../model/rule-schema';
import { CatchCounter, compileRules, type RuleCount } from '../../../notes/rules/match-rules';
import { WindowClock } from '../../host/window-clock';
import { page } from './controls';
import { addButton } from '../components/elements';
import { labelled, type PageContext } from './page-context';
import { openRule } from './rule-form';
import { describeRule } from './rule-draft';
import { ROWS, RULES } from '../../strings/settings-strings';
import { templateChoices } from './template-files';

const COUNTED_AT_ONCE = 20;
const NEW_RULE: Rule = { enabled: true, when: {}, then: {} };

/** The list of rules, each with how many items it matches. */
export class RulesPage {
  private counts: HTMLElement[] = [];

  constructor(private readonly context: PageContext) {}

  definition(): SettingDefinitionPage {
    const { rules } = this;
    return page('rules', 'settings.md#rules', [
      ROWS.order,
      {
        type: 'list',
        emptyState: RULES.none,
        addItem: { name: RULES.add, action: () => this.edit(rules.length, NEW_RULE) },
        onReorder: (from, to) => void this.save(moved(this.rules, from, to)),
        onDelete: (index) => void this.delete(index),
        items: rules.map((rule, index) => ({
          name: nameOf(rule, index),
          desc: describeRule(rule),
          searchable: false,
          render: (setting) => this.render(setting, rule, index),
        })),
      },
    ]);
  }

  private get rules(): readonly Rule[] {
    return this.context.store.settings.rules;
  }

  private render(setting: Setting, rule: Rule, index: number): () => void {
    const name = nameOf(rule, index);
    const { onError } = this.context;
    setting.setClass('florilegium-wrap').setClass('florilegium-rule-row');
    this.counts[index] = setting.infoEl.createDiv({ cls: 'florilegium-rule-count', text: RULES.counting });
    addButton(setting, {
      icon: 'pencil',
      text: RULES.edit(name),
      act: () => this.edit(index, rule),
      onError,
    });
    for (const [icon, text, to] of [
      ['arrow-up', RULES.up(name), index - 1],
      ['arrow-down', RULES.down(name), index + 1],
    ] as const) {
      const act = (): Promise<boolean> => this.save(moved(this.rules, index, to));
      addButton(setting, { icon, text, act, onError }).setDisabled(this.rules[to] === undefined);
    }
    setting.addToggle((toggle) => {
      labelled(toggle, RULES.enable(name))
        .setValue(rule.enabled)
        .onChange((enabled) => void this.save(replaced(this.rules, index, { ...rule, enabled })));
    });
    // All rows are drawn when the last one is.
    return index === this.rules.length - 1 ? this.count() : () => undefined;
  }

  private edit(index: number, rule: Rule): void {
    const { app, store, onError } = this.context;
    const others = this.rules;
    const chosen = rule.then.template ?? '';
    openRule({
      app,
      rule,
      templates: templateChoices({ app, settings: store.settings, use: 'book', chosen }),
      knownTags: () => this.context.engine.tags.names(),
      count: async (draft, signal) => {
        const counts = await this.countCatches(replaced(others, index, { ...draft, enabled: true }), signal);
        return counts === null ? null : countText(counts[index]);
      },
      save: (edited) => {
        // Another device may have changed the list meanwhile.
        const isUnchanged = JSON.stringify(this.rules[index]) === JSON.stringify(rule);
        const at = isUnchanged ? index : this.rules.length;
        return this.save(replaced(this.rules, at, edited), RULES.edit(nameOf(edited, at)));
      },
      onError,
    });
  }

  private async delete(index: number): Promise<void> {
    const rule = this.rules[index];
    if (rule === undefined) return;
    const rest = this.rules.filter((each) => each !== rule);
    const next = Math.min(index, rest.length - 1);
    await this.save(rest, RULES.edit(nameOf(rest[next] ?? rule, next)));
    this.context.engine.notices.offer(RULES.deleted(nameOf(rule, index)), {
      label: RULES.undo,
      act: () => void this.save([...this.rules.slice(0, index), rule, ...this.rules.slice(index)]),
    });
  }

  /** False when saving failed. `focus`: label of the control to focus afterwards. */
  private async save(rules: readonly Rule[], focus = focusedLabel()): Promise<boolean> {
    const { store, update, onError } = this.context;
    try {
      await store.save({ ...store.settings, rules });
    } catch (error) {
      onError(error);
      return false;
    }
    update();
    focusAgain(focus);
    return true;
  }

  /** Returns a function that stops the counting. */
  private count(): () => void {
    const counting = new AbortController();
    this.countCatches(this.rules, counting.signal).then((counts) => {
      counts?.forEach((count, index) => this.counts[index]?.setText(countText(count)));
    }, this.context.onError);
    return () => counting.abort();
  }

  /** Matches of each rule in the library; null when aborted. */
  private async countCatches(
    rules: readonly Rule[],
    signal: AbortSignal,
  ): Promise<readonly RuleCount[] | null> {
    const entries = await this.context.library.all();
    if (entries === null) return null;
    const today = new Date().toISOString().slice(0, 10);
    const counter = new CatchCounter({ rules: compileRules(rules), today });
    const pace = new Pace(new WindowClock());
    for (const [position, { facts }] of entries.entries()) {
      if (signal.aborted) return null;
      counter.take(facts);
      if (position % COUNTED_AT_ONCE === 0) await pace.yieldIfDue();
    }
    return signal.aborted ? null : counter.counts().rules;
  }
}

const focusedLabel = (): string => activeWindow.document.activeElement?.getAttribute('aria-label') ?? '';

/** After a redraw, focuses the control with the label, or one in its row if it is disabled. */
function focusAgain(label: string): void {
  window.setTimeout(() => {
    const controls = activeWindow.document.querySelectorAll<HTMLElement>(
      '.florilegium-rule-row [aria-label]',
    );
    const control = [...controls].find((each) => each.getAttribute('aria-label') === label);
    if (control?.matches(':disabled') === true)
      control.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    else control?.focus();
  });
}

const countText = (count: RuleCount | undefined): string =>
  count === undefined ? '' : RULES.caught(count.caught, count.matched);

const nameOf = ({ name = '' }: Rule, index: number): string => name.trim() || RULES.unnamed(index + 1);

const replaced = (rules: readonly Rule[], index: number, rule: Rule): readonly Rule[] => [
  ...rules.slice(0, index),
  rule,
  ...rules.slice(index + 1),
];

function moved(rules: readonly Rule[], from: number, to: number): readonly Rule[] {
  const rule = rules[from];
  if (rule === undefined) return rules;
  const others = rules.filter((_, index) => index !== from);
  return [...others.slice(0, to), rule, ...others.slice(to)];
}
