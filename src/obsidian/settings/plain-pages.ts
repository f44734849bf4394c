import type { SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { problemWithBaseUrl } from '../../model/settings';
import { ATTACHMENTS, DAILY, DELETIONS, FULL_TEXT, LIMITS, SCOPE_NAMES, SETTINGS } from './settings-strings';
import { choice, folder, number, page, text, toggle, toggles } from './controls';

const MOST_MINUTES = 7 * 24 * 60;
const MOST_MEGABYTES = 500;

/** When syncs begin by themselves. */
export const syncGroup = (): SettingDefinitionGroup => ({
  type: 'group',
  heading: SETTINGS.sync,
  items: [
    toggle('syncOnOpen', SETTINGS.syncOnOpen),
    number(
      'intervalMinutes',
      { ...SETTINGS.interval, problem: LIMITS.minutes(MOST_MINUTES) },
      {
        max: MOST_MINUTES,
        step: 1,
        isGood: (minutes) => Number.isInteger(minutes) && minutes >= 0 && minutes <= MOST_MINUTES,
      },
    ),
  ],
});

/** Which books, documents and highlights get notes: a toggle for each kind. */
export const scopePage = (): SettingDefinitionPage =>
  page(SETTINGS.scope, [
    ...(['bookCategories', 'documentLocations', 'documentCategories'] as const).map((list) =>
      toggles(`scope.${list}`, { heading: SETTINGS[list], names: SCOPE_NAMES[list] }),
    ),
    { type: 'group', heading: SETTINGS.highlights, items: [toggle('scope.discarded', SETTINGS.discarded)] },
  ]);

/** What becomes of notes whose items are gone at the service, or left out. */
export const deletionsPage = (): SettingDefinitionPage =>
  page(DELETIONS, [
    choice('deletions.untouched', DELETIONS.untouched),
    choice('deletions.touched', DELETIONS.touched),
    choice('outOfScope', DELETIONS.outOfScope),
    folder('deletions.archiveFolder', DELETIONS.archiveFolder),
  ]);

/** Texts have the names of "What to sync", so that a search of the settings would find each twice. */
export const fullTextPage = (): SettingDefinitionPage =>
  page(FULL_TEXT, [
    choice('fullText.place', FULL_TEXT.place),
    text('fullText.tags', FULL_TEXT.tags),
    toggles('fullText.categories', {
      heading: FULL_TEXT.categories,
      names: SCOPE_NAMES.documentCategories,
      searchable: false,
    }),
  ]);

/** Covers, images and files in the vault. */
export const attachmentsPage = (): SettingDefinitionPage =>
  page(ATTACHMENTS, [
    ...(['covers', 'images', 'files'] as const).map((key) => toggle(`attachments.${key}`, ATTACHMENTS[key])),
    folder('attachments.folder', ATTACHMENTS.folder),
    number(
      'attachments.maxMegabytes',
      { ...ATTACHMENTS.maxMegabytes, problem: LIMITS.megabytes(MOST_MEGABYTES) },
      {
        max: MOST_MEGABYTES,
        step: 'any',
        isGood: (megabytes) => megabytes > 0 && megabytes <= MOST_MEGABYTES,
      },
    ),
  ]);

/** The daily review and the highlights of a day. */
export const dailyPage = (): SettingDefinitionPage =>
  page(DAILY, [
    choice('daily.reviewPlace', DAILY.reviewPlace),
    folder('daily.reviewFolder', DAILY.reviewFolder),
    toggle('daily.highlightsOfDay', DAILY.highlightsOfDay),
  ]);

export const advancedPage = (): SettingDefinitionPage =>
  page(SETTINGS.advanced, [
    text('baseUrl', SETTINGS.baseUrl, {
      placeholder: 'https://readwise.io',
      problemWith: problemWithBaseUrl,
    }),
  ]);
