import { ButtonComponent, Notice, type Plugin, type Setting } from 'obsidian';
import type { SettingsStore } from '../state/settings-store';
import type { TokenRowOptions } from '../settings/token-row';
import { SAMPLE, START } from './start-strings';
import type { StartEngine } from './engine';
import { hasOnlyOtherNotes, tellOfOtherNotes } from './other-notes';
import { notesIn, openNoteIn, SampleLibrary } from './sample-library';
import { StartModal } from './start-modal';
import { readStart, rememberStart } from './start-memory';

export interface StartOptions extends TokenRowOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly engine: StartEngine;
  readonly offer: (text: string, button: { readonly label: string; readonly act: () => void }) => void;
  /** Runs the first sync; resolves when it has ended, with whether it came to its end. */
  readonly sync: () => Promise<boolean>;
  readonly openAdopt: (() => void) | null;
  /** Whether the settings can be read, and kept; tells the person where not. */
  readonly isReady: () => boolean;
  readonly isSyncing: () => boolean;
}

/** What a plugin that was just switched on has to say: how to begin. */
export interface Start {
  open(): void;
  /** Takes the offer off the screen: the person has found their way. It is not made again in this session. */
  withdraw(): void;
  /** Says in the row that offers to begin what comes before the first sync. */
  complete(row: Setting): void;
  /** Asks a person who has nothing set up here yet whether they want to; once. */
  offerOnce(): Promise<void>;
  /** Whether no sync may begin by itself, because the person is still setting up, or has yet to say what becomes of another plugin's notes. */
  comesFirst(): Promise<boolean>;
  /** The person has asked for a sync: from now on they may begin by themselves. */
  conclude(): void;
  readonly isUnderWay: boolean;
}

/** The guided start and the sample library, with their commands. */
export function addStart({
  plugin,
  store,
  engine,
  offer,
  sync,
  isReady,
  isSyncing,
  failed,
  ...options
}: StartOptions): Start {
  const { app } = plugin;
  const sample = new SampleLibrary({ app, engine, offer, tell: (text) => new Notice(text, 0) });
  const startSync = async (): Promise<void> => {
    const hasEnded = await sync();
    const { folder } = store.settings;
    if (hasEnded && notesIn(app, folder).length > 0)
      offer(START.done, { label: START.openNote, act: () => void openNoteIn(app, folder).catch(failed) });
  };
  const begin = async (): Promise<void> => {
    if ((await engine.isNew()) && !isSyncing()) rememberStart(app, { isUnderWay: true });
  };
  let offered: Notice | null = null;
  const open = (): void => {
    if (!isReady()) return;
    offered?.hide();
    begin().catch(failed);
    new StartModal({
      ...options,
      app,
      store,
      engine,
      failed,
      trySample: () => sample.write(),
      startSync: () => void startSync().catch(failed),
    }).open();
  };
  plugin.addCommand({ id: 'set-up', name: START.command, callback: open });
  plugin.addCommand({
    id: 'remove-sample',
    name: SAMPLE.remove,
    checkCallback: (checking) => {
      if (!checking) sample.remove().catch(failed);
      return sample.isThere;
    },
  });
  const isUnderWay = (): boolean => readStart(app).isUnderWay === true;
  return {
    open,
    withdraw: () => offered?.hide(),
    complete: (row) =>
      void tellOfOtherNotes({ app, openAdopt: options.openAdopt, failed }, () => row).catch(failed),
    offerOnce: async () => {
      const isSetUp = store.problems.length > 0 || options.tokens.read() !== null;
      if (isSetUp || readStart(app).isDismissed || !(await engine.isNew())) return;
      offered = offerStart(plugin, open);
    },
    comesFirst: async () => {
      if (readStart(app).isUnderWay === null && (await hasOnlyOtherNotes(app)))
        rememberStart(app, { isUnderWay: true });
      return isUnderWay();
    },
    conclude: () => rememberStart(app, { isUnderWay: false }),
    get isUnderWay() {
      return isUnderWay();
    },
  };
}

/** Stays until something is chosen; to close it is an answer, too. */
function offerStart(plugin: Plugin, open: () => void): Notice {
  const content = createFragment();
  content.createDiv({ text: START.offer });
  const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
  new ButtonComponent(buttons).setButtonText(START.notNow);
  new ButtonComponent(buttons).setButtonText(START.begin).setCta().onClick(open);
  const notice = new Notice(content, 0);
  // A click anywhere closes a notice, those on its buttons included.
  notice.containerEl.addEventListener('click', () => rememberStart(plugin.app, { isDismissed: true }));
  plugin.register(() => notice.hide());
  return notice;
}
