import type { SettingDefinitionGroup } from 'obsidian';
import { PreviewModal } from '../preview/preview-modal';
import { CHANGES } from './settings-strings';
import { CHANGES_PREVIEW } from '../preview/preview-strings';
import { addButton, type PageContext } from './page-context';

/** The row that shows what a change of the settings would do, before anything is done; from there it can be done at once. */
export const changesGroup = ({ app, engine, failed }: PageContext): SettingDefinitionGroup => ({
  type: 'group',
  items: [
    {
      name: CHANGES.name,
      desc: CHANGES.desc,
      searchable: false,
      render: (setting) =>
        void addButton(setting, {
          text: CHANGES.show,
          act: () =>
            new PreviewModal(app, {
              source: engine.changes(),
              texts: { ...CHANGES_PREVIEW, title: CHANGES.name, asking: CHANGES.looking, none: CHANGES.none },
              failed,
            }).open(),
          failed,
        }),
    },
  ],
});
