import type { App } from 'obsidian';

/**
 * Opens a file, at a block where one is named; does nothing where there is no such file. By the file, not by a link: no link can
 * name some paths (`C#/Walden.md`), and one that leads nowhere makes a note.
 */
export async function openNote(
  { vault, workspace }: App,
  path: string,
  anchor: string | null = null,
): Promise<void> {
  const file = vault.getFileByPath(path);
  if (file === null) return;
  const place = anchor === null ? {} : { eState: { subpath: `#^${anchor}` } };
  await workspace.getLeaf().openFile(file, { active: true, ...place });
}
