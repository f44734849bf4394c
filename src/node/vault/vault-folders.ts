import { lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errors';
import type { Folders } from '../../model/ports';

/** The vault's folders on the disk. A folder that cannot be read is kept. */
export class NodeFolders implements Folders {
  constructor(private readonly vault: string) {}

  madeAt(path: string): Promise<number | null> {
    return this.attempt(
      path,
      (folder) => {
        const stats = lstatSync(folder);
        return stats.isDirectory() ? stats.birthtimeMs : null;
      },
      (error) => (isMissing(error) ? null : 0),
    );
  }

  entries(path: string): Promise<readonly string[] | null> {
    return this.attempt(
      path,
      (folder) => readdirSync(folder).map((name) => `${path}/${name}`),
      () => null,
    );
  }

  /** The system itself refuses to remove a folder that is not empty. */
  removeEmpty(path: string): Promise<void> {
    return this.attempt(path, rmdirSync, () => undefined);
  }

  private attempt<Result>(
    path: string,
    run: (folder: string) => Result,
    otherwise: (error: unknown) => Result,
  ): Promise<Result> {
    try {
      return Promise.resolve(run(join(this.vault, path)));
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return Promise.resolve(otherwise(error));
    }
  }
}
