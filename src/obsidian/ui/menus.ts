import { Menu, type Editor, type TAbstractFile, type TFile } from 'obsidian';
import { anchorAt, linksOf, type NoteIds } from '../../features/daily/note-links';
import type { Action } from './components/action';
import { copyText } from './components/elements';
import type { PluginContext } from '../app/plugin-context';
import { COMMANDS, MENUS } from '../strings/strings';
import { identityIn, hasNoId } from '../vault/identity-index';
import { openUnmark } from './windows/unmark-modal';
import { writingActions } from './writing/highlight-commands';
import { itemActions } from './writing/item-actions';
import { linkAtCursor } from './writing/save-addresses';
import { openSave } from './writing/save-modal';

/** Adds an entry with the actions for synced notes to the menus of files and of the editor. */
export function addMenus(context: PluginContext): void {
  const { plugin } = context;
  const { workspace } = context.app;
  plugin.registerEvent(
    workspace.on('file-menu', (menu, file) => addActions(menu, noteActions(context, [file]))),
  );
  plugin.registerEvent(
    workspace.on('files-menu', (menu, files) => addActions(menu, noteActions(context, files))),
  );
  plugin.registerEvent(
    workspace.on('editor-menu', (menu, editor, { file }) => {
      const action = highlightLinkAction(context, editor, file);
      addActions(menu, [
        ...(action === null ? [] : [action]),
        ...highlightActions(context, editor, file),
        ...writingActions(context, editor, file),
        ...saveLinkActions(context, editor),
        ...(file === null ? [] : noteActions(context, [file])),
      ]);
    }),
  );
}

/** Actions for these files; opening, refreshing and changing need a single file. */
export function noteActions(context: PluginContext, files: readonly TAbstractFile[]): readonly Action[] {
  const { app } = context;
  const synced = files.filter((file) => !hasNoId(identityIn(app, file)));
  const identities = synced.map((file) => identityIn(app, file));
  const actions: Action[] = [];
  const [file] = synced;
  const [identity] = identities;
  if (files.length === 1 && identity !== undefined) actions.push(...openActions(identity));
  const links = identities.flatMap((each) => linkOf(each) ?? []);
  if (links.length > 0) actions.push(copyAction(context, MENUS.copyLinks(links.length), links.join('\n')));
  if (files.length === 1 && identity?.partId === null && links.length > 0)
    actions.push({
      name: COMMANDS.refresh,
      icon: 'refresh-cw',
      run: () => context.request({ refresh: identity }),
    });
  if (files.length === 1 && identity !== undefined) actions.push(...itemActions(context, identity));
  const ids = [...new Set(identities.flatMap(({ bookId, documentId }) => documentId ?? bookId ?? []))];
  if (ids.length > 0)
    actions.push({
      name: MENUS.restoreHighlights(files.length),
      icon: 'undo-2',
      run: () => context.request({ restore: { kind: 'items', ids } }),
    });
  if (files.length === 1 && file !== undefined)
    actions.push({
      name: MENUS.unmark,
      icon: 'unlink',
      run: () => openUnmark(context, { path: file.path }),
    });
  return actions;
}

/** Copies a link to the highlight at the cursor; null when there is none. */
export function highlightLinkAction(
  context: PluginContext,
  editor: Editor,
  file: TFile | null,
): Action | null {
  const { app } = context;
  if (file === null || hasNoId(identityIn(app, file))) return null;
  const anchor = anchorAt(editor.getValue(), editor.getCursor().line);
  if (anchor === null) return null;
  const link = app.fileManager.generateMarkdownLink(file, '', `#^${anchor}`);
  return copyAction(context, COMMANDS.copyHighlightLink, link);
}

function highlightActions({ app }: PluginContext, editor: Editor, file: TFile | null): readonly Action[] {
  const { bookId, documentId } = identityIn(app, file);
  if ((bookId ?? documentId) === null) return [];
  const partId = anchorAt(editor.getValue(), editor.getCursor().line);
  const { readwise, reader } = linksOf({ bookId: null, documentId: null, partId });
  return [
    ...openAction(MENUS.highlightInReadwise, 'external-link', readwise),
    ...openAction(MENUS.highlightInReader, 'external-link', reader),
  ];
}

/** Offered only with the cursor in a link; the command saves other things as well. */
function saveLinkActions(context: PluginContext, editor: Editor): readonly Action[] {
  if (linkAtCursor(editor) === null) return [];
  return [
    { name: COMMANDS.save, icon: 'book-plus', run: () => void openSave(context).catch(context.onError) },
  ];
}

function openActions(identity: NoteIds): readonly Action[] {
  const { readwise, reader } = linksOf(identity);
  return [
    ...openAction(COMMANDS.openReadwise, 'external-link', readwise),
    ...openAction(COMMANDS.openReader, 'book-open', reader),
  ];
}

const openAction = (name: string, icon: string, link: string | null): readonly Action[] =>
  link === null ? [] : [{ name, icon, run: () => void window.open(link) }];

const copyAction = ({ onError }: PluginContext, name: string, text: string): Action => ({
  name,
  icon: 'link',
  run: () => void copyText(text, MENUS.copied).catch(onError),
});

function linkOf(identity: NoteIds): string | null {
  const { readwise, reader } = linksOf(identity);
  return reader ?? readwise;
}

function addActions(menu: Menu, actions: readonly Action[]): void {
  if (actions.length === 0) return;
  menu.addItem((item) =>
    item
      .setTitle(MENUS.entry)
      .setIcon('library')
      .setSection('florilegium')
      .onClick((event) => showActions(actions, event)),
  );
}

/** Obsidian has no public submenus, so the entry opens a menu of its own in the same place. */
function showActions(actions: readonly Action[], event: MouseEvent | KeyboardEvent): void {
  const menu = new Menu();
  for (const { name, icon, run } of actions)
    menu.addItem((item) => item.setTitle(name).setIcon(icon).onClick(run));
  if ('clientX' in event) menu.showAtMouseEvent(event);
  else menu.showAtPosition({ x: activeWindow.innerWidth / 2, y: activeWindow.innerHeight / 3 });
}
