import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../../languages');

export type Forms = Readonly<Record<string, string>>;

/** The languages that there are. */
export const LANGUAGES = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));

/** Every message of a language by its path, in the order of the file: a text is its `other` form alone. */
export function messagesOf(language: string): ReadonlyMap<string, Forms> {
  const list = new Map<string, Forms>();
  collect(JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as object, [], list);
  return list;
}

const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const isPlural = (value: object): value is Forms =>
  'other' in value && Object.keys(value).every((key) => CATEGORIES.has(key));

function collect(value: object, path: readonly string[], list: Map<string, Forms>): void {
  for (const [key, each] of Object.entries(value) as [string, string | object][]) {
    const at = [...path, key];
    if (typeof each === 'string') list.set(at.join(' › '), { other: each });
    else if (isPlural(each)) list.set(at.join(' › '), each);
    else collect(each, at, list);
  }
}

/** What values a text asks for; and the fields of templates that it names, which stay as they are. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...new Set(text.match(/\{\{.*?\}\}|\{\w+\}/g) ?? [])].sort();
