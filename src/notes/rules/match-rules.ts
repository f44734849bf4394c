import { candidateOf, conditionsOf, type Candidate, type Condition } from './conditions';
import type { ItemFacts } from './item-facts';
import type { Rule } from '../../model/rule-schema';

/** Rules made ready for many items. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
}

interface CompiledRule {
  readonly rule: Rule;
  readonly conditions: readonly Condition[];
}

export const compileRules = (rules: readonly Rule[]): CompiledRules => ({
  rules: rules.map((rule) => ({ rule, conditions: conditionsOf(rule.when) })),
});

/** A rule that is switched off matches nothing. */
const matches = ({ rule, conditions }: CompiledRule, candidate: Candidate): boolean =>
  rule.enabled && conditions.every((holds) => holds(candidate));

/** The rule that counts for an item: the first that matches, or null. `today` (`YYYY-MM-DD`) is the day by which age is decided. */
export function ruleFor(options: {
  readonly facts: ItemFacts;
  readonly rules: CompiledRules;
  readonly today: string;
}): Rule | null {
  const { rules } = options.rules;
  if (rules.length === 0) return null;
  const candidate = candidateOf(options.facts, options.today);
  return rules.find((each) => matches(each, candidate))?.rule ?? null;
}

export interface RuleCount {
  readonly rule: Rule;
  /** Items for which this rule counts. */
  readonly caught: number;
  /** Items that it matches, those among them that an earlier rule catches. */
  readonly matched: number;
}

export interface CatchCounts {
  /** In the order of the rules, those that are switched off, too. */
  readonly rules: readonly RuleCount[];
  /** Items that no rule catches. */
  readonly uncaught: number;
}

/** Counts what rules catch, one item after the other, so that a library need not be held at once. */
export class CatchCounter {
  private readonly caught: number[];
  private readonly matched: number[];
  private uncaught = 0;

  constructor(private readonly options: { readonly rules: CompiledRules; readonly today: string }) {
    this.caught = options.rules.rules.map(() => 0);
    this.matched = options.rules.rules.map(() => 0);
  }

  take(facts: ItemFacts): void {
    const candidate = candidateOf(facts, this.options.today);
    const matching = this.options.rules.rules.flatMap((rule, index) =>
      matches(rule, candidate) ? [index] : [],
    );
    for (const index of matching) this.matched[index] = (this.matched[index] ?? 0) + 1;
    const [first] = matching;
    if (first === undefined) this.uncaught += 1;
    else this.caught[first] = (this.caught[first] ?? 0) + 1;
  }

  /** As far as items were taken. */
  counts(): CatchCounts {
    const rules = this.options.rules.rules.map(({ rule }, index) => ({
      rule,
      caught: this.caught[index] ?? 0,
      matched: this.matched[index] ?? 0,
    }));
    return { rules, uncaught: this.uncaught };
  }
}
