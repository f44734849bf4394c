import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, foldedPath } from '../../notes/names/naming';
import { exists } from './temporary-file';

/** How the disk spells folders, where it takes another spelling for the same. */
export class FolderSpelling {
  /** Of folders that are there. */
  private readonly known = new Map([['', '']]);
  /**
   * By folder, the paths of what was in it at the last look: it may hold thousands, and is asked about for
   * each of them.
   */
  private readonly inside = new Map<string, ReadonlySet<string>>();

  constructor(private readonly root: string) {}

  /**
   * The path with its folders as they are there; those that are not, as they are given. Throws the system's
   * error.
   */
  of(path: string): string {
    const folder = folderOf(path);
    return this.ofFolder(folder) + path.slice(folder.length);
  }

  private ofFolder(folder: string): string {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const wanted = this.of(folder);
    if (!exists(join(this.root, wanted))) return wanted;
    const other = inOtherCase(wanted);
    const spelled = other !== wanted && exists(join(this.root, other)) ? this.onDisk(wanted) : wanted;
    this.known.set(folder, spelled);
    return spelled;
  }

  /** A disk that tells them apart may have both. */
  private onDisk(wanted: string): string {
    const above = folderOf(wanted);
    if (this.inside.get(above)?.has(wanted) === true) return wanted;
    const siblings = readdirSync(join(this.root, above)).map((name) =>
      (above === '' ? name : `${above}/${name}`).normalize('NFC'),
    );
    this.inside.set(above, new Set(siblings));
    return siblings.includes(wanted)
      ? wanted
      : (siblings.find((sibling) => foldedPath(sibling) === foldedPath(wanted)) ?? wanted);
  }
}

/** The same path with the other spelling of its last part; itself where that has no letters. */
function inOtherCase(path: string): string {
  const above = folderOf(path);
  const name = path.slice(above.length);
  return above + (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
}
