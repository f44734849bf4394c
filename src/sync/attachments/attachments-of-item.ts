import { attachmentNamesIn, readAttachmentName } from '../../notes/attachments/attachment-file';
import type { ImageUse, LocalFiles } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { sourceOfFile } from './attachment-cache';
import type { AttachmentCache, Source } from './attachment-cache';

/** Only web addresses: the user's templates may also show files in the vault. */
const WEB_ADDRESS = /^https?:/i;
const FILE_CATEGORIES: ReadonlySet<string> = new Set(['pdf', 'epub']);

/** An attachment that a note shows and the vault does not have. */
export type WantedFile = Pick<Source, 'mark' | 'source'>;

/** The attachments that the notes of one item show. A new object each time the item is planned. */
export class ItemFiles {
  private readonly sources = new Map<string, Source>();
  private readonly missing = new Map<string, WantedFile>();

  constructor(
    private readonly cache: AttachmentCache,
    private readonly record: ItemRecord,
  ) {}

  get wanted(): readonly WantedFile[] {
    return [...this.missing.values()];
  }

  /**
   * Finds the files for a note; `render` asks for those that it shows. `later`: the note shows a file that
   * this device has no address for yet; writing now would replace it by a web address.
   */
  async find(
    noteText: string | null,
    render: (files: LocalFiles) => Promise<void>,
  ): Promise<LocalFiles | 'later'> {
    const shownAddresses = new Set<string>();
    const note = (address: string, use: ImageUse): null => {
      if (this.takes(use) && WEB_ADDRESS.test(address)) shownAddresses.add(address);
      return null;
    };
    await render({ of: note, file: null });
    const own = this.ownFile();
    const sources = await this.lookUp(own === null ? [...shownAddresses] : [...shownAddresses, own]);
    const inNote = attachmentNamesIn(noteText ?? '');
    const names = new Map<string, string>();
    let isAllKnown = true;
    for (const each of sources) {
      const name = await this.nameFor(each, inNote);
      if (name !== null) names.set(each.source, name);
      else if (!each.hasFailed && !this.cache.isRefused(each)) isAllKnown = false;
    }
    const shown = new Set(names.values());
    if (!isAllKnown && inNote.some((name) => !shown.has(name))) return 'later';
    return {
      of: (address, use) => (this.takes(use) ? (names.get(address) ?? null) : null),
      file: own === null ? null : (names.get(own) ?? null),
    };
  }

  /** A file named in the note is kept, so that devices agree on one of several files. */
  private async nameFor(source: Source, inNote: readonly string[]): Promise<string | null> {
    const { mark, entry } = source;
    const name = inNote.find((each) => readAttachmentName(each)?.source === mark) ?? null;
    const inVault = await this.cache.nameOf(source);
    // If it was in the vault before, the user deleted it; otherwise it may still be on its way.
    const isWanted = inVault === null && (name === null || entry === null);
    if (isWanted && !this.cache.isRefused(source)) this.missing.set(mark, { mark, source: source.source });
    return name ?? inVault;
  }

  private async lookUp(sources: readonly string[]): Promise<readonly Source[]> {
    const fresh = sources.filter((source) => !this.sources.has(source));
    for (const each of await this.cache.lookUp(fresh)) this.sources.set(each.source, each);
    return sources.flatMap((source) => this.sources.get(source) ?? []);
  }

  private takes(use: ImageUse): boolean {
    const { covers, images } = this.cache.settings.attachments;
    return use === 'cover' ? covers : images;
  }

  private ownFile(): string | null {
    const { document } = this.record;
    if (document === null || !this.cache.settings.attachments.files) return null;
    return FILE_CATEGORIES.has(document.category) ? sourceOfFile(document) : null;
  }
}
