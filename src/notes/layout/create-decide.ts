import { livingHighlights, type Scope } from '../../model/item';
import { nameableItem, type PlaceItem } from '../names/naming';
import type { ItemRecord } from '../../model/record';
import { factsOf, factsOfItem, type ItemFacts } from '../rules/item-facts';
import { compileRules, ruleFor } from '../rules/match-rules';
import type { Rule } from '../../model/rule-schema';
import type { Settings } from '../../model/settings';
import { categoryOf, categoryWord } from '../template/context';
import { compileNames, type NameTemplates } from '../template/name-template';
import type { TemplateProblem } from '../template/template';
import type { Decide, Decision } from './decision';

export interface DecideOptions extends Pick<
  Settings,
  'folder' | 'naming' | 'templates' | 'rules' | 'notePerHighlight' | 'fullText'
> {
  readonly scope: Scope;
  /** The day by which age is decided, `YYYY-MM-DD`. */
  readonly today: string;
}

export type CompiledDecide =
  | { readonly ok: true; readonly decide: Decide }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

/**
 * Makes ready what the settings say about items: names, rules, what gets a note of its own. All problems come
 * at once.
 */
export function createDecide(options: DecideOptions): CompiledDecide {
  const { folder: root, naming, templates, rules, scope, fullText, today } = options;
  const common = compileNames(naming, { root });
  // What is wrong with the names for all is none of a rule's mistakes.
  const fallback = common.ok ? naming : { folder: '', fileName: '' };
  const own = rules.map(
    (rule, index) =>
      [rule, compileNames(namesOf(rule, fallback), { root, owner: `rule ${String(index + 1)}: ` })] as const,
  );
  const problems = [common, ...own.map(([, names]) => names)].flatMap((names) =>
    names.ok ? [] : names.problems,
  );
  if (!common.ok || problems.length > 0) return { ok: false, problems };
  const placeBy = new Map(own.flatMap(([rule, names]) => (names.ok ? [[rule, names.place] as const] : [])));
  const compiled = compileRules(rules);
  const { categories, tags } = fullText;
  const wantsText = compileRules([{ enabled: true, when: { categories, tags: { any: tags } }, then: {} }]);
  const templateBy = new Map(
    Object.entries(templates.categories).map(([word, choice]) => [
      categoryWord(word.trim().toLowerCase()),
      choice,
    ]),
  );
  const decideAnew: Decide = (record) => {
    const item = nameableItem(record);
    if (item === null) return null;
    const facts = rules.length === 0 && fullText.place === 'off' ? null : factsIn(record, scope);
    const rule = facts === null ? null : ruleFor({ facts, rules: compiled, today });
    const place: PlaceItem = (rule === null ? undefined : placeBy.get(rule)) ?? common.place;
    return {
      isLeftOut: rule?.then.leaveOut === true,
      placement: place(item),
      template: rule?.then.template || templateBy.get(categoryOf(item)) || null,
      fullText:
        rule?.then.fullText ??
        (facts !== null && ruleFor({ facts, rules: wantsText, today }) !== null ? fullText.place : 'off'),
      notePerHighlight: rule?.then.notePerHighlight ?? options.notePerHighlight,
    };
  };
  return { ok: true, decide: remembering(decideAnew) };
}

/** More than are on their way at once. */
const MOST_REMEMBERED = 200;

/**
 * Each record is asked about several times on its way into a note, and not later: of a whole library, weak
 * references would be dear.
 */
function remembering(decide: Decide): Decide {
  const known = new Map<ItemRecord, Decision | null>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const decision = decide(record);
    known.set(record, decision);
    return decision;
  };
}

/** A rule counts what stands in the note; of an item that gets none, all that is alive. */
function factsIn(record: ItemRecord, scope: Scope): ItemFacts {
  const item = nameableItem(record);
  return (
    factsOf(record, scope) ??
    factsOfItem({
      key: record.key,
      book: item?.book ?? null,
      document: item?.document ?? null,
      highlights: livingHighlights(record),
    })
  );
}

const namesOf = ({ then }: Rule, naming: NameTemplates): NameTemplates => ({
  folder: then.folder || naming.folder,
  fileName: then.fileName || naming.fileName,
});
