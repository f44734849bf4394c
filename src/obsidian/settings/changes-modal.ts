import type { SettingDefinitionGroup } from 'obsidian';
import { PreviewModal } from '../ui/windows/preview-modal';
import { renderingPreview } from '../ui/windows/preview-source';
import { PREVIEW } from '../ui/window-strings';
import { CHANGES } from './settings-strings';
import { addButton, type PageContext } from './page-context';

/** The row that shows what a change of the settings would do, before anything is done; from there it can be done at once. */
export const changesGroup = ({ engine, failed }: PageContext): SettingDefinitionGroup => ({
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
            new PreviewModal(engine, renderingPreview(engine), {
              title: CHANGES.name,
              explanation: PREVIEW.explanation,
              asking: CHANGES.looking,
              none: CHANGES.none,
            }).open(),
          failed,
        }),
    },
  ],
});
