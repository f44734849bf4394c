import { type App, normalizePath, type TAbstractFile, TFile, TFolder, type Vault } from 'obsidian';
import { foldedPath, folderOf } from '../../notes/names/naming';
import { hosted } from '../host/host-error';
import { isCut } from '../../sync/journal/undo-state';

/**
 * The path with its folders as the app has them, where the disk takes another spelling for the same: the app
 * would make a second one.
 */
export async function spelledPath(vault: Vault, path: string): Promise<string> {
  const folder = folderOf(path);
  if (folder === '' || vault.getFolderByPath(folder) !== null) return path;
  const wanted = await spelledPath(vault, folder);
  const twin = vault.getFolderByPath(wanted) === null ? await twinOf(vault, wanted) : null;
  return (twin instanceof TFolder ? twin.path : wanted) + path.slice(folder.length);
}

/** What the app has under another spelling of a path, where the disk takes that for the same. */
export async function twinOf(vault: Vault, path: string): Promise<TAbstractFile | null> {
  const { adapter } = vault;
  if (!(await adapter.exists(path)) || (await adapter.exists(path, true))) return null;
  const folder = folderOf(path);
  const children = (folder === '' ? vault.getRoot() : vault.getFolderByPath(folder))?.children ?? [];
  return children.find((child) => foldedPath(child.path) === foldedPath(path)) ?? null;
}

/**
 * Makes the folder that a path is in, with those above it. Returns the path, spelled as the folder then is.
 */
export async function makeFolderOf(vault: Vault, path: string): Promise<string> {
  const spelled = await spelledPath(vault, path);
  await makeFolder(vault, folderOf(spelled));
  return spelled;
}

async function makeFolder(vault: Vault, folder: string): Promise<void> {
  if (folder === '' || vault.getFolderByPath(folder) !== null) return;
  await makeFolder(vault, folderOf(folder));
  try {
    await vault.createFolder(folder);
  } catch (error) {
    // The app's index can lag behind the disk.
    if (!(await vault.adapter.exists(folder))) throw error;
  }
}

/**
 * What `make` makes, or that it was there already: `File already exists.`, `Destination file already
 * exists!`; the app has no type for it.
 */
export async function unlessItExists<Done>(make: Promise<unknown>, done: Done): Promise<Done | 'exists'> {
  try {
    await make;
    return done;
  } catch (error) {
    if (error instanceof Error && /already exists/i.test(error.message)) return 'exists';
    throw error;
  }
}

// The app empties a file, then writes it: where that fails, as on a full disk, there may be only the
// beginning.

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

/**
 * Reads, changes and writes as one step, of a file that the app has yet to hear of by its path; what was
 * there stays where it cannot be written as a whole.
 */
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

/** What may hold links to blocks. */
const WITH_LINKS: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

/** The texts of the open vault. */
export class ObsidianTexts {
  constructor(private readonly app: App) {}

  paths(): Promise<readonly string[]> {
    return Promise.resolve(
      this.app.vault.getFiles().flatMap(({ path, extension }) => (WITH_LINKS.has(extension) ? [path] : [])),
    );
  }

  async read(path: string): Promise<string | null> {
    const file = this.app.vault.getFileByPath(path);
    return file === null ? null : hosted(this.app.vault.cachedRead(file));
  }
}
