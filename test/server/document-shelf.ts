import type { IdSequence } from './id-sequence';
import type { Ledger } from './ledger';
import type { DocumentRecord, DocumentTag } from './records';

export type DocumentFields = Omit<DocumentRecord, 'id' | 'parentId' | 'tags' | 'createdAt' | 'updatedAt'>;
export type NewDocument = Partial<DocumentFields> & {
  readonly title: string;
  readonly tags?: readonly string[];
};

/**
 * The v3 half: documents, and the highlights and notes below them. What is deleted is gone without a trace.
 */
export class DocumentShelf {
  readonly #ledger: Ledger;
  readonly #ids: IdSequence;
  readonly #documents = new Map<string, DocumentRecord>();
  readonly #children = new Map<string, string[]>();
  readonly #byUrl = new Map<string, string>();
  /** What was deleted, for services that still count it. */
  readonly trash: DocumentRecord[] = [];

  constructor(ledger: Ledger, ids: IdSequence) {
    this.#ledger = ledger;
    this.#ids = ids;
  }

  /** Every document, highlight and note. */
  all(): Iterable<DocumentRecord> {
    return this.#documents.values();
  }

  find(id: string): DocumentRecord | null {
    return this.#documents.get(id) ?? null;
  }

  /** Throws when there is none. */
  get(id: string): DocumentRecord {
    const document = this.find(id);
    if (document === null) throw new Error(`The library has no document ${id}`);
    return document;
  }

  withSourceUrl(url: string): DocumentRecord | null {
    return this.find(this.#byUrl.get(url) ?? '');
  }

  childrenOf(id: string): readonly DocumentRecord[] {
    return (this.#children.get(id) ?? []).map((child) => this.get(child));
  }

  addDocument(document: NewDocument): DocumentRecord {
    const { tags = [], ...fields } = document;
    return this.#put({ ...this.#blank(), ...fields, parentId: null, tags: this.#named(tags, []) });
  }

  /**
   * A highlight below a document, or a note below a highlight: no title, author, address, tags or cover of
   * its own.
   */
  addChild(
    parentId: string,
    child: { readonly category: 'highlight' | 'note'; readonly content: string; readonly notes?: string },
  ): DocumentRecord {
    const parent = this.get(parentId);
    const added: DocumentRecord = {
      ...this.#blank(),
      ...{
        title: null,
        author: null,
        source: null,
        sourceUrl: null,
        siteName: null,
        summary: null,
        imageUrl: null,
      },
      parentId,
      category: child.category,
      location: parent.location,
      content: child.content,
      notes: child.notes ?? '',
    };
    this.#children.set(parentId, [...(this.#children.get(parentId) ?? []), added.id]);
    return this.#put(added);
  }

  change(id: string, change: Partial<DocumentFields>): DocumentRecord {
    const document = this.get(id);
    const moved = change.location !== undefined && change.location !== document.location;
    const lastMovedAt = moved ? this.#ledger.now() : document.lastMovedAt;
    return this.#put({
      ...document,
      lastMovedAt,
      ...change,
      updatedAt: this.#ledger.listStamp(document.updatedAt),
    });
  }

  setTags(id: string, names: readonly string[]): DocumentRecord {
    const document = this.get(id);
    return this.#put({
      ...document,
      tags: this.#named(names, document.tags),
      updatedAt: this.#ledger.listStamp(document.updatedAt),
    });
  }

  /** Brings back what was removed. */
  putBack(document: DocumentRecord): DocumentRecord {
    return this.#put({ ...document, updatedAt: this.#ledger.listStamp(document.updatedAt) });
  }

  /** Removes it with everything below it. Returns the ids that are gone. */
  remove(id: string): readonly string[] {
    const document = this.get(id);
    const below = this.childrenOf(id).flatMap((child) => this.remove(child.id));
    this.trash.push(document);
    this.#documents.delete(id);
    this.#children.delete(id);
    if (document.sourceUrl !== null) this.#byUrl.delete(document.sourceUrl);
    if (document.parentId !== null) this.#forget(document.parentId, id);
    this.#ledger.changed();
    return [id, ...below];
  }

  #forget(parentId: string, id: string): void {
    const siblings = this.#children.get(parentId) ?? [];
    this.#children.set(
      parentId,
      siblings.filter((sibling) => sibling !== id),
    );
  }

  #named(names: readonly string[], known: readonly DocumentTag[]): readonly DocumentTag[] {
    const byKey = new Map(names.map((name) => [tagKey(name), name]));
    return [...byKey].map(
      ([key, name]) => known.find((tag) => tag.key === key) ?? { key, name, createdAt: this.#ledger.now() },
    );
  }

  #put(document: DocumentRecord): DocumentRecord {
    this.#documents.set(document.id, document);
    if (document.sourceUrl !== null) this.#byUrl.set(document.sourceUrl, document.id);
    this.#ledger.changed();
    return document;
  }

  #blank(): DocumentRecord {
    const now = this.#ledger.now();
    return {
      ...BLANK_DOCUMENT,
      id: this.#ids.nextDocument(now),
      createdAt: now,
      updatedAt: now,
      savedAt: now,
      lastMovedAt: now,
    };
  }
}

/** The slug by which a tag is filtered: its name in lower case, with dashes for spaces. */
export function tagKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-');
}

const BLANK_DOCUMENT: Omit<DocumentRecord, 'id' | 'createdAt' | 'updatedAt' | 'savedAt' | 'lastMovedAt'> = {
  parentId: null,
  category: 'article',
  location: 'new',
  title: '',
  author: '',
  source: 'Reader add from import URL',
  sourceUrl: null,
  siteName: '',
  wordCount: null,
  readingTime: null,
  tags: [],
  notes: '',
  publishedDate: null,
  summary: '',
  imageUrl: '',
  content: null,
  htmlContent: '',
  readingProgress: 0,
  firstOpenedAt: null,
  lastOpenedAt: null,
};
