import { attachmentNamesIn, readAttachmentName } from '../../notes/attachments/attachment-file';
import type { ImageUse, LocalFiles } from '../../model/model';
import { NEVER } from '../../notes/attachments/retry-day';
import type { ItemRecord } from '../../model/record';
import type { StateChange } from '../../model/ports';
import { sourceOfFile, fetchMark } from './attachments-state';
import type { AttachmentCache, Source } from './attachment-cache';

/** A template of the person's own may show files of the vault as well. */
const OF_THE_WEB = /^https?:/i;
const FILE_CATEGORIES: ReadonlySet<string> = new Set(['pdf', 'epub']);

/**
 * What the notes of one item show from the web, and what of it the vault has. One for each time that an item
 * is planned.
 */
export class ItemFiles {
  private readonly looked = new Map<string, Source>();
  private readonly days = new Map<number, Set<string>>();

  constructor(
    private readonly cache: AttachmentCache,
    private readonly record: ItemRecord,
  ) {}

  /** Marks of what is to be fetched: now, or on a later day what was tried in vain. */
  get wanted(): readonly StateChange[] {
    return [...this.days].map(([day, sources]) =>
      fetchMark({ day, record: this.record, sources: [...sources] }),
    );
  }

  /**
   * Finds the files for a note that is rendered by `render`, which asks for what it shows. `later`: the note
   * shows a file that this device cannot tell the address of as long as it has not asked for all of them; to
   * write it now would put the web's in its place.
   */
  async find(noteText: string | null, render: (files: LocalFiles) => void): Promise<LocalFiles | 'later'> {
    const asked = new Set<string>();
    const note = (address: string, use: ImageUse): null => {
      if (this.takes(use) && OF_THE_WEB.test(address)) asked.add(address);
      return null;
    };
    render({ of: note, file: null });
    const own = this.ownFile();
    const sources = await this.look(own === null ? [...asked] : [...asked, own]);
    const standing = attachmentNamesIn(noteText ?? '');
    const names = new Map<string, string>();
    let isAllKnown = true;
    for (const each of sources) {
      const name = await this.nameFor(each, standing);
      if (name !== null) names.set(each.source, name);
      else if (each.entry?.kind !== 'failed' || this.cache.mayFitNow(each.entry)) isAllKnown = false;
    }
    const shown = new Set(names.values());
    if (!isAllKnown && standing.some((name) => !shown.has(name))) return 'later';
    return {
      of: (address, use) => (this.takes(use) ? (names.get(address) ?? null) : null),
      file: own === null ? null : (names.get(own) ?? null),
    };
  }

  /** What stands in the note stays, so that devices agree which of several files it is. */
  private async nameFor(source: Source, standing: readonly string[]): Promise<string | null> {
    const { mark, entry } = source;
    const name = standing.find((each) => readAttachmentName(each)?.source === mark) ?? null;
    const shelved = await this.cache.nameOf(source);
    // Deleted by the person where it was here before; where it never was, it may only be on its way.
    if (shelved === null && (name === null || entry === null)) this.want(source);
    return name ?? shelved;
  }

  private want({ source, entry }: Source): void {
    const day = entry?.kind === 'failed' && !this.cache.mayFitNow(entry) ? entry.day : 0;
    if (day !== NEVER) this.days.set(day, (this.days.get(day) ?? new Set()).add(source));
  }

  private async look(sources: readonly string[]): Promise<readonly Source[]> {
    const fresh = sources.filter((source) => !this.looked.has(source));
    for (const each of await this.cache.look(fresh)) this.looked.set(each.source, each);
    return sources.flatMap((source) => this.looked.get(source) ?? []);
  }

  private takes(use: ImageUse): boolean {
    const { covers, images } = this.cache.settings.attachments;
    return use === 'cover' ? covers : images;
  }

  private ownFile(): string | null {
    const { document } = this.record;
    return this.cache.settings.attachments.files &&
      document !== null &&
      FILE_CATEGORIES.has(document.category)
      ? sourceOfFile(document)
      : null;
  }
}
