import type { Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { RuleCount } from '../../notes/rules/match-rules';
import type { Rule } from '../../model/rule-schema';
import { describeRule } from './rule-words';
import { RULES } from './settings-strings';
import { changesGroup } from './changes-modal';
import { page } from './controls';
import { addButton, labelled, type PageContext } from './page-context';
import { countCatches } from './rule-counts';
import { RuleModal } from './rule-modal';
import { templateChoices } from './template-files';

/** What of a rule's row may have the focus. */
type Part = 'edit' | 'duplicate' | 'up' | 'down' | 'enable';

interface Focus {
  readonly index: number;
  readonly part: Part;
}

const NEW_RULE: Rule = { enabled: true, when: {}, then: {} };

const countText = (count: RuleCount | undefined): string =>
  count === undefined ? '' : RULES.caught(count.caught, count.matched);

/** The list of rules, each with how many items it catches. */
export class RulesPage {
  private counts: HTMLElement[] = [];
  /** What has the focus again when the list has been drawn anew. */
  private focused: Focus | null = null;

  constructor(private readonly context: PageContext) {}

  definition(): SettingDefinitionPage {
    const { rules } = this;
    return page(RULES, [
      {
        type: 'list',
        heading: RULES.order,
        emptyState: RULES.none,
        addItem: { name: RULES.add, action: () => this.edit(rules.length, NEW_RULE) },
        onReorder: (from, to) => void this.save(moved(this.rules, from, to)),
        onDelete: (index) => void this.delete(index),
        items: rules.map((rule, index) => this.row(rule, index)),
      },
      changesGroup(this.context),
    ]);
  }

  private get rules(): readonly Rule[] {
    return this.context.store.settings.rules;
  }

  private row(rule: Rule, index: number): SettingDefinitionRender {
    const name = nameOf(rule, index);
    return {
      name,
      desc: describeRule(rule),
      searchable: false,
      render: (setting) => this.render(setting, { rule, index, name }),
    };
  }

  private render(
    setting: Setting,
    { rule, index, name }: { readonly rule: Rule; readonly index: number; readonly name: string },
  ): () => void {
    const { rules } = this;
    setting.setClass('florilegium-rule-row');
    this.counts[index] = setting.infoEl.createDiv({ cls: 'florilegium-rule-count', text: RULES.counting });
    const add = (icon: string, text: string, act: () => unknown): HTMLButtonElement =>
      addButton(setting, { icon, text, act, failed: this.context.failed }).buttonEl;
    const move = (part: 'up' | 'down', to: number): HTMLButtonElement => {
      const button = add(`arrow-${part}`, RULES[part](name), () =>
        this.save(moved(this.rules, index, to), { index: to, part }),
      );
      button.disabled = rules[to] === undefined;
      return button;
    };
    const edit = add('pencil', RULES.edit(name), () => this.edit(index, rule));
    const duplicate = add('copy', RULES.duplicate(name), () =>
      this.save(withRule(this.rules, index + 1, { ...rule, name: RULES.copyOf(name) }), {
        index: index + 1,
        part: 'duplicate',
      }),
    );
    const [up, down] = [move('up', index - 1), move('down', index + 1)];
    setting.addToggle((toggle) => {
      labelled(toggle, RULES.enable(name))
        .setValue(rule.enabled)
        .onChange(
          (enabled) =>
            void this.save(replaced(this.rules, index, { ...rule, enabled }), { index, part: 'enable' }),
        );
      const enable = toggle.toggleEl.querySelector('input') ?? edit;
      if (this.focused?.index === index)
        this.focus(
          { edit, duplicate, enable, up: up.disabled ? down : up, down: down.disabled ? up : down }[
            this.focused.part
          ],
        );
    });
    return index === rules.length - 1 ? this.count() : () => undefined;
  }

  /** As soon as the row is in its place. */
  private focus(element: HTMLElement): void {
    this.focused = null;
    window.setTimeout(() => element.focus());
  }

  private edit(index: number, rule: Rule): void {
    const { app, store, failed } = this.context;
    const others = this.rules;
    new RuleModal(app, {
      rule,
      templates: templateChoices({
        app,
        settings: store.settings,
        use: 'book',
        chosen: rule.then.template ?? '',
      }),
      count: async (draft, signal) => {
        const counts = await countCatches(this.context.index, {
          rules: replaced(others, index, { ...draft, enabled: true }),
          signal,
        });
        return counts === null ? null : countText(counts.rules[index]);
      },
      save: (edited) => {
        // Another device may have put another rule in its place meanwhile.
        const at = isSame(this.rules[index], rule) ? index : this.rules.length;
        return this.save(replaced(this.rules, at, edited), { index: at, part: 'edit' });
      },
      failed,
    }).open();
  }

  private async delete(index: number): Promise<void> {
    const { rules } = this;
    const rule = rules[index];
    if (rule === undefined) return;
    await this.save(
      rules.filter((_, other) => other !== index),
      { index: Math.min(index, rules.length - 2), part: 'edit' },
    );
    this.context.offer(RULES.deleted(nameOf(rule, index)), {
      label: RULES.undo,
      act: () => void this.save(withRule(this.rules, index, rule), { index, part: 'edit' }),
    });
  }

  /** False when it failed, and the person was told. */
  private async save(rules: readonly Rule[], focused: Focus | null = null): Promise<boolean> {
    const { store, update, failed } = this.context;
    try {
      await store.save({ ...store.settings, rules });
    } catch (error) {
      failed(error);
      return false;
    }
    this.focused = focused;
    update();
    return true;
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

/** Rules are data: the same text is the same rule. */
const isSame = (one: Rule | undefined, other: Rule): boolean => JSON.stringify(one) === JSON.stringify(other);

const nameOf = ({ name = '' }: Rule, index: number): string => name.trim() || RULES.unnamed(index + 1);

const withRule = (rules: readonly Rule[], index: number, rule: Rule): readonly Rule[] => [
  ...rules.slice(0, index),
  rule,
  ...rules.slice(index),
];

const replaced = (rules: readonly Rule[], index: number, rule: Rule): readonly Rule[] => [
  ...rules.slice(0, index),
  rule,
  ...rules.slice(index + 1),
];

function moved(rules: readonly Rule[], from: number, to: number): readonly Rule[] {
  const rule = rules[from];
  return rule === undefined
    ? rules
    : withRule(
        rules.filter((_, index) => index !== from),
        to,
        rule,
      );
}
