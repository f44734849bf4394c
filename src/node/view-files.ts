import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { isMissing } from './errno';
import { discard, placeNew, writeTemporary } from './vault/temporary-file';
import { asVaultError, VaultPathError } from './vault/vault-error';
import { placeOfNote } from './vault/vault-path';

const ENDING = '.base';

/** Files of text of the vault that are no notes: Bases. Written as notes are: whole, and never over another. Throws `VaultError`. */
export class ViewFiles {
  private readonly root: string;

  constructor(folder: string) {
    this.root = realpathSync.native(folder);
  }

  read(path: string): Promise<string | null> {
    return attempt({ action: 'read', path }, () => {
      const { file } = this.place(path);
      try {
        return Promise.resolve(lstatSync(file).isFile() ? readFileSync(file, 'utf8') : null);
      } catch (error) {
        if (isMissing(error)) return Promise.resolve(null);
        throw error;
      }
    });
  }

  create(path: string, text: string): Promise<'created' | 'exists'> {
    return attempt({ action: 'create', path }, async () => {
      const { folder, file } = this.place(path);
      mkdirSync(folder, { recursive: true });
      const temporary = await writeTemporary(folder, Buffer.from(text), null);
      return placeNew(temporary.path, file) === 'exists' ? 'exists' : 'created';
    });
  }

  async update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const before = await this.read(path);
    if (before === null) return 'missing';
    const text = change(before);
    if (text === before) return 'unchanged';
    const isWritten = await attempt({ action: 'update', path }, async () => {
      const { folder, file } = this.place(path);
      const temporary = await writeTemporary(folder, Buffer.from(text), lstatSync(file).mode & 0o777);
      const isSame = readFileSync(file, 'utf8') === before;
      if (isSame) renameSync(temporary.path, file);
      else discard(temporary.path);
      return isSame;
    });
    // Whoever changed it meanwhile is heard.
    return isWritten ? 'written' : this.update(path, change);
  }

  private place(path: string): { readonly folder: string; readonly file: string } {
    if (!path.endsWith(ENDING)) throw new VaultPathError(path, `it must end in ${ENDING}`);
    const { folder, file } = placeOfNote(this.root, `${path}.md`);
    return { folder, file: file.slice(0, -'.md'.length) };
  }
}

async function attempt<Result>(
  doing: { readonly action: string; readonly path: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asVaultError(error, doing);
  }
}
