import { type App, normalizePath, type TAbstractFile, TFile, TFolder, type Vault } from 'obsidian';
import { foldedPath, folderOf } from '../../notes/names/naming';
import { hostCall } from '../host/host-error';
import { isCut } from '../../sync/journal/undo-state';

/**
 * The path with its folders as Obsidian spells them: for another spelling that the disk takes for the same,
 * Obsidian would create a second folder.
 */
export async function spelledPath(vault: Vault, path: string): Promise<string> {
  const folder = folderOf(path);
  if (folder === '' || vault.getFolderByPath(folder) !== null) return path;
  const wanted = await spelledPath(vault, folder);
  const twin = vault.getFolderByPath(wanted) === null ? await otherSpellingOf(vault, wanted) : null;
  return (twin instanceof TFolder ? twin.path : wanted) + path.slice(folder.length);
}

/** What Obsidian has under another spelling of the path, where the disk takes both for the same. */
export async function otherSpellingOf(vault: Vault, path: string): Promise<TAbstractFile | null> {
  const { adapter } = vault;
  if (!(await adapter.exists(path)) || (await adapter.exists(path, true))) return null;
  const folder = folderOf(path);
  const children = (folder === '' ? vault.getRoot() : vault.getFolderByPath(folder))?.children ?? [];
  return children.find((child) => foldedPath(child.path) === foldedPath(path)) ?? null;
}

/** Creates the folders of a path. Returns the path with its folders spelled as they are. */
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
    // Obsidian's index can lag behind the disk.
    if (!(await vault.adapter.exists(folder))) throw error;
  }
}

/** Resolves to `exists` for Obsidian's "already exists" errors, which have no type. */
export async function orExists<Done>(make: Promise<unknown>, done: Done): Promise<Done | 'exists'> {
  try {
    await make;
    return done;
  } catch (error) {
    if (error instanceof Error && /already exists/i.test(error.message)) return 'exists';
    throw error;
  }
}

// Obsidian truncates a file before it writes it, so a failed write, as on a full disk, can leave a part.

/** Creates a file with its folders; a partly written one is trashed. */
export async function createWhole(app: App, path: string, text: string): Promise<'created' | 'exists'> {
  const { vault, fileManager } = app;
  const target = await hostCall(makeFolderOf(vault, path));
  try {
    return await hostCall(orExists(vault.create(target, text), 'created'));
  } catch (error) {
    const file = vault.getFileByPath(target);
    if (file !== null) {
      const isPartial = await vault.read(file).then(
        (found) => isCut(found, text),
        () => false,
      );
      if (isPartial) await fileManager.trashFile(file).catch(() => undefined);
    }
    throw error;
  }
}

/** Creates a text file that is not a note, with its folders; never overwrites. */
export async function createTextFile(app: App, path: string, text: string): Promise<'created' | 'exists'> {
  const target = normalizePath(path);
  return (await app.vault.adapter.exists(target)) ? 'exists' : createWhole(app, target, text);
}

/**
 * Changes a file in one step, by its path if Obsidian does not know it yet; reverts a partial write. `process` writes
 * whatever it gets, so an error ends it where nothing changes.
 */
export async function changeWhole(
  { vault }: App,
  file: TFile | string,
  change: (text: string) => string,
): Promise<{ readonly before: string; readonly after: string }> {
  let [before, after] = ['', ''];
  let isUnchanged = false;
  const write = (next: (text: string) => string): Promise<string> =>
    hostCall(file instanceof TFile ? vault.process(file, next) : vault.adapter.process(file, next));
  try {
    await write((text) => {
      before = text;
      after = change(text);
      isUnchanged = after === before;
      if (isUnchanged) throw new Error('Nothing changes');
      return after;
    });
  } catch (error) {
    if (isUnchanged) return { before, after };
    await write((text) => (isCut(text, after) ? before : text)).catch(() => undefined);
    throw error;
  }
  return { before, after };
}

/** Extensions of files that can contain links to blocks. */
const WITH_LINKS: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

/** The text files of the vault. */
export class ObsidianTexts {
  constructor(private readonly app: App) {}

  paths(): Promise<readonly string[]> {
    return Promise.resolve(
      this.app.vault.getFiles().flatMap(({ path, extension }) => (WITH_LINKS.has(extension) ? [path] : [])),
    );
  }

  async read(path: string): Promise<string | null> {
    const file = this.app.vault.getFileByPath(path);
    return file === null ? null : hostCall(this.app.vault.cachedRead(file));
  }
}
