import type { SettingDefinitionPage } from 'obsidian';
import { problemWithOptionalFolder } from '../../../core/settings';
import { OUT_OF_SCOPE, SETTINGS } from '../strings-settings';

/** The page that says what becomes of notes whose items are gone at the service. */
export function deletionsPage(): SettingDefinitionPage {
  const { name, desc, untouched, touched, archiveFolder, choices } = SETTINGS.deletions;
  const { mark, archive } = choices;
  return {
    type: 'page',
    name,
    desc,
    items: [
      { ...untouched, control: { type: 'dropdown', key: 'deletions.untouched', options: choices } },
      { ...touched, control: { type: 'dropdown', key: 'deletions.touched', options: { mark, archive } } },
      { ...SETTINGS.outOfScope, control: { type: 'dropdown', key: 'outOfScope', options: OUT_OF_SCOPE.choices } },
      { ...archiveFolder, control: { type: 'folder', key: 'deletions.archiveFolder', validate: (value) => problemWithOptionalFolder(value) ?? undefined } },
    ],
  };
}
