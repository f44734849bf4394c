import { Events } from './events';
import { TFile } from './files';
import type { CachedMetadata } from './metadata';
import { MetadataReader } from './metadata-reader';
import type { Vault } from './vault';

const INDEXING_MS = 5;

/** Reads notes a while after they changed, tells of each, and of the moment when none is left to read. */
export class MetadataCache extends Events {
  private readonly caches = new Map<string, CachedMetadata>();
  private readonly waiting = new Set<TFile>();
  private readonly reader = new MetadataReader();
  private reading = 0;

  constructor(private readonly vault: Vault) {
    super();
    const later = (file: unknown): void => {
      if (file instanceof TFile && file.extension === 'md') this.indexLater(file);
    };
    vault.on('create', later);
    vault.on('modify', later);
    vault.on('delete', (file: TFile) => {
      this.caches.delete(file.path);
      this.trigger('deleted', file, null);
    });
    // The app does not tell of a change when a note is renamed.
    vault.on('rename', (file: TFile, oldPath: string) => {
      const cache = this.caches.get(oldPath);
      this.caches.delete(oldPath);
      if (cache !== undefined) this.caches.set(file.path, cache);
    });
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.caches.get(file.path) ?? null;
  }

  /** The file that a link leads to: here by its name alone. */
  getFirstLinkpathDest(name: string): TFile | null {
    return this.vault.getFiles().find((file) => file.name === name || file.basename === name) ?? null;
  }

  /** How often notes link to others, by wiki links with a path or a name. */
  get resolvedLinks(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const notes = this.vault.disk.list();
    const pathOf = (address: string): string =>
      notes.find(({ path }) => path === `${address}.md` || path.endsWith(`/${address}.md`))?.path ?? '';
    const linksIn = (text: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        [...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, address = '']) => [pathOf(address), 1]),
      );
    return Object.fromEntries(notes.map(({ path, text }) => [path, linksIn(text)]));
  }

  /** Resolves when no note is left to read. */
  async whenClean(): Promise<void> {
    while (this.waiting.size > 0 || this.reading > 0) await this.nextResolved();
  }

  private nextResolved(): Promise<void> {
    return new Promise((resolve) => {
      const ref = this.on('resolved', () => {
        this.offref(ref);
        resolve();
      });
    });
  }

  private indexLater(file: TFile): void {
    if (this.waiting.has(file)) return;
    this.waiting.add(file);
    setTimeout(() => void this.index(file), INDEXING_MS);
  }

  private async index(file: TFile): Promise<void> {
    this.waiting.delete(file);
    const { disk } = this.vault;
    // What the disk does not hand over has no metadata.
    if (this.isThere(file) && disk.exists(file.path) && !disk.isRefused(file.path)) {
      const text = disk.read(file.path).replace(/^\ufeff/, '');
      this.reading += 1;
      const cache = await this.reader.read(text);
      this.reading -= 1;
      if (this.isThere(file)) {
        this.caches.set(file.path, cache);
        this.trigger('changed', file, text, cache);
      }
    }
    if (this.waiting.size === 0 && this.reading === 0) this.trigger('resolved');
  }

  private isThere(file: TFile): boolean {
    return this.vault.getFileByPath(file.path) === file;
  }
}
