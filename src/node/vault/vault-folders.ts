import { lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errors';
import type { Folders } from '../../model/ports';

/** The folders of a vault on the disk. A folder that the disk refuses to look at stays. */
export class NodeFolders implements Folders {
  constructor(private readonly vault: string) {}

  madeAt(path: string): Promise<number | null> {
    return this.unlessRefused(path, {
      look: (folder) => {
        const stats = lstatSync(folder);
        return stats.isDirectory() ? stats.birthtimeMs : null;
      },
      refused: (error) => (isMissing(error) ? null : 0),
    });
  }

  entries(path: string): Promise<readonly string[] | null> {
    return this.unlessRefused(path, {
      look: (folder) => readdirSync(folder).map((name) => `${path}/${name}`),
      refused: () => null,
    });
  }

  /** The system itself removes no folder that something is in. */
  removeEmpty(path: string): Promise<void> {
    return this.unlessRefused(path, { look: (folder) => rmdirSync(folder), refused: () => undefined });
  }

  private unlessRefused<Result>(
    path: string,
    {
      look,
      refused,
    }: { readonly look: (folder: string) => Result; readonly refused: (error: unknown) => Result },
  ): Promise<Result> {
    try {
      return Promise.resolve(look(join(this.vault, path)));
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return Promise.resolve(refused(error));
    }
  }
}
