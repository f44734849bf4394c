import { isCut } from '../../sync/journal/undo-state';
import { normalizePath, TFile, type App } from 'obsidian';
import { hosted } from '../host-error';
import { makeFolderOf, unlessItExists } from './make-folder';

// The app empties a file, then writes it: where that fails, as on a full disk, there may be only the beginning.

/** Makes a file, with its folders; none stays where it cannot be written as a whole. */
export async function createWhole(app: App, path: string, text: string): Promise<'created' | 'exists'> {
  const { vault, fileManager } = app;
  const place = await hosted(makeFolderOf(vault, path));
  try {
    return await hosted(unlessItExists(vault.create(place, text), 'created'));
  } catch (error) {
    const file = vault.getFileByPath(place);
    if (file !== null)
      await vault
        .read(file)
        .then((found) => (isCut(found, text) ? fileManager.trashFile(file) : undefined))
        .catch(() => undefined);
    throw error;
  }
}

/** Makes a text file that is no note, with its folders; never over another. */
export async function createTextFile(app: App, path: string, text: string): Promise<'created' | 'exists'> {
  const target = normalizePath(path);
  return (await app.vault.adapter.exists(target)) ? 'exists' : createWhole(app, target, text);
}

/** Reads, changes and writes as one step, of a file that the app has yet to hear of by its path; what was there stays where it cannot be written as a whole. */
export async function changeWhole(
  { vault }: App,
  file: TFile | string,
  change: (text: string) => string,
): Promise<{ readonly before: string; readonly after: string }> {
  let [before, after] = ['', ''];
  const write = (next: (text: string) => string): Promise<string> =>
    hosted(file instanceof TFile ? vault.process(file, next) : vault.adapter.process(file, next));
  try {
    await write((text) => {
      before = text;
      after = change(text);
      return after;
    });
  } catch (error) {
    await write((text) => (isCut(text, after) ? before : text)).catch(() => undefined);
    throw error;
  }
  return { before, after };
}
