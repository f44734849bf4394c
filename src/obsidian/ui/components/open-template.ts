import { normalizePath, type App } from 'obsidian';
import { closeSettings } from './open-settings';

/** Opens a note in a new tab, at a line counted from 1, and closes the settings in front of it. */
export async function openTemplate(app: App, path: string, line = 1): Promise<void> {
  const file = app.vault.getFileByPath(normalizePath(path));
  if (file === null) return;
  await app.workspace.getLeaf('tab').openFile(file, { active: true, eState: { line: line - 1 } });
  closeSettings(app);
}
