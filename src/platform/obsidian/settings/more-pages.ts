import type { SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { problemWithOptionalFolder } from '../../../core/settings';
import { ATTACHMENTS, DAILY, FULL_TEXT, SCOPE_NAMES } from '../strings-settings';

const MOST_MEGABYTES = 500;

const optionalFolder = { type: 'folder', validate: (value: string) => problemWithOptionalFolder(value) ?? undefined } as const;

/** The page of full texts. */
export const fullTextPage = (): SettingDefinitionPage => ({
  type: 'page',
  name: FULL_TEXT.name,
  desc: FULL_TEXT.desc,
  items: [
    { ...FULL_TEXT.place, control: { type: 'dropdown', key: 'fullText.place', options: FULL_TEXT.choices } },
    { ...FULL_TEXT.folder, control: { ...optionalFolder, key: 'fullText.folder' } },
    { ...FULL_TEXT.tags, control: { type: 'text', key: 'fullText.tags' } },
    toggles(FULL_TEXT.categories, { key: 'fullText.categories', names: SCOPE_NAMES.documentCategories }),
    toggles(FULL_TEXT.locations, { key: 'fullText.locations', names: SCOPE_NAMES.documentLocations }),
  ],
});

function toggles(heading: string, { key, names }: { readonly key: string; readonly names: Readonly<Record<string, string>> }): SettingDefinitionGroup {
  return { type: 'group', heading, items: Object.entries(names).map(([member, name]) => ({ name, searchable: false, control: { type: 'toggle', key: `${key}.${member}` } })) };
}

/** The page of covers, images and files in the vault. */
export const attachmentsPage = (): SettingDefinitionPage => ({
  type: 'page',
  name: ATTACHMENTS.name,
  desc: ATTACHMENTS.desc,
  items: [
    ...(['covers', 'images', 'files'] as const).map((key) => ({ ...ATTACHMENTS[key], control: { type: 'toggle' as const, key: `attachments.${key}` } })),
    { ...ATTACHMENTS.folder, control: { ...optionalFolder, key: 'attachments.folder' } },
    {
      name: ATTACHMENTS.maxMegabytes.name,
      desc: ATTACHMENTS.maxMegabytes.desc,
      control: { type: 'number', key: 'attachments.maxMegabytes', min: 1, max: MOST_MEGABYTES, step: 'any', validate: (value) => (value > 0 && value <= MOST_MEGABYTES ? undefined : ATTACHMENTS.maxMegabytes.problem) },
    },
  ],
});

/** The page of the daily review and of the highlights of a day. */
export const dailyPage = (): SettingDefinitionPage => ({
  type: 'page',
  name: DAILY.name,
  desc: DAILY.desc,
  items: [
    { ...DAILY.reviewPlace, control: { type: 'dropdown', key: 'daily.reviewPlace', options: DAILY.choices } },
    { ...DAILY.reviewFolder, control: { ...optionalFolder, key: 'daily.reviewFolder' } },
    { ...DAILY.highlightsOfDay, control: { type: 'toggle', key: 'daily.highlightsOfDay' } },
  ],
});
