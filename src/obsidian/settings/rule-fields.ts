import { CATEGORY_NAMES, KIND_NAMES, RULE_CHOICES, SCOPE_NAMES, type RULE_FIELDS } from './settings-strings';

export type FieldKey = keyof typeof RULE_FIELDS;

/** How a field of a rule is filled in. */
export type RuleField =
  | { readonly key: FieldKey; readonly kind: 'text' | 'words' | 'number' | 'toggle' }
  | { readonly key: FieldKey; readonly kind: 'boxes'; readonly boxes: Readonly<Record<string, string>> }
  | { readonly key: FieldKey; readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> };

const text = (key: FieldKey): RuleField => ({ key, kind: 'text' });
const words = (key: FieldKey): RuleField => ({ key, kind: 'words' });
const number = (key: FieldKey): RuleField => ({ key, kind: 'number' });
const boxes = (key: FieldKey, names: Readonly<Record<string, string>>): RuleField => ({
  key,
  kind: 'boxes',
  boxes: names,
});
const choice = (key: FieldKey, choices: Readonly<Record<string, string>>): RuleField => ({
  key,
  kind: 'choice',
  choices,
});

/** Every condition there is. */
export const WHEN_FIELDS: readonly RuleField[] = [
  boxes('when.kinds', KIND_NAMES),
  // In the words that a note tells them by.
  boxes('when.categories', { ...KIND_NAMES, ...CATEGORY_NAMES }),
  boxes('when.locations', SCOPE_NAMES.documentLocations),
  words('when.tags.any'),
  words('when.tags.all'),
  words('when.tags.none'),
  text('when.title'),
  text('when.author'),
  text('when.site'),
  words('when.sources'),
  number('when.highlights.min'),
  number('when.highlights.max'),
  choice('when.favorites', RULE_CHOICES.favorites),
  number('when.age.olderThanDays'),
  number('when.age.newerThanDays'),
  choice('when.age.of', RULE_CHOICES.age),
];

/** Everything that a rule can make different. */
export const thenFields = (templates: Readonly<Record<string, string>>): readonly RuleField[] => [
  { key: 'then.leaveOut', kind: 'toggle' },
  text('then.folder'),
  text('then.fileName'),
  choice('then.template', { ...RULE_CHOICES.template, ...templates }),
  choice('then.fullText', RULE_CHOICES.fullText),
  choice('then.notePerHighlight', RULE_CHOICES.notePerHighlight),
];

/** Yes and no stand for true and false, and a field that says nothing is empty. */
export function choiceOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
}

export function valueOf(choice: string): unknown {
  return choice === 'yes' ? true : choice === 'no' ? false : choice;
}

export const wordsIn = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

export const numberIn = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed);
