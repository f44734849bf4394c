import { utcDay } from '../../../model/time-zone';
import type { Setting, SettingDefinitionPage } from 'obsidian';
import { Pace } from '../../../model/pace';
import type { Rule } from '../../../model/rule-schema';
import { CatchCounter, compileRules, ruleFor, type RuleCount } from '../../../notes/rules/match-rules';
import { WindowClock } from '../../host/window-clock';
import { page } from './controls';
import { addButton } from '../components/elements';
import { showMenu, type MenuEntry } from '../components/show-menu';
import type { PageContext } from './page-context';
import { openRule } from './rule-form';
import { ruleSentence } from './rule-sentence';
import { ROWS, RULES } from '../../strings/settings-strings';
import { templateChoices } from './template-files';

const COUNTED_AT_ONCE = 20;
const NEW_RULE: Rule = { enabled: true, when: {}, then: {} };

/** The list of rules, each as a sentence with how many items it matches. What can be done with one is in its menu. */
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
        items: rules.map((rule, index) => ({
          name: nameOf(rule, index),
          desc: ruleSentence(rule),
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
    setting.setClass('florilegium-wrap');
    this.counts[index] = setting.infoEl.createDiv({ cls: 'florilegium-rule-count', text: RULES.counting });
    const more = addButton(setting, {
      icon: 'more-horizontal',
      text: RULES.more(nameOf(rule, index)),
      act: () => showMenu(more.buttonEl, this.menuOf(rule, index), this.context.onError),
      onError: this.context.onError,
    });
    // All rows are drawn when the last one is.
    return index === this.rules.length - 1 ? this.count() : () => undefined;
  }

  private menuOf(rule: Rule, index: number): readonly MenuEntry[] {
    const { enabled } = rule;
    const move = (to: number): Promise<boolean> =>
      this.save(moved(this.rules, index, to), RULES.more(nameOf(rule, to)));
    const toggle = (): Promise<boolean> =>
      this.save(replaced(this.rules, index, { ...rule, enabled: !enabled }), RULES.more(nameOf(rule, index)));
    const isLast = index === this.rules.length - 1;
    return [
      { icon: 'pencil', title: RULES.edit, act: () => this.edit(index, rule) },
      ...(index === 0 ? [] : [{ icon: 'arrow-up', title: RULES.up, act: () => move(index - 1) }]),
      ...(isLast ? [] : [{ icon: 'arrow-down', title: RULES.down, act: () => move(index + 1) }]),
      { icon: 'power', title: enabled ? RULES.turnOff : RULES.turnOn, act: toggle },
      { icon: 'trash', title: RULES.delete, act: () => this.delete(index) },
    ];
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
        return this.save(replaced(this.rules, at, edited), RULES.more(nameOf(edited, at)));
      },
      onError,
    });
  }

  private async delete(index: number): Promise<void> {
    const rule = this.rules[index];
    if (rule === undefined) return;
    const rest = this.rules.filter((each) => each !== rule);
    const next = Math.min(index, rest.length - 1);
    await this.save(rest, RULES.more(nameOf(rest[next] ?? rule, next)));
    this.context.engine.notices.offer(RULES.deleted(nameOf(rule, index)), {
      label: RULES.undo,
      act: () => void this.save([...this.rules.slice(0, index), rule, ...this.rules.slice(index)]),
    });
  }

  /** False when saving failed. `focus`: label of the control to focus afterwards. */
  private async save(rules: readonly Rule[], focus?: string): Promise<boolean> {
    const { store, update, onError } = this.context;
    try {
      await store.save({ ...store.settings, rules });
    } catch (error) {
      onError(error);
      return false;
    }
    update(focus);
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
    const entries = await this.context.library.all(rules);
    if (entries === null) return null;
    const on = { rules: compileRules(rules), today: utcDay(Date.now()) };
    const counter = new CatchCounter(on);
    const pace = new Pace(new WindowClock());
    for (const [position, { facts, hasNote }] of entries.entries()) {
      if (signal.aborted) return null;
      if (hasNote(ruleFor({ facts, ...on }))) counter.take(facts);
      if (position % COUNTED_AT_ONCE === 0) await pace.yieldIfDue();
    }
    return signal.aborted ? null : counter.counts().rules;
  }
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
