import { MOST_FETCHED } from '../../../core/attachments/retry-day';
import type { Rule } from '../../../core/rules/rule-schema';
import { HEARD, MESSAGES, SPEECH } from '../language/current-language';
import { RuleWords } from '../language/rule-words';
import { items } from '../strings';

/** Everything the settings say to a person. */

const { settings, fullText, attachments, names, templates, preview, changes, rules, kindNames } = MESSAGES;

export const SETTINGS = {
  ...settings,
  badFile: {
    ...settings.badFile,
    desc: (problems: string): string => SPEECH.fill(settings.badFile.desc, { problems: HEARD(problems) }),
  },
};

/** A number that is no good, and the largest that is. */
export const LIMITS = {
  minutes: (most: number): string => SPEECH.fill(settings.interval.problem, { most }),
  megabytes: (most: number): string => SPEECH.fill(attachments.maxMegabytes.problem, { most }),
};

export const DELETIONS = MESSAGES.deletions;

export const OUT_OF_SCOPE = MESSAGES.outOfScope;

export const NAMES = {
  ...names,
  problem: ({
    line,
    column,
    message,
  }: {
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }): string => SPEECH.fill(names.problem, { line, column, message: HEARD(message) }),
};

export const TEMPLATES = {
  ...templates,
  builtIn: (style: string): string => SPEECH.fill(templates.builtIn, { style }),
  openOf: (name: string): string => SPEECH.fill(templates.openOf, { name }),
  duplicateOf: (name: string): string => SPEECH.fill(templates.duplicateOf, { name }),
  newName: (style: string, use: keyof typeof templates.newNames): string =>
    SPEECH.fill(templates.newNames[use], { style }),
};

export const PREVIEW = {
  ...preview,
  sample: (title: string): string => SPEECH.fill(preview.sample, { title }),
};

export const CHANGES = changes;

/** What a template is called that settings or a rule name. */
export function templateName(choice: string): string {
  const style = Object.entries(MESSAGES.styleNames).find(([name]) => choice === `built-in:${name}`)?.[1];
  return style === undefined ? choice : TEMPLATES.builtIn(style);
}

const ruleWords = new RuleWords({
  phrases: MESSAGES.ruleSays,
  speech: SPEECH,
  places: MESSAGES.scopeNames.documentLocations,
  categories: { ...kindNames, ...MESSAGES.categoryNames },
  templateName,
});

const named =
  (message: string) =>
  (name: string): string =>
    SPEECH.fill(message, { name });

export const RULES = {
  ...rules,
  says: (rule: Rule): string => ruleWords.describe(rule),
  unnamed: (number: number): string => SPEECH.fill(rules.unnamed, { number }),
  caught: (caught: number, matched: number): string =>
    caught === matched ? items(caught) : rules.caughtOfMore(caught, { more: matched - caught }),
  enable: named(rules.enable),
  edit: named(rules.edit),
  duplicate: named(rules.duplicate),
  up: named(rules.up),
  down: named(rules.down),
  copyOf: named(rules.copyOf),
  deleted: named(rules.deleted),
  mistakes: (fields: string): string => SPEECH.fill(rules.mistakes, { fields }),
  saying: (description: string, count: string): string => SPEECH.fill(rules.saying, { description, count }),
};

/** What the fields of a rule are called, by their keys. */
export const RULE_FIELDS = MESSAGES.ruleFields;

export const RULE_CHOICES = MESSAGES.ruleChoices;

export const FULL_TEXT = {
  ...fullText,
  place: { ...fullText.place, desc: SPEECH.fill(fullText.place.desc, { most: MOST_FETCHED }) },
};

export const ATTACHMENTS = attachments;

export const DAILY = MESSAGES.daily;

/** What the service's own words mean, for a person. */
export const SCOPE_NAMES = MESSAGES.scopeNames;

/** Categories that are not a kind of their own. */
export const CATEGORY_NAMES = MESSAGES.categoryNames;

export const KIND_NAMES = kindNames;

export const USE_NAMES = { ...kindNames, ...MESSAGES.partNames };

export const STYLE_NAMES = MESSAGES.styleNames;
