import type {
  SettingDefinitionControl,
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
} from 'obsidian';
import { countDocuments } from '../../../features/status/library-overview';
import { SEND_BACK_FIELDS } from '../../../model/outbox';
import type { SettingsStore } from '../../state/settings-store';
import {
  ADVANCED,
  ATTACHMENTS,
  DELETIONS,
  FULL_TEXT,
  SCOPE,
  SCOPE_NAMES,
  SETTINGS,
  TEXTS,
} from '../../strings/settings-strings';
import { SEND_BACK } from '../../strings/outbox-strings';
import { addressRow } from './address-row';
import { boxes, choice, folder, number, page, tagList, toggle } from './controls';
import type { PageContext } from './page-context';
import { withValueAt } from './setting-keys';

export const syncRows = (store: SettingsStore): readonly SettingDefinitionControl[] => [
  toggle('syncOnOpen', SETTINGS.syncOnOpen),
  number(store, 'intervalMinutes', SETTINGS.interval, 1),
];

export const scopePage = (context: PageContext): SettingDefinitionPage =>
  page(SCOPE, [
    ...(['bookCategories', 'documentLocations', 'documentCategories'] as const).map((list) =>
      boxes(context, `scope.${list}`, { name: SCOPE[list], names: SCOPE_NAMES[list] }),
    ),
    documentsRow(context),
    toggle('scope.discarded', SCOPE.discarded),
  ]);

/** The counts are of the local replica, so there are none before the first sync. */
function documentsRow({ engine, store, onError }: PageContext): SettingDefinitionRender {
  const key = 'scope.documents';
  const { name, desc, choices, counts } = SCOPE.documents;
  return {
    name,
    desc,
    aliases: Object.values(choices),
    render: (setting) => {
      const closed = new AbortController();
      const { signal } = closed;
      const showCounts = async (): Promise<void> => {
        const { highlighted, others } = await engine.withState((state) =>
          countDocuments({ state, clock: engine.host.clock, signal }, store.settings.scope),
        );
        if (highlighted + others > 0) setting.setDesc(counts(highlighted, others));
      };
      setting.addDropdown((dropdown) => {
        dropdown.selectEl.setAttr('aria-label', name);
        dropdown
          .addOptions({ ...choices })
          .setValue(store.settings.scope.documents)
          .onChange((chosen) => void store.save(withValueAt(store.settings, key, chosen)).catch(onError));
      });
      showCounts().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      return () => closed.abort(new Error('The page was closed'));
    },
  };
}

export function textsPage(context: PageContext): SettingDefinitionPage {
  const { store } = context;
  const hasTexts = (): boolean =>
    store.settings.fullText.place !== 'off' ||
    store.settings.rules.some(({ then }) => then.fullText !== undefined && then.fullText !== 'off');
  const hasFiles = (): boolean => {
    const { covers, images, files } = store.settings.attachments;
    return covers || images || files;
  };
  return page(TEXTS, [
    {
      type: 'group',
      heading: FULL_TEXT.heading,
      items: [
        choice('fullText.place', FULL_TEXT.place),
        { ...tagList(context, 'fullText.tags', FULL_TEXT.tags), visible: hasTexts },
        {
          ...boxes(context, 'fullText.categories', {
            ...FULL_TEXT.categories,
            names: SCOPE_NAMES.documentCategories,
          }),
          visible: hasTexts,
        },
      ],
    },
    {
      type: 'group',
      heading: ATTACHMENTS.heading,
      items: [
        toggle('attachments.covers', ATTACHMENTS.covers),
        toggle('attachments.images', ATTACHMENTS.images),
        toggle('attachments.files', ATTACHMENTS.files),
        { ...folder(store, 'attachments.folder', ATTACHMENTS.folder), visible: hasFiles },
        {
          ...number(store, 'attachments.maxMegabytes', ATTACHMENTS.maxMegabytes, 'any'),
          visible: hasFiles,
        },
        toggle('remoteImages', ATTACHMENTS.remoteImages),
      ],
    },
  ]);
}

export function advancedPage(
  context: PageContext,
  maintenance: readonly SettingDefinitionGroup[],
): SettingDefinitionPage {
  const { store } = context;
  const hasArchive = (): boolean => {
    const { deletions, outOfScope } = store.settings;
    return [deletions.untouched, deletions.touched, outOfScope].includes('archive');
  };
  return page(ADVANCED, [
    {
      type: 'group',
      heading: DELETIONS.heading,
      items: [
        choice('deletions.untouched', DELETIONS.untouched),
        choice('deletions.touched', DELETIONS.touched),
        choice('outOfScope', DELETIONS.outOfScope),
        { ...folder(store, 'deletions.archiveFolder', DELETIONS.archiveFolder), visible: hasArchive },
      ],
    },
    {
      type: 'group',
      heading: SEND_BACK.heading,
      items: SEND_BACK_FIELDS.map((field) => toggle(`sendBack.${field}`, SEND_BACK[field])),
    },
    ...maintenance,
    addressRow(context),
  ]);
}
