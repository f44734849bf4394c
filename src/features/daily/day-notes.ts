import { dailyNoteSettings, filledTemplate, notePathOf, type DailyNoteSettings } from './daily-note';
import { daysAfter } from './daily-sections';
import type { Settings } from '../../model/settings';
import type { ViewContext } from './view-context';

/** The note that is about a day. */
export interface DayNote {
  readonly path: string;
  /** Whether it is the person's daily note, which only they, or a command of theirs, begin. */
  readonly isDaily: boolean;
  /** What it begins with where there is none yet. */
  readonly beginning: () => Promise<string | null>;
}

export const reviewFolderOf = ({ folder, daily }: Pick<Settings, 'folder' | 'daily'>): string =>
  daily.reviewFolder || `${folder}/Reviews`;

/** A note of our own for a day. */
export const ownDayNote = ({ settings }: Pick<ViewContext, 'settings'>, day: string): DayNote => ({
  path: `${reviewFolderOf(settings)}/${day}.md`,
  isDaily: false,
  beginning: () => Promise.resolve(null),
});

/** The person's daily notes as the app is set up for them; notes of our own where it is for none. */
export async function dayNotes(
  context: Pick<ViewContext, 'vault' | 'calendar' | 'settings'>,
): Promise<(day: string) => DayNote> {
  const { vault, calendar } = context;
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
    const path =
      daily === null ? null : notePathOf({ folder: daily.folder, name: calendar.format(day, daily.format) });
    return daily === null || path === null
      ? ownDayNote(context, day)
      : { path, isDaily: true, beginning: () => beginning({ vault, calendar }, { daily, day, path }) };
  };
}

async function beginning(
  { vault, calendar }: Pick<ViewContext, 'vault' | 'calendar'>,
  { daily, day, path }: { readonly daily: DailyNoteSettings; readonly day: string; readonly path: string },
): Promise<string | null> {
  const template = daily.template === '' ? null : notePathOf({ folder: '', name: daily.template });
  const text = template === null ? null : await vault.read(template);
  const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return text === null
    ? null
    : filledTemplate(text, {
        ...daily,
        title,
        dateIn: (format, daysLater) => calendar.format(daysAfter(day, daysLater) ?? day, format),
      });
}
