import { TFile, type Plugin, type TAbstractFile } from 'obsidian';
import { anchorAt, linksOf, type NoteIds } from '../../features/daily/note-links';
import { identityIn } from '../vault/identity-in';
import { copyText } from '../components/copy-text';
import { addEntries, type MenuEntry } from '../components/menu-entries';
import { COMMANDS } from '../strings';
import { REACH } from './reach-strings';
import { VIEWS } from '../views/views-strings';
import type { ReachOptions } from './reach-options';

/** What the menus of one file, of several, and of the editor have beside the actions on a note (views/note-actions.ts). */
export function addMenus({
  plugin,
  restore,
  failed,
}: Pick<ReachOptions, 'plugin' | 'restore' | 'failed'>): void {
  const { workspace } = plugin.app;
  const restoring = (name: string, ids: readonly string[]): readonly MenuEntry[] =>
    ids.length === 0 ? [] : [{ name, icon: 'undo-2', run: () => restore(ids) }];
  const copying = (links: readonly string[]): readonly MenuEntry[] =>
    links.length === 0
      ? []
      : [
          {
            name: REACH.menu.copyLinks(links.length),
            icon: 'link',
            run: () => void copyText(links.join('\n'), VIEWS.copied).catch(failed),
          },
        ];
  plugin.registerEvent(
    workspace.on('file-menu', (menu, file) =>
      addEntries(menu, restoring(COMMANDS.restoreHighlights, itemsOf(identitiesIn(plugin, [file])))),
    ),
  );
  plugin.registerEvent(
    workspace.on('files-menu', (menu, files) => {
      const identities = identitiesIn(plugin, files);
      addEntries(menu, [
        ...copying(identities.flatMap((each) => linkOf(each) ?? [])),
        ...restoring(REACH.menu.restoreHighlights, itemsOf(identities)),
      ]);
    }),
  );
  plugin.registerEvent(
    workspace.on('editor-menu', (menu, editor, { file }) => {
      if (file === null || itemsOf(identitiesIn(plugin, [file])).length === 0) return;
      const { readwise, reader } = linksOf({
        bookId: null,
        documentId: null,
        partId: anchorAt(editor.getValue(), editor.getCursor().line),
      });
      const opening = (name: string, link: string | null): readonly MenuEntry[] =>
        link === null ? [] : [{ name, icon: 'external-link', run: () => void window.open(link) }];
      addEntries(menu, [
        ...opening(REACH.menu.highlightInReadwise, readwise),
        ...opening(REACH.menu.highlightInReader, reader),
      ]);
    }),
  );
}

/** Of the notes among them that are ours. */
const identitiesIn = ({ app }: Plugin, files: readonly TAbstractFile[]): readonly NoteIds[] =>
  files.flatMap((file) => (file instanceof TFile ? [identityIn(app, file)] : []));

/** What the notes are of, each item once, as a request to restore names it. */
const itemsOf = (identities: readonly NoteIds[]): readonly string[] => [
  ...new Set(identities.flatMap(({ bookId, documentId }) => documentId ?? bookId ?? [])),
];

function linkOf(identity: NoteIds): string | null {
  const { readwise, reader } = linksOf(identity);
  return reader ?? readwise;
}
