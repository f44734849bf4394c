import { getFrontMatterInfo, parseYaml, TFile, type App, type EventRef } from 'obsidian';
import type { NoteIdentity, SurveyedNote } from '../../model/ports';
import { Pace } from '../../model/pace';
import { WindowClock } from '../host/window-clock';
import { identityOf, identityOfBrokenYaml, identityOfPlainLines, IdentityIndex } from './identity-index';
import { unixText } from '../../model/text';

const NOBODYS: NoteIdentity = { bookId: null, documentId: null, partId: null };

/**
 * Finds notes by identity over the whole vault. The index is built at the first question and follows the
 * app's events from then on; `close` stops listening.
 */
export class NoteFinder {
  private index: Promise<IdentityIndex> | null = null;
  private stopListening: (() => void) | null = null;

  constructor(private readonly app: App) {}

  async find(identity: NoteIdentity): Promise<readonly string[]> {
    this.index ??= this.build();
    return (await this.index).find(identity);
  }

  /** Every note with an identity. */
  async all(): Promise<readonly SurveyedNote[]> {
    this.index ??= this.build();
    return (await this.index).all();
  }

  /** Tells the index of a text just written: the app's own cache hears of it only later. */
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
      // It can have gone while the others were read.
      if (this.app.vault.getFileByPath(file.path) !== null) index.set(file.path, identity);
    }
    return index;
  }

  private async identityOfFile(file: TFile): Promise<NoteIdentity> {
    const cache = this.app.metadataCache.getFileCache(file);
    if (cache?.frontmatter !== undefined) return identityOf(cache.frontmatter);
    // No front matter is known: either there is none, or the file is not indexed yet, or its YAML does not
    // parse.
    if (cache !== null && cache.sections?.[0]?.type !== 'yaml') return NOBODYS;
    // One that cannot be read, or has just gone, must not keep all others from being found.
    return this.app.vault.cachedRead(file).then(identityOfText, () => NOBODYS);
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
  // `Vault.read` leaves the mark of the order of bytes out, `process` and the adapter do not.
  const info = getFrontMatterInfo(unixText(text));
  if (!info.exists) return NOBODYS;
  const plain = identityOfPlainLines(info.frontmatter);
  if (plain !== null) return plain;
  try {
    return identityOf(parseYaml(info.frontmatter));
  } catch {
    return identityOfBrokenYaml(info.frontmatter);
  }
}
