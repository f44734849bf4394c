export interface DiskOptions {
  /** As on Windows, macOS and phones. */
  readonly ignoresCase?: boolean;
}

const PIECE_LENGTH = 2 ** 21;
/** Of the arguments of a call. */
const MOST_AT_ONCE = 2 ** 12;

/**
 * Texts in large pieces of memory: each in bytes of its own would be one more thing for the collecting of
 * garbage to look at, which a disk is not. Encoders are not used: texts that they were handed are the
 * browser's from then on, and collecting those costs more than any disk does.
 */
class Sectors {
  private piece = new Uint16Array(0);
  private used = 0;

  /** Gives what reads it. Half a surrogate pair is not kept, as in the UTF-8 of a disk. */
  hold(written: string): () => string {
    const text = written.replace(/\p{Cs}/gu, '\ufffd');
    const { length } = text;
    if (this.piece.length - this.used < length) {
      this.piece = new Uint16Array(Math.max(PIECE_LENGTH, length));
      this.used = 0;
    }
    const [{ piece }, start] = [this, this.used];
    for (let at = 0; at < length; at += 1) piece[start + at] = text.charCodeAt(at);
    this.used += length;
    return () => textIn(piece.subarray(start, start + length));
  }
}

function textIn(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += MOST_AT_ONCE)
    parts.push(String(Reflect.apply(String.fromCharCode, null, units.subarray(at, at + MOST_AT_ONCE))));
  return parts.join('');
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

interface StoredFile {
  readonly path: string;
  readonly text: () => string;
  readonly mtime: number;
  readonly size: number;
}

/**
 * What is under the vault: folders and files by path, with the errors that a real disk gives. As there, no
 * text stays in the app's memory.
 */
export class Disk {
  private readonly sectors = new Sectors();
  private readonly files = new Map<string, StoredFile>();
  /** When each was made. */
  private readonly folders = new Map<string, { readonly path: string; readonly madeAt: number }>();

  /** What the system says of files that it does not hand over, by path. */
  private readonly refused = new Map<string, string>();

  /** Settles when new files, and what editors save, can be written. */
  private whenFree: Promise<void> = Promise.resolve();
  private release: () => void = () => undefined;
  /** How many wait for that. */
  waiting = 0;

  private isFull = false;
  /** In place of the time: no two writes have the same. */
  private writes = 0;

  constructor(private readonly options: DiskOptions = {}) {}

  /** From now on new files, and what editors save, are written when the disk is let go. */
  hold(): void {
    this.whenFree = new Promise((free) => (this.release = free));
  }

  letGo(): void {
    this.release();
  }

  async takesNew(): Promise<void> {
    this.waiting += 1;
    await this.whenFree;
    this.waiting -= 1;
  }

  /**
   * From now on the file can be neither read nor written, as when another program holds it; null: it can
   * again.
   */
  refuse(path: string, message: string | null): void {
    if (message === null) this.refused.delete(this.key(path));
    else this.refused.set(this.key(path), message);
  }

  /** From now on no file gets more room than it has. */
  fill(): void {
    this.isFull = true;
  }

  makeRoom(): void {
    this.isFull = false;
  }

  isRefused(path: string): boolean {
    return this.refused.has(this.key(path));
  }

  exists(path: string): boolean {
    return this.files.has(this.key(path)) || this.hasFolder(path);
  }

  /** Whether it is there under this very name. */
  isSpelled(path: string): boolean {
    return [this.files, this.folders].some((kept) => kept.get(this.key(path))?.path === path);
  }

  hasFolder(path: string): boolean {
    return path === '' || path === '/' || this.folders.has(this.key(path));
  }

  makeFolder(path: string): void {
    this.mustHaveFolder(path, 'mkdir');
    this.folders.set(this.key(path), { path, madeAt: Date.now() });
  }

  /** With all that is in it. */
  removeFolder(path: string): void {
    for (const kept of [this.files, this.folders])
      for (const [key, entry] of kept) if (isIn(entry.path, path)) kept.delete(key);
  }

  /** With all that is in it. */
  moveFolder(from: string, to: string): void {
    const placed = (path: string): string => to + path.slice(from.length);
    for (const path of this.folderPaths().filter((each) => isIn(each, from))) this.makeFolder(placed(path));
    for (const path of this.paths().filter((each) => isIn(each, from))) this.move(path, placed(path));
    this.removeFolder(from);
  }

  /** Null where nothing is. */
  stat(path: string): {
    readonly type: 'file' | 'folder';
    readonly ctime: number;
    readonly mtime: number;
    readonly size: number;
  } | null {
    const folder = this.folders.get(this.key(path));
    if (folder !== undefined) return { type: 'folder', ctime: folder.madeAt, mtime: folder.madeAt, size: 0 };
    const file = this.files.get(this.key(path));
    return file === undefined ? null : { type: 'file', ctime: 0, mtime: file.mtime, size: file.size };
  }

  /** What is in a folder, by path. */
  within(path: string): { readonly files: string[]; readonly folders: string[] } {
    if (!this.hasFolder(path)) throw new Error(`ENOENT: no such file or directory, scandir '${path}'`);
    const isIn = (other: string): boolean => other.slice(0, Math.max(0, other.lastIndexOf('/'))) === path;
    return {
      files: [...this.files.values()]
        .map((file) => file.path)
        .filter(isIn)
        .sort(),
      folders: this.folderPaths().filter(isIn),
    };
  }

  folderPaths(): readonly string[] {
    return [...this.folders.values()].map(({ path }) => path);
  }

  read(path: string): string {
    this.mustAllow(path);
    const file = this.files.get(this.key(path));
    if (file === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    return file.text();
  }

  write(path: string, text: string): void {
    this.mustAllow(path);
    this.mustHaveFolder(path, 'open');
    const before = this.files.get(this.key(path));
    const room = this.isFull ? (before?.text().length ?? 0) : Infinity;
    // The app empties a file and writes it anew: what does not fit is cut.
    this.writes += 1;
    this.files.set(this.key(path), {
      path: before?.path ?? path,
      text: this.sectors.hold(text.slice(0, room)),
      mtime: this.writes,
      size: Math.min(text.length, room),
    });
    if (text.length > room) throw new Error('ENOSPC: no space left on device, write');
  }

  move(from: string, to: string): void {
    const text = this.sectors.hold(this.read(from));
    const { mtime = 0, size = 0 } = this.files.get(this.key(from)) ?? {};
    this.mustHaveFolder(to, 'rename');
    this.files.delete(this.key(from));
    this.files.set(this.key(to), { path: to, text, mtime, size });
  }

  remove(path: string): void {
    this.files.delete(this.key(path));
  }

  paths(): readonly string[] {
    return [...this.files.values()].map(({ path }) => path);
  }

  /** Every file with its text, in path order. */
  list(): readonly { readonly path: string; readonly text: string }[] {
    const files = [...this.files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
    return files.map(({ path, text }) => ({ path, text: text() }));
  }

  private mustAllow(path: string): void {
    const message = this.refused.get(this.key(path));
    if (message !== undefined) throw new Error(`${message}, open '${path}'`);
  }

  private mustHaveFolder(path: string, call: string): void {
    if (this.hasFolder(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')) return;
    throw new Error(`ENOENT: no such file or directory, ${call} '${path}'`);
  }

  private key(path: string): string {
    return this.options.ignoresCase === true ? path.toLowerCase() : path;
  }
}
