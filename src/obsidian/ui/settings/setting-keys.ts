import { isObject } from '../../../model/collections';

/**
 * The value at a dotted key such as `scope.discarded`. In a list, the last part is a member:
 * `scope.bookCategories.tweets` is whether the list has it.
 */
export function valueAt(settings: unknown, key: string): unknown {
  return key.split('.').reduce(step, settings);
}

/** A copy of the settings with the value at that key; everything else stays, known or not. */
export function withValueAt(settings: unknown, key: string, value: unknown): unknown {
  return replaced(settings, key.split('.'), value);
}

function step(target: unknown, part: string): unknown {
  if (isList(target)) return target.includes(part);
  return isObject(target) ? target[part] : undefined;
}

function replaced(target: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  if (isList(target))
    return [...target.filter((member) => member !== part), ...(value === true ? [part] : [])];
  return { ...(isObject(target) ? target : {}), [part]: replaced(step(target, part), rest, value) };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Splits a list that was typed with commas. */
export const splitList = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
