import { isObject } from '../../model/collections';
import type { Settings } from '../../model/settings';
import { nameOfPath } from '../../notes/names/naming';
import type { DailyContext } from './daily-context';

/** The note for a day. */
export interface DayNote {
  readonly path: string;
  /** The initial text of a new note; null for none. */
  readonly initialText: () => Promise<string | null>;
}

type NotesContext = Pick<DailyContext, 'vault' | 'calendar' | 'settings'>;

const reviewFolderOf = ({ folder, daily }: Pick<Settings, 'folder' | 'daily'>): string =>
  daily.reviewFolder || `${folder}/Reviews`;

/** The program's own note for a day. */
const ownDayNote = ({ settings }: Pick<DailyContext, 'settings'>, day: string): DayNote => ({
  path: `${reviewFolderOf(settings)}/${day}.md`,
  initialText: () => Promise.resolve(null),
});

/** The notes of the daily review, by day. */
export async function reviewNotes(context: NotesContext): Promise<(day: string) => DayNote> {
  const isInDailyNote = context.settings.daily.reviewPlace === 'daily-note';
  return isInDailyNote ? dayNotes(context) : (day) => ownDayNote(context, day);
}

/** The user's daily notes as configured in the app; the program's own notes if none are configured. */
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
    const path = notePathOf(daily.folder, calendar.format(day, daily.format));
    if (path === null) return ownDayNote(context, day);
    return { path, initialText: () => filledTemplate(context, { daily, day, path }) };
  };
}

/** The app's settings for daily notes. */
interface DailyNoteSettings {
  readonly folder: string;
  /** A Moment format. */
  readonly format: string;
  /** Path of the template note; `''` for none. */
  readonly template: string;
}

/** The app's files with these settings, as JSON; undefined if a file is missing. */
interface DailyNoteFiles {
  readonly corePlugins: unknown;
  readonly dailyNotes: unknown;
  readonly communityPlugins: unknown;
  /** Settings of the "Periodic Notes" plugin, a common replacement for the core plugin. */
  readonly periodicNotes: unknown;
}

const DEFAULT_FORMAT = 'YYYY-MM-DD';

/** Null if the user has no daily notes. These files are not a stable API, so every field is checked. */
function dailyNoteSettings(files: DailyNoteFiles): DailyNoteSettings | null {
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

/** Reads a list of ids, or an object of ids with booleans (since Obsidian 1.6). */
const isListed = (value: unknown, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : fieldOf(value, id) === true;

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text.trim() : '';
}

/** A note path from a user's setting; null if it is hidden or outside the vault. */
function notePathOf(folder: string, name: string): string | null {
  const parts = `${folder}/${name}`.split('/').filter((part) => part !== '' && part !== '.');
  const isValid =
    parts.length > 0 && parts.every((part) => !part.startsWith('.') && !/[\\\p{Cc}]/u.test(part));
  return isValid ? `${parts.join('/').replace(/\.md$/i, '')}.md` : null;
}

/** `{{title}}`, `{{date}}` and `{{time}}`, the last two with an optional format: `{{date:DD.MM.}}`. */
const FIELD = /\{\{\s*(title|date|time)\s*(?::([^}]*))?\}\}/gi;

/** The user's template for a daily note with its fields filled in; null without a template. */
async function filledTemplate(
  { vault, calendar }: NotesContext,
  { daily, day, path }: { readonly daily: DailyNoteSettings; readonly day: string; readonly path: string },
): Promise<string | null> {
  const template = daily.template === '' ? null : notePathOf('', daily.template);
  const text = template === null ? null : await vault.read(template);
  if (text === null) return null;
  return text.replace(FIELD, (_field, name: string, format: string | undefined) => {
    switch (name.toLowerCase()) {
      case 'title':
        return nameOfPath(path);
      case 'date':
        return calendar.format(day, format?.trim() || DEFAULT_FORMAT);
      default:
        return calendar.format(day, format?.trim() || 'HH:mm');
    }
  });
}
