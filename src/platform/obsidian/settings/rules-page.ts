import type { Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { describeRule } from '../../../core/rules/describe-rule';
import type { RuleCount } from '../../../core/rules/match-rules';
import type { Rule } from '../../../core/rules/rule-schema';
import { RULES } from '../strings-settings';
import { changesGroup } from './changes-modal';
import { addIconButton, labelled, type PageContext } from './page-context';
import { countCatches } from './rule-counts';
import { RuleModal } from './rule-modal';
import { templateChoices } from './template-files';

type Move = 'up' | 'down';

const NEW_RULE: Rule = { enabled: true, when: {}, then: {} };

const countText = (count: RuleCount | undefined): string => (count === undefined ? '' : RULES.caught(count.caught, count.matched));

/** The list of rules, each with how many items it catches. */
export class RulesPage {
  private counts: HTMLElement[] = [];
  /** The button that has the focus again when the list has been drawn anew. */
  private focused: { readonly index: number; readonly move: Move } | null = null;

  constructor(private readonly context: PageContext) {}

  definition(): SettingDefinitionPage {
    const { rules } = this;
    return {
      type: 'page',
      name: RULES.name,
      desc: RULES.desc,
      items: [
        {
          type: 'list',
          heading: RULES.order,
          emptyState: RULES.none,
          addItem: { name: RULES.add, action: () => this.edit(rules.length, NEW_RULE) },
          onReorder: (from, to) => this.save(moved(this.rules, from, to)),
          onDelete: (index) => this.save(this.rules.filter((_, other) => other !== index)),
          items: rules.map((rule, index) => this.row(rule, index)),
        },
        changesGroup(this.context),
      ],
    };
  }

  private get rules(): readonly Rule[] {
    return this.context.store.settings.rules;
  }

  private row(rule: Rule, index: number): SettingDefinitionRender {
    const name = nameOf(rule, index);
    return { name, desc: describeRule(rule), searchable: false, render: (setting) => this.render(setting, { rule, index, name }) };
  }

  private render(setting: Setting, { rule, index, name }: { readonly rule: Rule; readonly index: number; readonly name: string }): () => void {
    setting.setClass('florilegium-rule-row');
    this.counts[index] = setting.infoEl.createDiv({ cls: 'florilegium-rule-count', text: RULES.counting });
    addIconButton(setting, { icon: 'pencil', label: RULES.edit(name), act: () => this.edit(index, rule) });
    addIconButton(setting, { icon: 'copy', label: RULES.duplicate(name), act: () => this.save(withRule(this.rules, index + 1, { ...rule, name: RULES.copyOf(name) })) });
    this.addMove(setting, { index, move: 'up', label: RULES.up(name) });
    this.addMove(setting, { index, move: 'down', label: RULES.down(name) });
    setting.addToggle((toggle) =>
      labelled(toggle, RULES.enable(name))
        .setValue(rule.enabled)
        .onChange((enabled) => this.save(this.rules.map((each, other) => (other === index ? { ...each, enabled } : each)))),
    );
    return index === this.rules.length - 1 ? this.count() : () => undefined;
  }

  private addMove(setting: Setting, { index, move, label }: { readonly index: number; readonly move: Move; readonly label: string }): void {
    const to = move === 'up' ? index - 1 : index + 1;
    const button = addIconButton(setting, {
      icon: `arrow-${move}`,
      label,
      act: () => {
        this.focused = { index: to, move };
        this.save(moved(this.rules, index, to));
      },
    });
    button.setDisabled(to < 0 || to >= this.rules.length);
    if (this.focused?.index !== index || this.focused.move !== move) return;
    this.focused = null;
    window.setTimeout(() => button.buttonEl.focus());
  }

  private edit(index: number, rule: Rule): void {
    const { app, store, failed } = this.context;
    const others = this.rules;
    const isNew = index === others.length;
    new RuleModal(app, {
      rule,
      templates: templateChoices({ app, settings: store.settings, use: 'book', chosen: rule.then.template ?? '' }),
      count: async (draft, signal) => {
        const counts = await countCatches(this.context.index, { rules: replaced(others, index, { ...draft, enabled: true }), signal });
        return counts === null ? null : countText(counts.rules[index]);
      },
      save: async (edited) => this.save(isNew ? [...this.rules, edited] : replaced(this.rules, index, edited)),
      failed,
    }).open();
  }

  private save(rules: readonly Rule[]): void {
    const { store, update, failed } = this.context;
    store.save({ ...store.settings, rules }).then(update, failed);
  }

  /** When all rows are drawn. Answers with what ends the counting. */
  private count(): () => void {
    const counting = new AbortController();
    countCatches(this.context.index, { rules: this.rules, signal: counting.signal }).then((counts) => {
      counts?.rules.forEach((count, index) => this.counts[index]?.setText(countText(count)));
    }, this.context.failed);
    return () => counting.abort();
  }
}

const nameOf = ({ name = '' }: Rule, index: number): string => name.trim() || RULES.unnamed(index + 1);

const withRule = (rules: readonly Rule[], index: number, rule: Rule): readonly Rule[] => [...rules.slice(0, index), rule, ...rules.slice(index)];

const replaced = (rules: readonly Rule[], index: number, rule: Rule): readonly Rule[] => [...rules.slice(0, index), rule, ...rules.slice(index + 1)];

function moved(rules: readonly Rule[], from: number, to: number): readonly Rule[] {
  const rule = rules[from];
  return rule === undefined ? rules : withRule(rules.filter((_, index) => index !== from), to, rule);
}
