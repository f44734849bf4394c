import { livingHighlights, type Scope } from '../../model/item';
import { nameableItem, type PlaceItem } from '../names/naming';
import { kindOf } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { factsOf, factsOfItem, type ItemFacts } from '../rules/item-facts';
import { compileRules, ruleFor, wantElseByDay } from '../rules/match-rules';
import type { Rule } from '../../model/rule-schema';
import type { Settings } from '../../model/settings';
import { compileNames, type NameTemplates } from '../template/name-template';
import type { TemplateProblem } from '../template/template';
import type { Decide, Decision } from './decision';

export interface DecideOptions extends Pick<
  Settings,
  'folder' | 'naming' | 'timeZone' | 'rules' | 'notePerHighlight' | 'fullText'
> {
  readonly scope: Scope;
  /** The day for age conditions, `YYYY-MM-DD`. */
  readonly today: string;
}

export type CompiledDecide =
  | { readonly ok: true; readonly decide: Decide }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

/**
 * Compiles the settings that decide about items: names, rules, additional notes. Returns all problems at
 * once.
 */
export function createDecide(options: DecideOptions): CompiledDecide {
  const { folder: root, naming, timeZone, rules, scope, fullText, today } = options;
  const common = compileNames(naming, { root, timeZone });
  // Problems of the common names are not reported for each rule again.
  const fallback = common.ok ? naming : { folder: '', fileName: '' };
  const own = rules.map(
    (rule, index) =>
      [
        rule,
        compileNames(namesOf(rule, fallback), { root, timeZone, owner: `rule ${String(index + 1)}: ` }),
      ] as const,
  );
  const problems = [common, ...own.map(([, names]) => names)].flatMap((names) =>
    names.ok ? [] : names.problems,
  );
  if (!common.ok || problems.length > 0) return { ok: false, problems };
  const placeBy = new Map(own.flatMap(([rule, names]) => (names.ok ? [[rule, names.place] as const] : [])));
  const compiled = compileRules(rules);
  const { categories, tags } = fullText;
  const wantsText = compileRules([{ enabled: true, when: { categories, tags: { any: tags } }, then: {} }]);
  const decideAnew: Decide = (record) => {
    const item = nameableItem(record);
    if (item === null) return null;
    const facts = rules.length === 0 && fullText.place === 'off' ? null : factsIn(record, scope);
    const rule = facts === null ? null : ruleFor({ facts, rules: compiled, today });
    const place: PlaceItem = (rule === null ? undefined : placeBy.get(rule)) ?? common.place;
    return {
      isLeftOut: rule?.then.leaveOut === true,
      placement: place(item),
      kind: kindOf(item),
      template: rule?.then.template || null,
      fullText:
        rule?.then.fullText ??
        (facts !== null && ruleFor({ facts, rules: wantsText, today }) !== null ? fullText.place : 'off'),
      notePerHighlight: rule?.then.notePerHighlight ?? options.notePerHighlight,
      highlights: rule?.then.highlights ?? scope.highlights,
    };
  };
  return { ok: true, decide: cached(decideAnew) };
}

interface DayChange extends Pick<Settings, 'rules'> {
  readonly scope: Scope;
  /** The day of the decisions before, `YYYY-MM-DD`. */
  readonly since: string;
  readonly today: string;
}

/** Whether an item is decided about otherwise because the day changed, or was meanwhile. */
export function decidedOtherwise({ rules, scope, since, today }: DayChange): (record: ItemRecord) => boolean {
  const compiled = compileRules(rules);
  return (record) => wantElseByDay({ facts: factsIn(record, scope), rules: compiled, since, today });
}

/** More than are processed at once. */
const CACHE_SIZE = 200;

/**
 * Each record is asked about several times on its way into a note. Weak references would be costly for a
 * whole library.
 */
function cached(decide: Decide): Decide {
  const cache = new Map<ItemRecord, Decision | null>();
  return (record) => {
    const hit = cache.get(record);
    if (hit !== undefined) return hit;
    if (cache.size >= CACHE_SIZE) cache.clear();
    const decision = decide(record);
    cache.set(record, decision);
    return decision;
  };
}

/** Rules count the highlights in the note; for an item without note, all that are not deleted. */
export function factsIn(record: ItemRecord, scope: Scope): ItemFacts {
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
