import { isObject } from '../../model/collections';
import type { ItemRecord } from '../../model/record';
import type { NoteEvidence } from './recognise';
import { wordsIn } from './passage-words';

/** How a note's item was found, strongest first; `texts`: by title, author and highlights in the note. */
export type Proof = 'id' | 'highlights' | 'address' | 'texts' | 'title';
export type Certainty = 'certain' | 'likely' | 'uncertain';

export type FoundItem =
  | { readonly kind: 'found'; readonly itemKey: string; readonly proof: Proof }
  /** The note names several items. */
  | { readonly kind: 'several'; readonly itemKeys: readonly string[] }
  | { readonly kind: 'none' };

export const certaintyOf = (proof: Proof): Certainty => CERTAINTY[proof];

const CERTAINTY = {
  id: 'certain',
  highlights: 'certain',
  address: 'likely',
  texts: 'likely',
  title: 'uncertain',
} as const;

/** Finds items by ids, addresses and titles. */
export class ItemIndex {
  private readonly byKey = new Map<string, Set<string>>();
  private readonly titles = new Map<string, readonly string[]>();

  add(record: ItemRecord): void {
    const { key, book, document } = record;
    const put = (kind: IdKind, id: string): void => {
      if (id !== '') this.byKey.set(`${kind} ${id}`, (this.byKey.get(`${kind} ${id}`) ?? new Set()).add(key));
    };
    if (book !== null) put('book', book.id);
    for (const id of [document?.id ?? '', book?.documentId ?? '']) put('document', id);
    for (const { id, documentHighlightId } of record.highlights) {
      put('highlight', id);
      put('reader highlight', documentHighlightId ?? '');
    }
    for (const { id } of record.documentHighlights) put('reader highlight', id);
    for (const address of [book?.sourceUrl, book?.uniqueUrl, document?.sourceUrl])
      put('address', comparableAddress(address ?? ''));
    const titles = [
      ...new Set([book?.title, document?.title].map((title) => comparable(title ?? ''))),
    ].filter((title) => title !== '');
    this.titles.set(key, titles);
    for (const title of titles)
      put('title', `${title}\n${comparable(book?.author ?? document?.author ?? '')}`);
  }

  /** `known`: the item that the other plugin recorded for the note. */
  find(evidence: NoteEvidence, known: KnownId | null): FoundItem {
    const { ids } = evidence;
    const recorded = known === null ? [] : this.of(known.kind, [known.id]);
    if (recorded.length === 1) return found(recorded, 'id');
    const direct = [...new Set([...this.of('book', ids.books), ...this.of('document', ids.reader)])];
    const named = this.chosen(direct, evidence);
    if (named !== null) return { kind: 'found', itemKey: named, proof: 'id' };
    if (direct.length > 1) return { kind: 'several', itemKeys: direct };
    const byHighlights = [
      ...new Set([...this.of('highlight', ids.highlights), ...this.of('reader highlight', ids.reader)]),
    ];
    const holder = this.chosen(byHighlights, evidence);
    if (holder !== null) return { kind: 'found', itemKey: holder, proof: 'highlights' };
    if (byHighlights.length > 1) return { kind: 'several', itemKeys: byHighlights };
    if (evidence.origin === 'by hand') return { kind: 'none' };
    const byAddress = this.of('address', evidence.addresses.map(comparableAddress));
    if (byAddress.length === 1) return found(byAddress, 'address');
    const byTitle = this.of(
      'title',
      evidence.titles.map((title) => `${comparable(title)}\n${comparable(evidence.author)}`),
    );
    return byTitle.length === 1 ? found(byTitle, 'title') : { kind: 'none' };
  }

  hasTitle(evidence: NoteEvidence, itemKey: string): boolean {
    const titles = evidence.titles.map(comparable);
    return (this.titles.get(itemKey) ?? []).some((title) => titles.includes(title));
  }

  private of(kind: IdKind, ids: readonly string[]): readonly string[] {
    return [...new Set(ids.flatMap((id) => [...(this.byKey.get(`${kind} ${id}`) ?? [])]))];
  }

  /** The only item; of several, the one whose title the note has. */
  private chosen(itemKeys: readonly string[], evidence: NoteEvidence): string | null {
    const fitting = itemKeys.length > 1 ? itemKeys.filter((key) => this.hasTitle(evidence, key)) : itemKeys;
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }
}

type IdKind = 'book' | 'document' | 'highlight' | 'reader highlight' | 'address' | 'title';

export interface KnownId {
  readonly kind: 'book' | 'document';
  readonly id: string;
}

const found = ([itemKey = '']: readonly string[], proof: Proof): FoundItem => ({
  kind: 'found',
  itemKey,
  proof,
});

const comparable = (title: string): string => wordsIn(title).join(' ');

/** Normalises an address for comparison. */
const comparableAddress = (address: string): string =>
  address
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?&](?:utm_[^=]*|__readwiseLocation)=[^&#]*/g, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** The official plugin's data file, in the plugins folder. */
export const OFFICIAL_DATA = 'readwise-official/data.json';

const DOCUMENT = /^readerdocument:([0-9a-z]+)$/;

/** The book or document of each note path, from the official plugin's data. */
export function officialMemory(data: string): ReadonlyMap<string, KnownId> {
  const known = new Map<string, KnownId>();
  const map = field(parsed(data), 'booksIDsMap');
  for (const [path, value] of isObject(map) ? Object.entries(map) : []) {
    const id = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const document = DOCUMENT.exec(id)?.[1];
    if (document !== undefined) known.set(path, { kind: 'document', id: document });
    else if (/^\d+$/.test(id)) known.set(path, { kind: 'book', id });
  }
  return known;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    // A damaged file is ignored.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const field = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined;
