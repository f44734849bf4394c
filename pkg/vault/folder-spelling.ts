import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, foldedPath } from '../../src/notes/names/naming';
import { exists } from './temporary-file';

/** Finds how the disk spells folders, for disks that ignore letter case. */
export class FolderSpelling {
  /** Spellings of existing folders. */
  private readonly known = new Map([['', '']]);
  /** The entries of folders when they were last listed: a folder may have thousands, each asked for. */
  private readonly entries = new Map<string, ReadonlySet<string>>();

  constructor(private readonly root: string) {}

  /** The path with existing folders in the disk's spelling. Throws the system's error. */
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

  /** A disk that respects letter case may have both spellings. */
  private onDisk(wanted: string): string {
    const above = folderOf(wanted);
    if (this.entries.get(above)?.has(wanted) === true) return wanted;
    const siblings = readdirSync(join(this.root, above)).map((name) =>
      (above === '' ? name : `${above}/${name}`).normalize('NFC'),
    );
    this.entries.set(above, new Set(siblings));
    return siblings.includes(wanted)
      ? wanted
      : (siblings.find((sibling) => foldedPath(sibling) === foldedPath(wanted)) ?? wanted);
  }
}

/** The path with the letter case of its last part swapped; itself if that has no letters. */
function inOtherCase(path: string): string {
  const above = folderOf(path);
  const name = path.slice(above.length);
  return above + (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
}
