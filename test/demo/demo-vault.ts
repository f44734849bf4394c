import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The folder of notes that the demonstration makes anew each time, read and written as a person with an
 * editor would.
 */
export class DemoVault {
  constructor(readonly folder: string) {}

  makeAnew(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(join(this.folder, '.obsidian'), { recursive: true });
  }

  /**
   * Path of the note that carries the id, trash included; relative to the working folder. Throws when there
   * is none.
   */
  noteOf(id: string): string {
    const identity = new RegExp(`^(?:readwise-id|reader-id): "?${id}"?$`, 'm');
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name.endsWith('.md') && identity.test(readFileSync(path, 'utf8')))
        return relative('.', path);
    }
    throw new Error(`No note in ${this.folder} carries the id ${id}`);
  }

  isInTrash(path: string): boolean {
    return path.split(sep).includes('.trash');
  }

  /** Writes a paragraph below the block with that anchor. Throws when the note has no such block. */
  writeBelow(block: { readonly path: string; readonly anchor: string; readonly paragraph: string }): void {
    const { path, anchor, paragraph } = block;
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf(`^${anchor}\n`);
    if (end === -1) throw new Error(`${path} has no block ^${anchor}`);
    const after = end + anchor.length + 2;
    writeFileSync(path, `${text.slice(0, after)}\n${paragraph}\n${text.slice(after)}`);
  }
}
