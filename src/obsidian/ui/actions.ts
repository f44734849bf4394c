import { TFile } from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { COMMANDS, MENUS } from '../strings/strings';
import { copyText } from './components/elements';
import { makeDaily } from './make-daily';
import type { Place } from './place';
import { openStatusView } from './pane/status-view';
import { openPreview } from './windows/preview';
import { openSendChanges } from './windows/send-window';
import { openUndo } from './windows/undo';
import { deleteAt, editAt, moveDocument } from './changes-at';
import { openSave } from './forms/save';
import { openSendHighlights } from './forms/new-highlight';

/** What a person can do, as a command or in the menu of a note. */
export interface Action {
  readonly id: string;
  /** In the command palette; null: only in the menu. */
  readonly name: string | null;
  /** In the menu of a note. */
  readonly menu?: (place: Place) => string;
  readonly icon: string;
  readonly where: keyof typeof WHERE;
  /** What else it needs there. */
  readonly needs?: (place: Place, context: PluginContext) => boolean;
  readonly run: (context: PluginContext, place: Place) => unknown;
}

const WHERE = {
  always: () => true,
  /** In a synced note. */
  note: ({ isSynced }: Place) => isSynced,
  /** With the cursor in the block of a highlight. */
  highlight: (place: Place) => place.anchor() !== null,
  /** With a passage selected that can be sent. */
  selection: (place: Place) => place.passages().length > 0,
};

/** In the order of the menu. */
export const ACTIONS: readonly Action[] = [
  {
    id: 'sync',
    name: COMMANDS.sync,
    icon: 'refresh-cw',
    where: 'always',
    run: (context) => context.request(),
  },
  { id: 'preview-sync', name: COMMANDS.preview, icon: 'eye', where: 'always', run: openPreview },
  { id: 'undo-sync', name: COMMANDS.undo, icon: 'undo-2', where: 'always', run: openUndo },
  { id: 'open-status', name: COMMANDS.status, icon: 'library', where: 'always', run: openStatusView },
  { id: 'save-to-reader', name: COMMANDS.save, icon: 'book-plus', where: 'always', run: openSave },
  {
    id: 'daily-review',
    name: COMMANDS.review,
    icon: 'calendar-check',
    where: 'always',
    run: (context) => makeDaily(context, { view: 'review' }),
  },
  {
    id: 'highlights-of-today',
    name: COMMANDS.day,
    icon: 'calendar-plus',
    where: 'always',
    run: (context) => makeDaily(context, { view: 'day', day: null }),
  },
  {
    id: 'send-changes',
    name: COMMANDS.sendChanges,
    icon: 'send',
    where: 'always',
    needs: (_, { settings }) => Object.values(settings.sendBack).includes(true),
    run: openSendChanges,
  },
  {
    id: 'send-highlight',
    name: COMMANDS.sendHighlight,
    icon: 'highlighter',
    where: 'selection',
    run: (context, { editor, file, passages }) =>
      editor !== null && file instanceof TFile
        ? openSendHighlights(context, { editor, file, passages: passages() })
        : undefined,
  },
  {
    id: 'open',
    name: COMMANDS.open,
    menu: ({ highlight }) => (highlight === null ? MENUS.open : MENUS.openHighlight),
    icon: 'external-link',
    where: 'note',
    needs: ({ link }) => link !== null,
    run: (_, { link }) => void window.open(link ?? ''),
  },
  {
    id: 'refresh-note',
    name: COMMANDS.refresh,
    menu: () => MENUS.refresh,
    icon: 'refresh-cw',
    where: 'note',
    needs: ({ ids, noteLink }) => ids.partId === null && noteLink !== null,
    run: (context, { ids }) => context.request({ refresh: ids }),
  },
  {
    id: 'edit',
    name: COMMANDS.edit,
    menu: ({ highlight }) => (highlight === null ? MENUS.edit : MENUS.editHighlight),
    icon: 'pencil',
    where: 'note',
    needs: ({ highlight, itemId }) => (highlight ?? itemId) !== null,
    run: editAt,
  },
  {
    id: 'move',
    name: COMMANDS.move,
    menu: () => MENUS.move,
    icon: 'folder-input',
    where: 'note',
    needs: ({ documentId }) => documentId !== null,
    run: moveDocument,
  },
  {
    id: 'copy-highlight-link',
    name: COMMANDS.copyLink,
    menu: () => COMMANDS.copyLink,
    icon: 'link',
    where: 'highlight',
    run: (context, { anchor, file }) => {
      if (!(file instanceof TFile)) return;
      const link = context.app.fileManager.generateMarkdownLink(file, '', `#^${anchor() ?? ''}`);
      return copyText(context, link, MENUS.copied(1));
    },
  },
  {
    id: 'copy-link',
    name: null,
    menu: () => MENUS.copyLink,
    icon: 'link',
    where: 'note',
    needs: (place) => place.anchor() === null && place.noteLink !== null,
    run: (context, { noteLink }) => copyText(context, noteLink ?? '', MENUS.copied(1)),
  },
  {
    id: 'delete',
    name: COMMANDS.remove,
    menu: ({ highlight }) => (highlight === null ? MENUS.remove : MENUS.removeHighlight),
    icon: 'trash-2',
    where: 'note',
    needs: ({ highlight, documentId }) => (highlight ?? documentId) !== null,
    run: deleteAt,
  },
];

export const isOffered = ({ where, needs }: Action, context: PluginContext, place: Place): boolean =>
  WHERE[where](place) && (needs?.(place, context) ?? true);

/** Shows the person what goes wrong. */
export function runAction({ run }: Pick<Action, 'run'>, context: PluginContext, place: Place): void {
  const work = async (): Promise<void> => void (await run(context, place));
  work().catch(context.onError);
}
