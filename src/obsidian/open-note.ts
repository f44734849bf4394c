import type { App } from 'obsidian';

/**
 * Opens a file that is there, at a block where one is named, and does nothing where none is. By the file, not by a link: there are
 * paths that no link can name (`C#/Walden.md`), and a link that leads nowhere makes a note.
 */
export async function openNote(
  { vault, workspace }: App,
  path: string,
  { anchor = null }: { readonly anchor?: string | null } = {},
): Promise<void> {
  const file = vault.getFileByPath(path);
  if (file !== null)
    await workspace
      .getLeaf()
      .openFile(file, { active: true, ...(anchor === null ? {} : { eState: { subpath: `#^${anchor}` } }) });
}
