import type { SettingDefinitionControl, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { SCOPE_NAMES, SETTINGS } from '../strings-settings';

/** The page that says which books, documents and highlights get notes: a toggle for each kind. */
export function scopePage(): SettingDefinitionPage {
  return {
    type: 'page',
    name: SETTINGS.scope.name,
    desc: SETTINGS.scope.desc,
    items: [
      toggles('bookCategories'),
      toggles('documentLocations'),
      toggles('documentCategories'),
      {
        type: 'group',
        heading: SETTINGS.highlights,
        items: [{ name: SETTINGS.discarded.name, desc: SETTINGS.discarded.desc, control: { type: 'toggle', key: 'scope.discarded' } }],
      },
    ],
  };
}

function toggles(list: keyof typeof SCOPE_NAMES): SettingDefinitionGroup {
  const items = Object.entries(SCOPE_NAMES[list]).map(
    ([member, name]): SettingDefinitionControl => ({ name, control: { type: 'toggle', key: `scope.${list}.${member}` } }),
  );
  return { type: 'group', heading: SETTINGS[list], items };
}
