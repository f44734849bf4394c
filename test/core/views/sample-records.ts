import type { Highlight } from '../../../src/core/library/model';
import { emptyRecord, type ItemRecord } from '../../../src/core/library/record';
import { parseSettings } from '../../../src/core/settings';
import type { Steps } from '../../../src/core/views/in-steps';
import { searching, type SearchHit } from '../../../src/core/views/search';
import { SearchIndex } from '../../../src/core/views/search-index';
import { sampleBook } from '../sample-item';

export interface SampleHighlight {
  readonly text: string;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly at?: string;
}

export interface SampleRecord {
  readonly title?: string;
  readonly author?: string;
  readonly tags?: readonly string[];
  readonly highlights: readonly SampleHighlight[];
}

const highlight = (id: string, { text, note = '', tags = [], at }: SampleHighlight): Highlight => ({
  id,
  text,
  note,
  tags,
  location: Number(id),
  locationType: 'order',
  color: '',
  serviceUrl: '',
  url: '',
  highlightedAt: at ?? null,
  createdAt: null,
  updatedAt: null,
  favorite: false,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
});

/** The record of a book with these highlights: their anchors are `rw<book>001`, `rw<book>002` and so on. */
export function sampleRecord(
  book: number,
  { title = '', author = '', tags = [], highlights }: SampleRecord,
): ItemRecord {
  const id = String(book);
  return {
    ...emptyRecord(`b:${id}`),
    book: sampleBook({ id, title, author, tags }),
    highlights: highlights.map((one, index) => highlight(String(book * 1000 + index + 1), one)),
  };
}

const settings = parseSettings({});
if (!settings.ok) throw new Error('no settings');
const { scope } = settings.settings;

/** Does all steps at once. */
function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export const search = (
  index: SearchIndex,
  query: string,
  options: { readonly limit?: number } = {},
): readonly SearchHit[] => finished(searching(index, query, options));

export const add = (index: SearchIndex, record: ItemRecord): void => finished(index.adding(record));

export function indexOf(records: readonly ItemRecord[]): SearchIndex {
  const index = new SearchIndex({ scope });
  for (const record of records) add(index, record);
  return index;
}
