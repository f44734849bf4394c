import type {
  SettingDefinitionControl,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionPage,
} from 'obsidian';
import { problemWithOptionalFolder } from '../../model/settings';

/** What a row says. */
export interface Text {
  readonly name: string;
  readonly desc?: string;
}

type Names = Readonly<Record<string, string>>;

/** Rows whose value the app draws, checks and saves, by its key (see setting-keys.ts). */
export const toggle = (key: string, words: Text): SettingDefinitionControl => ({
  ...words,
  control: { type: 'toggle', key },
});

export const choice = (
  key: string,
  { choices, ...words }: Text & { readonly choices: Names },
): SettingDefinitionControl => ({ ...words, control: { type: 'dropdown', key, options: { ...choices } } });

type Check = (value: string) => string | null;

/** Only what `problemWith` finds nothing wrong with is saved. */
export const text = (
  key: string,
  words: Text,
  {
    placeholder = '',
    problemWith = () => null,
  }: { readonly placeholder?: string; readonly problemWith?: Check } = {},
): SettingDefinitionControl => ({
  ...words,
  control: { type: 'text', key, placeholder, validate: (value) => problemWith(value) ?? undefined },
});

/** Without a check of its own, the folder may be left empty. */
export const folder = (
  key: string,
  words: Text,
  {
    placeholder = '',
    problemWith = problemWithOptionalFolder,
  }: { readonly placeholder?: string; readonly problemWith?: Check } = {},
): SettingDefinitionControl => ({
  ...words,
  control: { type: 'folder', key, placeholder, validate: (value) => problemWith(value) ?? undefined },
});

export const number = (
  key: string,
  { problem, ...words }: Text & { readonly problem: string },
  {
    isGood,
    ...limits
  }: { readonly max: number; readonly step: number | 'any'; readonly isGood: (value: number) => boolean },
): SettingDefinitionControl => ({
  ...words,
  control: {
    type: 'number',
    key,
    min: 0,
    ...limits,
    validate: (value) => (isGood(value) ? undefined : problem),
  },
});

/** A toggle for each member that a list may have. */
export const toggles = (
  key: string,
  {
    heading,
    names,
    searchable = true,
  }: { readonly heading: string; readonly names: Names; readonly searchable?: boolean },
): SettingDefinitionGroup => ({
  type: 'group',
  heading,
  items: Object.entries(names).map(([member, name]) => ({
    ...toggle(`${key}.${member}`, { name }),
    searchable,
  })),
});

export const page = (
  { name, desc }: Required<Text>,
  items: SettingDefinitionItem[],
): SettingDefinitionPage => ({ type: 'page', name, desc, items });
