import { isObject } from '../../model/collections';
import type { Settings } from '../../model/settings';
import type { DailyContext } from './daily-context';

/** The note that is about a day. */
export interface DayNote {
  readonly path: string;
  /** Whether it is the person's daily note, which only they, or a command of theirs, begin. */
  readonly isDaily: boolean;
  /** What it begins with where there is none yet. */
  readonly beginning: () => Promise<string | null>;
}

type NotesContext = Pick<DailyContext, 'vault' | 'calendar' | 'settings'>;

export const reviewFolderOf = ({ folder, daily }: Pick<Settings, 'folder' | 'daily'>): string =>
  daily.reviewFolder || `${folder}/Reviews`;

/** A note of our own for a day. */
export const ownDayNote = ({ settings }: Pick<DailyContext, 'settings'>, day: string): DayNote => ({
  path: `${reviewFolderOf(settings)}/${day}.md`,
  isDaily: false,
  beginning: () => Promise.resolve(null),
});

/** The person's daily notes as the app is set up for them; notes of our own where it has none. */
export async function dayNotes(context: NotesContext): Promise<(day: string) => DayNote> {
  const { calendar } = context;
  const [corePlugins, dailyNotes, communityPlugins, periodicNotes] = await Promise.all(
    [
      'core-plugins.json',
      'daily-notes.json',
      'community-plugins.json',
      'plugins/periodic-notes/data.json',
    ].map((path) => calendar.readConfig(path)),
  );
  const daily = dailyNoteSettings({ corePlugins, dailyNotes, communityPlugins, periodicNotes });
  return (day) => {
    if (daily === null) return ownDayNote(context, day);
    const path = notePathOf({ folder: daily.folder, name: calendar.format(day, daily.format) });
    if (path === null) return ownDayNote(context, day);
    return { path, isDaily: true, beginning: () => filledTemplate(context, { daily, day, path }) };
  };
}

/** What the app is told about daily notes. */
export interface DailyNoteSettings {
  readonly folder: string;
  /** A format of Moment. */
  readonly format: string;
  /** Path of the note that a new one begins as; `''` for none. */
  readonly template: string;
}

/** The files in which the app keeps that, as JSON; undefined where there is none. */
export interface DailyNoteFiles {
  readonly corePlugins: unknown;
  readonly dailyNotes: unknown;
  readonly communityPlugins: unknown;
  /** Settings of the plugin "Periodic Notes", which many use in its place. */
  readonly periodicNotes: unknown;
}

const DEFAULT_FORMAT = 'YYYY-MM-DD';

/**
 * The person's settings for daily notes; null where they use none. These files are no API, so every field is
 * checked.
 */
export function dailyNoteSettings(files: DailyNoteFiles): DailyNoteSettings | null {
  const periodic = fieldOf(files.periodicNotes, 'daily');
  if (isListed(files.communityPlugins, 'periodic-notes') && fieldOf(periodic, 'enabled') === true)
    return settingsIn(periodic);
  return isListed(files.corePlugins, 'daily-notes') ? settingsIn(files.dailyNotes) : null;
}

const settingsIn = (value: unknown): DailyNoteSettings => ({
  folder: textOf(value, 'folder').replace(/^\/+|\/+$/g, ''),
  format: textOf(value, 'format') || DEFAULT_FORMAT,
  template: textOf(value, 'template'),
});

/** A list of ids, or since Obsidian 1.6 an object that says of each whether it is on. */
const isListed = (value: unknown, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : fieldOf(value, id) === true;

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text.trim() : '';
}

/** A path in the vault from what a person wrote into a setting; null where it leads outside, or is hidden. */
export function notePathOf({
  folder,
  name,
}: {
  readonly folder: string;
  readonly name: string;
}): string | null {
  const parts = `${folder}/${name}`.split('/').filter((part) => part !== '' && part !== '.');
  const isValid =
    parts.length > 0 && parts.every((part) => !part.startsWith('.') && !/[\\\p{Cc}]/u.test(part));
  return isValid ? `${parts.join('/').replace(/\.md$/i, '')}.md` : null;
}

/**
 * `{{title}}`, `{{date}}`, `{{time}}`, the latter two with a format where a person wants: `{{date:DD.MM.}}`.
 */
const FIELD = /\{\{\s*(title|date|time)\s*(?::([^}]*))?\}\}/gi;

/**
 * The text of a new daily note: the person's template, with the fields filled in that the app knows. Null
 * without a template.
 */
async function filledTemplate(
  { vault, calendar }: NotesContext,
  { daily, day, path }: { readonly daily: DailyNoteSettings; readonly day: string; readonly path: string },
): Promise<string | null> {
  const template = daily.template === '' ? null : notePathOf({ folder: '', name: daily.template });
  const text = template === null ? null : await vault.read(template);
  if (text === null) return null;
  return text.replace(FIELD, (_field, name: string, format: string | undefined) => {
    switch (name.toLowerCase()) {
      case 'title':
        return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
      case 'date':
        return calendar.format(day, format?.trim() || DEFAULT_FORMAT);
      default:
        return calendar.format(day, format?.trim() || 'HH:mm');
    }
  });
}
