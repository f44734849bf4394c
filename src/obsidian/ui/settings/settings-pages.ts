import type {
  SettingDefinitionItem,
  SettingDefinitionPage,
  SettingDefinitionRender,
  SettingGroupItem,
} from 'obsidian';
import { countItemsBy } from '../../../features/status/library-overview';
import { foundText } from '../../../messages/settings-messages';
import { DEFAULT_BASE_URL, problemWithBaseUrl, type Settings } from '../../../model/settings';
import { CHOICES, ROWS, SETTINGS } from '../../strings/settings-strings';
import { docsPage } from '../components/project-page';
import { REPORT_LABEL, reportProblem } from '../pane/report-problem';
import { openCheck } from '../pane/status-view';
import { openForgetDevice } from '../windows/forget-device';
import { openMakePlain } from '../windows/make-plain';
import { openMoveIn } from '../windows/move-in';
import { Controls, group, page } from './controls';
import { highlightsRow, kindleLimitRow } from './highlights-row';
import type { PageContext } from './page-context';

/** Whether full texts go to a place, by the setting or a rule. */
export const hasFullTexts = (
  { fullText, rules }: Settings,
  isMeant = (place: Settings['fullText']['place']) => place !== 'off',
): boolean =>
  isMeant(fullText.place) || rules.some(({ then }) => then.fullText !== undefined && isMeant(then.fullText));

/** The rows of the first page below the token. */
export function mainRows(context: PageContext): readonly SettingDefinitionItem[] {
  const rows = new Controls(context);
  const { intervalMinutes } = context.store.settings;
  return [
    rows.folder('folder', 'Readwise'),
    rows.toggle('syncOnOpen'),
    rows.choice('intervalMinutes', SETTINGS.intervals(intervalMinutes)),
  ];
}

export function scopePage(context: PageContext): SettingDefinitionPage {
  const rows = new Controls(context);
  return page('scope', 'settings.md', [
    documentsRow(context),
    rows.boxes('scope.documentCategories'),
    rows.boxes('scope.documentLocations'),
    rows.boxes('scope.bookCategories'),
    highlightsRow(context),
    kindleLimitRow(context),
    rows.toggle('scope.discarded'),
  ]);
}

/** The counts are of the local replica, so there are none before the first sync. */
function documentsRow({ engine, store, save, onError }: PageContext): SettingDefinitionRender {
  const key = 'scope.documents';
  return {
    ...ROWS[key],
    aliases: Object.values(CHOICES[key]),
    render: (setting) => {
      const closed = new AbortController();
      const { signal } = closed;
      const showCounts = async (): Promise<void> => {
        const counts = await engine.withState((state) =>
          countItemsBy({ state, clock: engine.host.clock, signal }, store.settings),
        );
        if (counts.all > 0) setting.descEl.appendText(` ${SETTINGS.scopeCounts(counts)}`);
      };
      setting.addDropdown((dropdown) => {
        dropdown.selectEl.setAttr('aria-label', ROWS[key].name);
        dropdown
          .addOptions(CHOICES[key])
          .setValue(store.settings.scope.documents)
          .onChange((chosen) => void save(key, chosen));
      });
      showCounts().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      return () => closed.abort(new Error('The page was closed'));
    },
  };
}

export function extrasPage(context: PageContext): SettingDefinitionPage {
  const rows = new Controls(context);
  const { store, createBase } = context;
  const hasTexts = (): boolean => hasFullTexts(store.settings);
  const hasFiles = (): boolean => {
    const { covers, images, files } = store.settings.attachments;
    return covers || images || files;
  };
  const hasReviews = (): boolean => store.settings.daily.reviewPlace === 'note';
  return page('extras', 'working-with-notes.md', [
    rows.dropdown('fullText.place'),
    { ...rows.boxes('fullText.categories'), visible: hasTexts },
    { ...rows.tags('fullText.tags'), visible: hasTexts },
    group('files', [
      rows.boxes('attachments'),
      { ...rows.folder('attachments.folder'), visible: hasFiles },
      { ...rows.number('attachments.maxMegabytes'), visible: hasFiles },
      rows.toggle('remoteImages'),
    ]),
    group('daily', [
      rows.dropdown('daily.reviewPlace'),
      { ...rows.folder('daily.reviewFolder'), visible: hasReviews },
      rows.button('base', createBase),
    ]),
  ]);
}

export function advancedPage(context: PageContext): SettingDefinitionPage {
  const rows = new Controls(context);
  const { engine, store, update } = context;
  const hasArchive = (): boolean => {
    const { deletions, outOfScope } = store.settings;
    return [deletions.untouched, deletions.touched, outOfScope].includes('archive');
  };
  return page('advanced', 'settings.md', [
    group('deletions', [
      rows.dropdown('deletions.untouched'),
      rows.dropdown('deletions.touched'),
      rows.dropdown('outOfScope'),
      { ...rows.folder('deletions.archiveFolder'), visible: hasArchive },
    ]),
    group('server', [
      rows.boxes('sendBack'),
      // What a person enters there is allowed on this device.
      rows.lateText('baseUrl', {
        problemWith: (address) => foundText(problemWithBaseUrl(address)),
        beforeSave: (address) => engine.account.allowAddress(address),
        placeholder: DEFAULT_BASE_URL,
      }),
    ]),
    group('maintenance', [
      rows.button('check', () => openCheck(engine)),
      rows.button('moveIn', () => openMoveIn(engine)),
      rows.button('makePlain', () => openMakePlain(engine, { path: null, settingsChanged: update })),
      rows.button('forgetDevice', () => openForgetDevice(engine, update)),
    ]),
    group('help', helpRows(context)),
  ]);
}

function helpRows(context: PageContext): SettingGroupItem[] {
  const rows = new Controls(context);
  const documentation = docsPage('start.md');
  return [
    ...(documentation === null ? [] : [rows.button('documentation', () => window.open(documentation))]),
    rows.buttonRow('report', REPORT_LABEL, () => reportProblem(context.engine)),
  ];
}
