import { BROKEN_TEMPLATE, type Failure } from '../../model/report';
import type { Clock } from '../../model/ports';
import {
  ownSource,
  problemsOf,
  problemsWith,
  type ChosenTemplate,
  type TemplateFailure,
  type TemplateSource,
} from './load-templates';
import type { GoodTemplates } from '../../store/stored';

/** What notes can be written with. */
export interface UsableTemplates {
  readonly sources: readonly TemplateSource[];
  /** Of each template that is broken or missing and in whose place is what it last was. */
  readonly broken: readonly Failure[];
  /** Where one never was without mistakes there is no sync: all that is wrong with any. */
  readonly failures: readonly TemplateFailure[];
}

export interface LastGood {
  readonly good: GoodTemplates;
  /** Where partials are kept. */
  readonly folder: string;
  readonly clock: Clock;
}

/** Checks the chosen templates, and puts in the place of one that cannot be used what it was when it last could. */
export async function usableTemplates(
  chosen: readonly ChosenTemplate[],
  last: LastGood,
): Promise<UsableTemplates> {
  const problems = await problemsWith(chosen, last);
  const before = (choice: ChosenTemplate): TemplateSource | null => lastGoodOf(choice, last);
  const isReplaced = (choice: ChosenTemplate): boolean =>
    problems.has(choice.choice) && before(choice) !== null;
  const sources = chosen.flatMap(
    (choice) => (problems.has(choice.choice) ? before(choice) : choice.source) ?? [],
  );
  const replaced = new Set(chosen.filter(isReplaced).map(({ choice }) => choice));
  return {
    sources,
    broken: [...replaced].map((choice) => ({
      id: BROKEN_TEMPLATE,
      path: choice,
      problem: {
        code: 'template-replaced',
        problems: (problems.get(choice) ?? []).map(({ problem }) => problem),
      },
    })),
    failures: replaced.size === problems.size ? [] : [...problems.values()].flat(),
  };
}

/** Null where there is none, and where what was good once is not any longer: the program may have changed. */
function lastGoodOf(choice: ChosenTemplate, { good, folder }: LastGood): TemplateSource | null {
  const text = Object.hasOwn(good, choice.choice) ? good[choice.choice] : undefined;
  const source = ownSource(choice, folder, text ?? null);
  return source === null || problemsOf(source).length > 0 ? null : source;
}

const own = (sources: readonly TemplateSource[]): readonly TemplateSource[] =>
  sources.filter(({ path }) => path !== null);

/** The person's own templates as the state keeps them. */
export const goodTemplates = (sources: readonly TemplateSource[]): GoodTemplates =>
  Object.fromEntries(
    own(sources).map(({ choice, text, partials }) => [choice, { text, partials: [...partials.files] }]),
  );

/** Whether the state holds each of them. */
export const isKept = (sources: readonly TemplateSource[], good: GoodTemplates): boolean =>
  own(sources).every(({ choice }) => Object.hasOwn(good, choice));
