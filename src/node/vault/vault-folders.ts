import { lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errors';
import type { Folders } from '../../model/ports';

/** The vault's folders on the disk. A folder that cannot be read is kept. */
export class NodeFolders implements Folders {
  constructor(private readonly vault: string) {}

  madeAt(path: string): Promise<number | null> {
    return this.attempt(path, {
      run: (folder) => {
        const stats = lstatSync(folder);
        return stats.isDirectory() ? stats.birthtimeMs : null;
      },
      otherwise: (error) => (isMissing(error) ? null : 0),
    });
  }

  entries(path: string): Promise<readonly string[] | null> {
    return this.attempt(path, {
      run: (folder) => readdirSync(folder).map((name) => `${path}/${name}`),
      otherwise: () => null,
    });
  }

  /** The system itself refuses to remove a folder that is not empty. */
  removeEmpty(path: string): Promise<void> {
    return this.attempt(path, { run: (folder) => rmdirSync(folder), otherwise: () => undefined });
  }

  private attempt<Result>(
    path: string,
    {
      run,
      otherwise,
    }: { readonly run: (folder: string) => Result; readonly otherwise: (error: unknown) => Result },
  ): Promise<Result> {
    try {
      return Promise.resolve(run(join(this.vault, path)));
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return Promise.resolve(otherwise(error));
    }
  }
}
