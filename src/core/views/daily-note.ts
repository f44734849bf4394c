import { isObject } from '../is-object';

/** What the app is told about daily notes. */
export interface DailyNoteSettings {
  readonly folder: string;
  /** In the letters of Moment. */
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

/** The person's settings for daily notes; null where they use none. Nothing of these files is promised, so nothing is relied on. */
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
  /** The day, or one that is so many days later, in the letters of Moment. */
  readonly dateIn: (format: string, daysLater: number) => string;
}

/** The text of a new daily note: its template with title, date, time and the days around it, as the app and Periodic Notes fill them in. */
export const filledTemplate = (
  template: string,
  { title, format, dateFormat, dateIn }: TemplateFilling,
): string =>
  template
    .replace(/\{\{\s*title\s*\}\}/gi, () => title)
    .replace(/\{\{\s*(?:yesterday|(tomorrow))\s*\}\}/gi, (_, tomorrow: string | undefined) =>
      dateIn(format, tomorrow === undefined ? -1 : 1),
    )
    .replace(
      /\{\{\s*(date|time)\s*(?:([+-]\d{1,3})([dw]))?\s*(?::([^}]*))?\}\}/gi,
      (_, kind: string, count: string | undefined, unit: string | undefined, wanted: string | undefined) => {
        const usual = kind.toLowerCase() === 'date' ? dateFormat : 'HH:mm';
        return dateIn(
          wanted?.trim() || (count === undefined ? usual : format),
          Number(count ?? 0) * (unit?.toLowerCase() === 'w' ? 7 : 1),
        );
      },
    );
