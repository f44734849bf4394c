import { isObject } from '../../model/collections';

/** What the app is told about daily notes. */
export interface DailyNoteSettings {
  readonly folder: string;
  /** A format of Moment. */
  readonly format: string;
  /** Path of the note that a new one begins as; `''` for none. */
  readonly template: string;
  /** Of a date in it that names no format. */
  readonly dateFormat: string;
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

/** The person's settings for daily notes; null where they use none. The app promises nothing of these files, so every field is checked. */
export function dailyNoteSettings({
  corePlugins,
  dailyNotes,
  communityPlugins,
  periodicNotes,
}: DailyNoteFiles): DailyNoteSettings | null {
  const daily = fieldOf(periodicNotes, 'daily');
  if (isListed(communityPlugins, 'periodic-notes') && fieldOf(daily, 'enabled') === true)
    return { ...settingsIn(daily), dateFormat: formatIn(daily) };
  return isListed(corePlugins, 'daily-notes') ? settingsIn(dailyNotes) : null;
}

const formatIn = (value: unknown): string => textOf(value, 'format') || DEFAULT_FORMAT;

const settingsIn = (value: unknown): DailyNoteSettings => ({
  folder: textOf(value, 'folder').replace(/^\/+|\/+$/g, ''),
  format: formatIn(value),
  template: textOf(value, 'template'),
  dateFormat: DEFAULT_FORMAT,
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

/** A path in the vault of what a person wrote into a setting or a format may make: null where it leads outside, or is hidden. */
export function notePathOf({
  folder,
  name,
}: {
  readonly folder: string;
  readonly name: string;
}): string | null {
  const parts = `${folder}/${name}`.split('/').filter((part) => part !== '' && part !== '.');
  const isFit = parts.length > 0 && parts.every((part) => !part.startsWith('.') && !/[\\\p{Cc}]/u.test(part));
  return isFit ? `${parts.join('/').replace(/\.md$/i, '')}.md` : null;
}

export interface TemplateFilling extends Pick<DailyNoteSettings, 'format' | 'dateFormat'> {
  readonly title: string;
  /** The day, or one that is so many days later, in a format of Moment. */
  readonly dateIn: (format: string, daysLater: number) => string;
}

/** `{{date}}`, `{{time}}`, with a number of days or weeks and a format where a person wants: `{{date+7d:DD.MM.}}`. */
const DATE_FIELD = /\{\{\s*(date|time)\s*(?:([+-]\d{1,3})([dw]))?\s*(?::([^}]*))?\}\}/gi;

/** The text of a new daily note: its template, with the fields filled in that the app and Periodic Notes know. */
export function filledTemplate(template: string, filling: TemplateFilling): string {
  const { title, format, dateFormat, dateIn } = filling;
  const filledDate = (
    _field: string,
    kind: string,
    count?: string,
    unit?: string,
    given?: string,
  ): string => {
    const days = Number(count ?? 0) * (unit?.toLowerCase() === 'w' ? 7 : 1);
    const usual = kind.toLowerCase() === 'date' ? dateFormat : 'HH:mm';
    return dateIn(given?.trim() || (count === undefined ? usual : format), days);
  };
  return template
    .replace(/\{\{\s*title\s*\}\}/gi, () => title)
    .replace(/\{\{\s*yesterday\s*\}\}/gi, () => dateIn(format, -1))
    .replace(/\{\{\s*tomorrow\s*\}\}/gi, () => dateIn(format, 1))
    .replace(DATE_FIELD, filledDate);
}
