import { Menu, type TAbstractFile } from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { MENUS } from '../strings/strings';
import { ACTIONS, isOffered, runAction } from './actions';
import { copyText } from './components/elements';
import { Place } from './place';
import { openMakePlain } from './windows/make-plain';
import { linkAtCursor } from './forms/save-addresses';

interface Entry {
  readonly name: string;
  readonly icon: string;
  readonly run: (event: MouseEvent | KeyboardEvent) => void;
}

/** Adds the menu *Readwise* to the menus of synced notes, and what concerns the selection to the editor's. */
export function addMenus(context: PluginContext): void {
  const { app, plugin } = context;
  const { workspace } = app;
  plugin.registerEvent(
    workspace.on('file-menu', (menu, file) => addMenu(menu, noteEntries(context, new Place(app, file)))),
  );
  plugin.registerEvent(
    workspace.on('files-menu', (menu, files) => addMenu(menu, notesEntries(context, files))),
  );
  plugin.registerEvent(
    workspace.on('editor-menu', (menu, editor, { file }) => {
      const place = new Place(app, file, editor);
      addEntries(menu, entriesOf(context, place, ['send-highlight']));
      if (linkAtCursor(editor) !== null) addEntries(menu, entriesOf(context, place, ['save-to-reader']));
      addMenu(menu, noteEntries(context, place));
    }),
  );
}

/** Actions by their names as commands. */
const entriesOf = (context: PluginContext, place: Place, ids: readonly string[]): readonly Entry[] =>
  ACTIONS.filter((action) => ids.includes(action.id) && isOffered(action, context, place)).map((action) => ({
    name: action.name ?? '',
    icon: action.icon,
    run: () => runAction(action, context, place),
  }));

/** The menu of a synced note; other notes have none. */
export function noteEntries(context: PluginContext, place: Place): readonly Entry[] {
  if (!place.isSynced) return [];
  const entries = ACTIONS.flatMap((action) => {
    const { menu, icon } = action;
    if (menu === undefined || !isOffered(action, context, place)) return [];
    return { name: menu(place), icon, run: () => runAction(action, context, place) };
  });
  const more = [...restoreEntries(context, [place]), ...plainEntries(context, place)];
  return [
    ...entries,
    { name: MENUS.more, icon: 'more-horizontal', run: (event) => showEntries(more, event) },
  ];
}

/** The menu of several notes. */
function notesEntries(context: PluginContext, files: readonly TAbstractFile[]): readonly Entry[] {
  const places = files.map((file) => new Place(context.app, file)).filter(({ isSynced }) => isSynced);
  const links = places.flatMap(({ noteLink }) => noteLink ?? []);
  const copy = (): void =>
    void copyText(context, links.join('\n'), MENUS.copied(links.length)).catch(context.onError);
  return [
    ...(links.length === 0 ? [] : [{ name: MENUS.copyLinks(links.length), icon: 'link', run: copy }]),
    ...restoreEntries(context, places),
  ];
}

function restoreEntries(context: PluginContext, places: readonly Place[]): readonly Entry[] {
  const ids = [...new Set(places.flatMap(({ ids: { bookId, documentId } }) => documentId ?? bookId ?? []))];
  if (ids.length === 0) return [];
  const run = (): void => context.request({ restore: { kind: 'items', ids } });
  return [{ name: MENUS.restoreHighlights, icon: 'undo-2', run }];
}

function plainEntries(context: PluginContext, { file }: Place): readonly Entry[] {
  if (file === null) return [];
  const run = (): void => openMakePlain(context, { path: file.path });
  return [{ name: MENUS.makePlain, icon: 'unlink', run }];
}

function addMenu(menu: Menu, entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  const run = (event: MouseEvent | KeyboardEvent): void => showEntries(entries, event);
  addEntries(menu, [{ name: MENUS.entry, icon: 'library', run }]);
}

function addEntries(menu: Menu, entries: readonly Entry[]): void {
  for (const { name, icon, run } of entries)
    menu.addItem((item) => item.setTitle(name).setIcon(icon).setSection('florilegium').onClick(run));
}

/** Obsidian has no public submenus, so a menu of its own opens in the same place. */
function showEntries(entries: readonly Entry[], event: MouseEvent | KeyboardEvent): void {
  const menu = new Menu();
  addEntries(menu, entries);
  if ('clientX' in event) menu.showAtMouseEvent(event);
  else menu.showAtPosition({ x: activeWindow.innerWidth / 2, y: activeWindow.innerHeight / 3 });
}
