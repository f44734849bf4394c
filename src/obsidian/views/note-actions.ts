import type { Editor, Plugin, TAbstractFile, TFile } from 'obsidian';
import { anchorAt, linksOf, type NoteIds } from '../../features/daily/note-links';
import { identityIn, isNobodys } from '../vault/identity-in';
import { copyText } from '../components/copy-text';
import { addEntries, type MenuEntry } from '../components/menu-entries';
import { VIEW_COMMANDS, VIEWS } from './views-strings';

export interface NoteActionOptions {
  readonly plugin: Plugin;
  readonly refresh: (identity: NoteIds) => void;
  readonly failed: (error: unknown) => void;
}

const ACTIONS = {
  'open-in-readwise': { name: VIEW_COMMANDS.openReadwise, icon: 'external-link' },
  'open-in-reader': { name: VIEW_COMMANDS.openReader, icon: 'book-open' },
  'copy-link': { name: VIEW_COMMANDS.copyLink, icon: 'link' },
  'refresh-note': { name: VIEW_COMMANDS.refresh, icon: 'refresh-cw' },
};

/** What a person can do with a note of ours: as commands for the open one, and in the menus of files and editors. */
export function addNoteActions({ plugin, refresh, failed }: NoteActionOptions): void {
  const { app } = plugin;
  const copy = (text: string): void => void copyText(text, VIEWS.copied).catch(failed);
  const actionsFor = (file: TAbstractFile | null): readonly MenuEntry[] =>
    actionsOf(identityIn(app, file), { copy, refresh });
  for (const [id, { name }] of Object.entries(ACTIONS)) {
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        const action = actionsFor(app.workspace.getActiveFile()).find((one) => one.name === name);
        if (!checking) action?.run();
        return action !== undefined;
      },
    });
  }
  plugin.registerEvent(app.workspace.on('file-menu', (menu, file) => addEntries(menu, actionsFor(file))));

  const copyHighlightLink = (editor: Editor, file: TFile | null): MenuEntry | null => {
    const anchor =
      file === null || isNobodys(identityIn(app, file))
        ? null
        : anchorAt(editor.getValue(), editor.getCursor().line);
    if (file === null || anchor === null) return null;
    return {
      name: VIEW_COMMANDS.copyHighlightLink,
      icon: 'link',
      run: () => copy(app.fileManager.generateMarkdownLink(file, '', `#^${anchor}`)),
    };
  };
  plugin.addCommand({
    id: 'copy-highlight-link',
    name: VIEW_COMMANDS.copyHighlightLink,
    editorCheckCallback: (checking, editor, { file }) => {
      const action = copyHighlightLink(editor, file);
      if (!checking) action?.run();
      return action !== null;
    },
  });
  plugin.registerEvent(
    app.workspace.on('editor-menu', (menu, editor, { file }) => {
      const action = copyHighlightLink(editor, file);
      if (action !== null) addEntries(menu, [action]);
    }),
  );
}

function actionsOf(
  identity: NoteIds,
  { copy, refresh }: { readonly copy: (text: string) => void; readonly refresh: (identity: NoteIds) => void },
): readonly MenuEntry[] {
  const { readwise, reader } = linksOf(identity);
  const link = reader ?? readwise;
  const can = (name: keyof typeof ACTIONS, run: (() => void) | null): readonly MenuEntry[] =>
    run === null ? [] : [{ ...ACTIONS[name], run }];
  return [
    ...can('open-in-readwise', readwise === null ? null : () => void window.open(readwise)),
    ...can('open-in-reader', reader === null ? null : () => void window.open(reader)),
    ...can('copy-link', link === null ? null : () => copy(link)),
    ...can('refresh-note', identity.partId === null && link !== null ? () => refresh(identity) : null),
  ];
}
