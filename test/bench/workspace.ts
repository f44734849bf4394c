import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { placeToWork } from './place-to-work';
import type { FloorNote } from './programs/floor';

/** A vault with the state that belongs to it. */
export interface Place {
  readonly vault: string;
  readonly state: string;
}

/** Temporary folders for measured runs. */
export class Workspace {
  private readonly root = mkdtempSync(join(placeToWork.folder, 'florilegium-bench-'));
  private made = 0;

  /** An empty vault, and no state yet. */
  newPlace(): Place {
    const folder = this.newFolder();
    const place = { vault: join(folder, 'vault'), state: join(folder, 'state') };
    mkdirSync(place.vault);
    return place;
  }

  newFolder(): string {
    this.made += 1;
    const folder = join(this.root, String(this.made));
    mkdirSync(folder);
    return folder;
  }

  /** A file with these notes, for the floor to write. */
  fileOf(notes: readonly FloorNote[]): string {
    const file = join(this.newFolder(), 'notes.json');
    writeFileSync(file, JSON.stringify(notes));
    return file;
  }

  /**
   * Gives the room of a place back, where it is memory. On a disk nothing is deleted between two runs: what
   * a large deletion leaves to do makes the files of the next one slow to open.
   */
  release({ vault }: Pick<Place, 'vault'>): void {
    if (placeToWork.isMemory) rmSync(dirname(vault), { recursive: true, force: true });
  }

  /** Deletes all; a disk is waited for until it is done with it. */
  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
    if (!placeToWork.isMemory) spawnSync('sync');
  }
}

/** The notes of a vault; with `since` (milliseconds since the epoch), only those written from then on. */
export function notesOf({ vault }: Place, since = 0): readonly FloorNote[] {
  const notes: FloorNote[] = [];
  for (const entry of readdirSync(vault, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.md')) continue;
    const file = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(file);
    if (mtimeMs >= since)
      notes.push({
        path: file
          .slice(vault.length + 1)
          .split(sep)
          .join('/'),
        size,
      });
  }
  return notes;
}
