import { valueMistakeText } from '../../../messages/settings-messages';
import { isGroup, isObject } from '../../../model/collections';
import { parseRules, type Rule } from '../../../model/rule-schema';
import { problemWithName } from './name-problem';
import { valueAt } from './setting-keys';
import { RULE_CHOICES, type RULE_FIELDS } from '../../strings/rule-strings';
import { CATEGORY_NAMES, KIND_NAMES, SCOPE_NAMES } from '../../strings/settings-strings';
import { EDIT_HIGHLIGHT } from '../../strings/writing-highlight-strings';

export type FieldKey = keyof typeof RULE_FIELDS;

type Names = Readonly<Record<string, string>>;

/** An input field of a rule. */
export type RuleField =
  | { readonly key: FieldKey; readonly kind: 'text' | 'list' | 'lines' | 'number' | 'toggle' }
  | { readonly key: FieldKey; readonly kind: 'boxes'; readonly names: Names }
  | { readonly key: FieldKey; readonly kind: 'choice'; readonly names: Names };

/** Fields of each condition, by its key in `when`. */
export const CONDITIONS: Readonly<Record<string, readonly RuleField[]>> = {
  kinds: [{ key: 'when.kinds', kind: 'boxes', names: KIND_NAMES }],
  categories: [{ key: 'when.categories', kind: 'boxes', names: { ...KIND_NAMES, ...CATEGORY_NAMES } }],
  locations: [{ key: 'when.locations', kind: 'boxes', names: SCOPE_NAMES.documentLocations }],
  tags: [
    { key: 'when.tags.any', kind: 'list' },
    { key: 'when.tags.all', kind: 'list' },
    { key: 'when.tags.none', kind: 'list' },
  ],
  title: [{ key: 'when.title', kind: 'lines' }],
  author: [{ key: 'when.author', kind: 'lines' }],
  site: [{ key: 'when.site', kind: 'lines' }],
  sources: [{ key: 'when.sources', kind: 'list' }],
  highlights: [
    { key: 'when.highlights.min', kind: 'number' },
    { key: 'when.highlights.max', kind: 'number' },
  ],
  favorites: [{ key: 'when.favorites', kind: 'choice', names: RULE_CHOICES.favorites }],
  age: [
    { key: 'when.age.olderThanDays', kind: 'number' },
    { key: 'when.age.newerThanDays', kind: 'number' },
    { key: 'when.age.of', kind: 'choice', names: RULE_CHOICES.age },
  ],
};

/** Which highlights are in notes, for some items or all of them. */
export const HIGHLIGHT_FIELDS: readonly RuleField[] = [
  { key: 'then.highlights.any.favorites', kind: 'toggle' },
  { key: 'then.highlights.any.withNote', kind: 'toggle' },
  { key: 'then.highlights.any.tags', kind: 'list' },
  { key: 'then.highlights.any.colors', kind: 'boxes', names: EDIT_HIGHLIGHT.colors },
  { key: 'then.highlights.none.tags', kind: 'list' },
  { key: 'then.highlights.none.texts', kind: 'lines' },
];

/** Fields of what a rule can change. */
export const thenFields = (templates: Names): readonly RuleField[] => [
  { key: 'then.leaveOut', kind: 'toggle' },
  { key: 'then.folder', kind: 'text' },
  { key: 'then.fileName', kind: 'text' },
  { key: 'then.template', kind: 'choice', names: { ...RULE_CHOICES.template, ...templates } },
  { key: 'then.fullText', kind: 'choice', names: RULE_CHOICES.fullText },
  { key: 'then.notePerHighlight', kind: 'choice', names: RULE_CHOICES.notePerHighlight },
  ...HIGHLIGHT_FIELDS,
];

/** A rule that is being edited. Empty fields do not become part of the rule. */
export type Draft = unknown;

/** The rule of a valid draft, or its problems by field key. */
export type ReadDraft =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

export function readDraft(draft: Draft): ReadDraft {
  const { name, ...rest } = { name: '', when: {}, then: {}, ...withoutEmpty(draft) };
  const result = parseRules([rest]);
  const problems = new Map<string, string>();
  if (!result.ok)
    for (const { key, mistake } of result.problems) problems.set(key, valueMistakeText(mistake, key));
  for (const key of ['folder', 'fileName'] as const) {
    const typed = valueAt(draft, `then.${key}`);
    const problem = typeof typed === 'string' ? problemWithName(key, typed) : null;
    if (problem !== null) problems.set(`then.${key}`, problem);
  }
  const [rule] = result.ok ? result.rules : [];
  if (rule === undefined || problems.size > 0) return { ok: false, problems };
  return { ok: true, rule: name.trim() === '' ? rule : { name: name.trim(), ...rule } };
}

/** The problem to show at a field: its own, one inside it, or one of its group. */
export function problemAt(problems: ReadonlyMap<string, string>, key: string): string | null {
  for (const [at, problem] of problems)
    if (at === key || at.startsWith(`${key}.`) || key.startsWith(`${at}.`)) return problem;
  return null;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);

/** A rule that says so in the file has all highlights of its items. */
const isAllHighlights = (key: string, value: unknown): boolean =>
  key === 'highlights' && isGroup(value) && Object.keys(value).length === 0;

/** A deep copy without empty values. */
function withoutEmpty(value: unknown): object {
  if (!isObject(value)) return {};
  const filled = Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const left = isGroup(part) ? withoutEmpty(part) : part;
    return isEmpty(left) && !isAllHighlights(key, part) ? [] : [[key, left] as const];
  });
  return Object.fromEntries(filled);
}

/** A value as a choice shows it: `yes`, `no`, or empty for none. */
export function choiceOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
