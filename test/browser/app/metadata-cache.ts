import { Events } from './events';
import { TFile } from './files';
import { getFrontMatterInfo, parseYaml } from './front-matter';
import type { Vault } from './vault';

interface CachedMetadata {
  readonly frontmatter?: Record<string, unknown>;
  readonly sections?: readonly { readonly type: string }[];
  /** By the ids in lower case. */
  readonly blocks?: Readonly<Record<string, { readonly id: string }>>;
}

const INDEXING_MS = 5;

/** Reads notes a while after they changed, tells of each, and of the moment when none is left to read. */
export class MetadataCache extends Events {
  private readonly caches = new Map<string, CachedMetadata>();
  private readonly waiting = new Set<TFile>();

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

  private indexLater(file: TFile): void {
    if (this.waiting.has(file)) return;
    this.waiting.add(file);
    setTimeout(() => this.index(file), INDEXING_MS);
  }

  private index(file: TFile): void {
    this.waiting.delete(file);
    const { disk } = this.vault;
    // What the disk does not hand over has no metadata.
    if (this.vault.getFileByPath(file.path) === file && disk.exists(file.path) && !disk.isRefused(file.path)) {
      const text = disk.read(file.path);
      const cache = metadataOf(text);
      this.caches.set(file.path, cache);
      this.trigger('changed', file, text, cache);
    }
    if (this.waiting.size === 0) this.trigger('resolved');
  }
}

const metadataOf = (text: string): CachedMetadata => ({ ...propertiesOf(text), ...blocksOf(text) });

/** None at all where there is no block with an id. */
function blocksOf(text: string): Pick<CachedMetadata, 'blocks'> {
  const ids = [...text.matchAll(/(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$/gm)].map(([, id = '']) => id);
  return ids.length === 0 ? {} : { blocks: Object.fromEntries(ids.map((id) => [id.toLowerCase(), { id }])) };
}

/** Front matter that does not parse leaves its section and no properties. */
function propertiesOf(text: string): CachedMetadata {
  const info = getFrontMatterInfo(text);
  if (!info.exists) return {};
  const sections = [{ type: 'yaml' }];
  try {
    const properties = parseYaml(info.frontmatter);
    return typeof properties === 'object' && properties !== null ? { frontmatter: { ...properties }, sections } : { sections };
  } catch {
    return { sections };
  }
}
