import { Notice } from 'obsidian';
import { runDaily, type DailyRequest, type DailyResult } from '../../features/daily/run-daily';
import { findDeletedNotes } from '../../sync/plan/user-decisions';
import { ChoiceModal, withoutEnding } from './windows/choice-modal';
import { openNote } from './components/elements';
import type { PluginContext } from '../app/plugin-context';
import { COMMANDS, RESTORE } from '../strings/strings';
import { createTextFile } from '../vault/files';
import { VIEWS } from '../strings/window-strings';
import { highlightLinkAction, noteActions } from './menus';
import type { Guide } from './start/guide';
import { openCheck, openStatusView } from './pane/status-view';
import { openAdopt } from './windows/adopt-modal';
import { openPreview } from './windows/preview-modal';
import { openSendChanges } from './windows/send-changes-modal';
import { openUndo } from './windows/undo-modal';
import { addHighlightCommands } from './writing/highlight-commands';
import { openSave } from './writing/save-modal';

/** Delay of the notice that says that work is going on. */
const NOTICE_AFTER_MS = 400;

/** Ribbon icon and palette commands. Rare actions are in the sync status view, menus and settings. */
export function addCommands(context: PluginContext, guide: Guide): void {
  const { plugin, onError } = context;
  const add = (id: string, name: string, act: () => unknown): void => {
    const callback = (): void => void Promise.resolve(act()).catch(onError);
    plugin.addCommand({ id, name, callback });
  };
  const sync = (): void => context.request();
  plugin.addRibbonIcon('refresh-cw', COMMANDS.sync, sync);
  add('sync', COMMANDS.sync, sync);
  add('preview-sync', COMMANDS.preview, () => openPreview(context));
  add('undo-sync', COMMANDS.undo, () => openUndo(context));
  add('render', COMMANDS.render, () => context.request({ task: 'render' }));
  add('open-status', COMMANDS.status, () => openStatusView(context));
  add('set-up', COMMANDS.setUp, guide.open);
  add('send-changes', COMMANDS.sendChanges, () => openSendChanges(context));
  add('check-library', COMMANDS.check, () => openCheck(context));
  add('adopt-notes', COMMANDS.adopt, () => openAdopt(context));
  add('daily-review', COMMANDS.review, () => makeDaily(context, { view: 'review' }));
  add('highlights-of-today', COMMANDS.day, () => makeDaily(context, { view: 'day', day: null }));
  add('library-base', COMMANDS.base, () => makeDaily(context, { view: 'base' }));
  add('restore-note', COMMANDS.restoreNote, () => chooseDeletedNote(context));
  add('save-to-reader', COMMANDS.save, () => openSave(context));
  addNoteCommands(context);
  addHighlightCommands(context);
}

/** Commands for the open note, offered only where they apply. */
function addNoteCommands(context: PluginContext): void {
  const { plugin, app } = context;
  const add = (id: string, name: string): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        const file = app.workspace.getActiveFile();
        const action = noteActions(context, file === null ? [] : [file]).find((each) => each.name === name);
        if (!checking) action?.run();
        return action !== undefined;
      },
    });
  };
  add('refresh-note', COMMANDS.refresh);
  add('open-in-readwise', COMMANDS.openReadwise);
  add('open-in-reader', COMMANDS.openReader);
  add('edit-item', COMMANDS.editItem);
  add('archive', COMMANDS.archive);
  add('move-to-inbox', COMMANDS.moveToInbox);
  add('move-to-later', COMMANDS.moveToLater);
  add('move-to-feed', COMMANDS.moveToFeed);
  add('delete-document', COMMANDS.deleteDocument);
  plugin.addCommand({
    id: 'copy-highlight-link',
    name: COMMANDS.copyHighlightLink,
    editorCheckCallback: (checking, editor, { file }) => {
      const action = highlightLinkAction(context, editor, file);
      if (!checking) action?.run();
      return action !== null;
    },
  });
}

/** Creates the base, the daily review or today's section of the daily note, and opens it. */
export async function makeDaily(context: PluginContext, request: DailyRequest): Promise<void> {
  const { app, calendar, host } = context;
  if (!context.isReady(request.view === 'review')) return;
  const result = await withWorkNotice(async () => {
    await context.store.renew();
    const { settings, account } = context;
    const token = request.view === 'review' ? account.forRequests().token : '';
    return context.withBoth((both) =>
      runDaily(
        {
          context: { ...both, clock: host.clock, settings, calendar },
          createFile: (path, text) => createTextFile(app, path, text),
          service: host,
          token: () => Promise.resolve(token),
        },
        request,
      ),
    );
  });
  const problem = problemIn(result);
  if (problem !== null) new Notice(problem);
  await openNote(app, result.path);
}

function problemIn(result: DailyResult): string | null {
  if (result.view === 'base') return null;
  if (result.highlights === 0) return VIEWS.nothing[result.view];
  return result.missing > 0 ? VIEWS.missing(result.missing) : null;
}

async function withWorkNotice<Result>(work: () => Promise<Result>): Promise<Result> {
  let hide = (): void => undefined;
  const timer = window.setTimeout(() => {
    const notice = new Notice(VIEWS.working, 0);
    hide = () => notice.hide();
  }, NOTICE_AFTER_MS);
  try {
    return await work();
  } finally {
    window.clearTimeout(timer);
    hide();
  }
}

async function chooseDeletedNote(context: PluginContext): Promise<void> {
  const items = await context.withBoth(findDeletedNotes);
  if (items.length === 0) {
    new Notice(RESTORE.none);
    return;
  }
  new ChoiceModal(context.app, {
    question: RESTORE.which,
    items,
    nameOf: ({ path }) => withoutEnding(path),
    choose: ({ id }) => context.request({ restore: { kind: 'items', ids: [id] } }),
  }).open();
}
