import { isObject } from '../../core/is-object';
import { isWordId, type Scalar } from '../schema/leaves';

/** Text of a leaf; null or missing is `''`, a number or truth value is written out. */
export function toText(value: Scalar): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : String(value);
}

/** First of the values that has any text, else `''`. */
export function firstText(...values: readonly Scalar[]): string {
  for (const value of values) {
    const text = toText(value);
    if (text.trim() !== '') return text;
  }
  return '';
}

/** A finite number, also when sent as text; else null. */
export function toNumber(value: Scalar): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** True only for a clear yes: a doubtful `is_deleted` must not delete. */
export function toFlag(value: Scalar): boolean {
  return value === true || value === 1 || value === 'true' || value === 'True' || value === '1';
}

/** The id of a v3 record, or null when the leaf holds none. */
export function toWordIdOrNull(value: Scalar): string | null {
  return isWordId(value) ? String(value) : null;
}

function nameOf(entry: unknown): string {
  if (typeof entry === 'string') return entry.trim();
  if (isObject(entry) && typeof entry['name'] === 'string') return entry['name'].trim();
  return isObject(entry) && typeof entry['name'] === 'number' ? String(entry['name']) : '';
}

/** Tag names of a list of tags or names, or of a map from key to tag; anything else has none. In the service's order, each once. */
export function toTagNames(tags: unknown): readonly string[] {
  if (Array.isArray(tags)) return distinct(tags.map(nameOf));
  if (!isObject(tags)) return [];
  return distinct(Object.entries(tags).map(([key, entry]) => nameOf(entry) || key));
}

function distinct(names: readonly string[]): readonly string[] {
  return names.length === 0 ? names : [...new Set(names)].filter((name) => name !== '');
}
