import { tooDeepLine } from '../../notes/front-matter/depth';
import { getFrontMatterInfo, parseYaml, TFile, type App, type EventRef } from 'obsidian';
import type { NoteIdentity, SurveyedNote } from '../../model/ports';
import { Pace } from '../../model/pace';
import { WindowClock } from '../host/window-clock';
import { identityOf, identityOfBrokenYaml, identityOfPlainLines, IdentityIndex } from './identity-index';
import { unixText } from '../../model/text';

const NO_IDENTITY: NoteIdentity = { bookId: null, documentId: null, partId: null };

/** Finds notes by identity. The index is built on first use and follows Obsidian's events until `close`. */
export class NoteFinder {
  private index: Promise<IdentityIndex> | null = null;
  private stopListening: (() => void) | null = null;

  constructor(private readonly app: App) {}

  async find(identity: NoteIdentity): Promise<readonly string[]> {
    this.index ??= this.build();
    return (await this.index).find(identity);
  }

  async all(): Promise<readonly SurveyedNote[]> {
    this.index ??= this.build();
    return (await this.index).all();
  }

  /** Updates the index after a write, before Obsidian's cache does. */
  async noteWritten(path: string, text: string): Promise<void> {
    if (this.index !== null) (await this.index).set(path, identityOfText(text));
  }

  close(): void {
    this.stopListening?.();
    this.stopListening = null;
    this.index = null;
  }

  private async build(): Promise<IdentityIndex> {
    const index = new IdentityIndex();
    this.stopListening = listen(this.app, index);
    const pace = new Pace(new WindowClock());
    for (const file of this.app.vault.getMarkdownFiles()) {
      await pace.yieldIfDue();
      const identity = await this.identityOfFile(file);
      // The file may have been deleted while others were read.
      if (this.app.vault.getFileByPath(file.path) !== null) index.set(file.path, identity);
    }
    return index;
  }

  private async identityOfFile(file: TFile): Promise<NoteIdentity> {
    const cache = this.app.metadataCache.getFileCache(file);
    if (cache?.frontmatter !== undefined) return identityOf(cache.frontmatter);
    // Either there is no front matter, or the file is not indexed yet, or its YAML is invalid.
    if (cache !== null && cache.sections?.[0]?.type !== 'yaml') return NO_IDENTITY;
    // An unreadable or deleted file must not keep others from being found.
    return this.app.vault.cachedRead(file).then(identityOfText, () => NO_IDENTITY);
  }
}

function listen(app: App, index: IdentityIndex): () => void {
  const { metadataCache, vault } = app;
  const cacheEvents: EventRef[] = [
    metadataCache.on('changed', (file, text, { frontmatter }) =>
      index.set(file.path, frontmatter === undefined ? identityOfText(text) : identityOf(frontmatter)),
    ),
  ];
  const vaultEvents: EventRef[] = [
    vault.on('delete', (file) => index.remove(file.path)),
    vault.on('rename', (file, oldPath) => {
      if (file instanceof TFile) index.move(oldPath, file.path);
    }),
  ];
  return () => {
    for (const event of cacheEvents) metadataCache.offref(event);
    for (const event of vaultEvents) vault.offref(event);
  };
}

function identityOfText(text: string): NoteIdentity {
  // `Vault.read` strips a byte order mark; `process` and the adapter do not.
  const info = getFrontMatterInfo(unixText(text));
  if (!info.exists) return NO_IDENTITY;
  const plain = identityOfPlainLines(info.frontmatter);
  if (plain !== null) return plain;
  if (tooDeepLine(info.frontmatter) !== null) return identityOfBrokenYaml(info.frontmatter);
  try {
    return identityOf(parseYaml(info.frontmatter));
  } catch {
    return identityOfBrokenYaml(info.frontmatter);
  }
}
