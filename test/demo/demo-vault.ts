import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Remembers which files the demonstration left. */
const MADE = '.made-by-demo.json';

const markOfFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * The folder of notes that the demonstration makes anew each time, read and written as a person with an
 * editor would.
 */
export class DemoVault {
  constructor(readonly folder: string) {}

  /**
   * Empties the folder, if it is one that an earlier demonstration made and nobody has put anything of their own
   * into. Throws otherwise, and deletes nothing.
   */
  makeAnew(): void {
    const known = this.made();
    const foreign = this.files().filter((path) => known?.get(path) !== markOfFile(join(this.folder, path)));
    if (foreign.length > 0)
      throw new Error(
        `The folder ${this.folder} has files that this demonstration did not leave there, such as ${foreign[0] ?? ''}. Move them away or rename the folder, then start again. Nothing was deleted.`,
      );
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(join(this.folder, '.obsidian'), { recursive: true });
    this.remember();
  }

  /** Call at the end: what lies there now is the demonstration's. */
  remember(): void {
    const made = Object.fromEntries(this.files().map((path) => [path, markOfFile(join(this.folder, path))]));
    writeFileSync(join(this.folder, MADE), JSON.stringify(made));
  }

  /** Marks of the files that the last demonstration left, by path; null if none did. */
  private made(): ReadonlyMap<string, string> | null {
    const file = join(this.folder, MADE);
    if (!existsSync(file)) return null;
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
  }

  private files(): readonly string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .filter((path) => path !== MADE);
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
