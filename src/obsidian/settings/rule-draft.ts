import { parseRules, type Rule } from '../../model/rule-schema';
import { problemWithName } from './names-page';
import { valueAt } from './setting-keys';
import { isGroup, isObject } from '../../model/collections';

/** A rule that is being edited: fields that are empty say nothing, and are no part of the rule. */
export type Draft = unknown;

/** The rule that a draft amounts to, or what is wrong with it by the fields' keys. */
export type ReadDraft =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

const NAMES = ['folder', 'fileName'] as const;

export function readDraft(draft: Draft): ReadDraft {
  const { name, ...rest } = { name: '', when: {}, then: {}, ...withoutEmpty(draft) };
  const result = parseRules([rest]);
  const found = result.ok ? [] : result.problems.map(({ key, message }) => [key, message] as const);
  const named = NAMES.flatMap((key) => {
    const typed = valueAt(draft, `then.${key}`);
    const problem = typeof typed === 'string' ? problemWithName(key, typed) : null;
    return problem === null ? [] : [[`then.${key}`, problem] as const];
  });
  const [rule] = result.ok ? result.rules : [];
  if (rule === undefined || named.length > 0) return { ok: false, problems: new Map([...found, ...named]) };
  return { ok: true, rule: { ...(name.trim() === '' ? {} : { name: name.trim() }), ...rule } };
}

/** The problem that is shown at a field: its own, or one of the group that begins with it. */
export function problemAt(problems: ReadonlyMap<string, string>, key: string): string | null {
  for (const [at, problem] of problems) {
    if (
      at === key ||
      at.startsWith(`${key}.`) ||
      (key.startsWith(`${at}.`) && /(?:min|olderThanDays)$/.test(key))
    )
      return problem;
  }
  return null;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);

/** A copy without what is empty, all the way down. */
function withoutEmpty(value: unknown): object {
  if (!isObject(value)) return {};
  const filled = Object.entries(value).map(
    ([key, part]) => [key, isGroup(part) ? withoutEmpty(part) : part] as const,
  );
  return Object.fromEntries(filled.filter(([, part]) => !isEmpty(part)));
}
