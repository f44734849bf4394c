import { isGroup } from './is-object';
import { parseSettings, problemWithFolder, type Settings } from './settings';
import { unixText } from './unix-text';

/** A template file that goes with the settings. */
export interface TemplateText {
  readonly path: string;
  readonly text: string;
}

/** One value that would be another. Values are JSON. */
export interface SettingChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

export type ReadTransfer =
  | {
      readonly ok: true;
      readonly settings: Settings;
      readonly changes: readonly SettingChange[];
      readonly templates: readonly TemplateText[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Of this device or this vault alone: where its token is and where that is sent, which nobody else is to say. */
const STAYS_HERE: ReadonlySet<string> = new Set(['tokenSecret', 'baseUrl']);

/** The settings as text for another vault. Only keys that settings have, so that nothing gets out that somebody put beside them. */
export function transferText(settings: Settings, templates: readonly TemplateText[]): string {
  const defaults = parseSettings(null);
  const shape: unknown = defaults.ok ? defaults.settings : {};
  return `${JSON.stringify({ florilegium: 'settings', settings: knownIn(settings, shape), ...(templates.length === 0 ? {} : { templates }) }, null, 2)}\n`;
}

/** An empty group among the defaults has names of the person's own. */
function knownIn(value: unknown, shape: unknown): unknown {
  if (!isGroup(value) || !isGroup(shape) || Object.keys(shape).length === 0) return value;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, inner]) =>
      STAYS_HERE.has(key) || !(key in value) ? [] : [[key, knownIn(value[key], inner)]],
    ),
  );
}

/** Reads what was exported, or a settings file itself, over the settings of this vault. All or nothing: with one problem, nothing of it counts. */
export function readTransfer(text: string, current: Settings): ReadTransfer {
  const read = readJson(text);
  if (!isGroup(read)) return { ok: false, problems: ['this is no text of settings (JSON)'] };
  const isExport = 'florilegium' in read;
  if (isExport && !isGroup(read['settings'])) return { ok: false, problems: ['settings: is missing'] };
  const given = knownIn(isExport ? read['settings'] : read, shapeOf(current));
  const parsed = parseSettings(over(current, given));
  const templates = readTemplates(isExport ? read['templates'] : undefined);
  const problems = [
    ...(parsed.ok ? [] : parsed.problems),
    ...(typeof templates === 'string' ? [templates] : []),
  ];
  if (!parsed.ok || typeof templates === 'string') return { ok: false, problems };
  return {
    ok: true,
    settings: parsed.settings,
    changes: changesBetween(current, parsed.settings),
    templates,
  };
}

function shapeOf(current: Settings): unknown {
  const defaults = parseSettings(null);
  return defaults.ok ? defaults.settings : current;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(unixText(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What is not given stays. */
function over(current: unknown, given: unknown): unknown {
  if (!isGroup(current) || !isGroup(given)) return given;
  return {
    ...current,
    ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, over(current[key], value)])),
  };
}

function readTemplates(value: unknown): readonly TemplateText[] | string {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return 'templates: must be a list';
  const templates: TemplateText[] = [];
  for (const [index, each] of value.entries()) {
    const place = `templates.${String(index)}`;
    if (!isGroup(each) || typeof each['path'] !== 'string' || typeof each['text'] !== 'string')
      return `${place}: needs path and text`;
    const { path, text } = each;
    const problem = path.endsWith('.md')
      ? problemWithFolder(path.slice(0, -'.md'.length))
      : 'must be the path of a note';
    if (problem !== null) return `${place}.path: ${problem}`;
    templates.push({ path, text });
  }
  return templates;
}

function changesBetween(before: unknown, after: unknown, key = ''): readonly SettingChange[] {
  if (isGroup(before) && isGroup(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changesBetween(before[name], after[name], key === '' ? name : `${key}.${name}`),
    );
  const [old, next] = [JSON.stringify(before) ?? '', JSON.stringify(after) ?? ''];
  return old === next ? [] : [{ key, before: old, after: next }];
}
