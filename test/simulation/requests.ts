import fc from 'fast-check';
import type { Change, TagEdits } from '../../src/model/outbox';
import { pickFrom } from './service-changes';
import type { World } from './world';

const KINDS = [
  'note',
  'text',
  'tag highlight',
  'title',
  'location',
  'tag document',
  'delete highlight',
  'delete document',
  'create',
  'save',
] as const;

const MORE_KINDS = ['note and text', 'rename tag', 'remove tag', 'tag book', 'create several'] as const;

/** A change that a person asks the service for, as data: `pick` chooses among what the service knows. */
export interface Request {
  readonly kind: (typeof KINDS)[number] | (typeof MORE_KINDS)[number];
  readonly pick: number;
}

export const request: fc.Arbitrary<Request> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(20),
});

export const anyRequest: fc.Arbitrary<Request> = fc.record({
  kind: fc.constantFrom(...KINDS, ...MORE_KINDS),
  pick: fc.nat(20),
});

const NO_TAGS: TagEdits = { add: [], remove: [], rename: [] };

/** Its words are of one kind at each moment; null where there is nothing to change. */
export function changeFor({ library, now }: World, { kind, pick }: Request): Change | null {
  const words = `Asked at ${String(now)}`;
  const tag = `asked${String(now)}`;
  const adding = { ...NO_TAGS, add: [tag] };
  const highlight = pickFrom([...library.books.highlights()], pick);
  const document = pickFrom(
    [...library.documents.all()].filter(({ parentId }) => parentId === null),
    pick,
  );
  const book = pickFrom(
    [...library.books.books()].filter(({ externalId }) => externalId === null),
    pick,
  );
  if (kind === 'create')
    return { kind: 'create-highlights', highlights: [{ text: `${words}.`, title: 'Essays' }] };
  if (kind === 'create several') {
    const highlights = [1, 2, 3].map((each) => ({ text: `${words}, ${String(each)}.`, title: words }));
    return { kind: 'create-highlights', highlights };
  }
  if (kind === 'save')
    return { kind: 'save-document', document: { url: `https://example.org/${String(now)}`, title: words } };
  if (kind === 'tag book' && book !== undefined)
    return { kind: 'edit-item', item: 'book', id: String(book.id), fields: {}, tags: adding };
  if (highlight !== undefined) {
    const anchor = `rw${String(highlight.id)}`;
    const edit = { kind: 'edit-highlight', anchor } as const;
    const text = `${words}.`;
    const name = pickFrom(highlight.tags, pick)?.name;
    if (kind === 'note') return { ...edit, fields: { note: words } };
    if (kind === 'text') return { ...edit, fields: { text } };
    if (kind === 'note and text') return { ...edit, fields: { note: words, text } };
    if (kind === 'tag highlight') return { ...edit, fields: {}, tags: adding };
    if (kind === 'rename tag' && name !== undefined)
      return { ...edit, fields: {}, tags: { ...NO_TAGS, rename: [{ from: name, to: tag }] } };
    if (kind === 'remove tag' && name !== undefined)
      return { ...edit, fields: {}, tags: { ...NO_TAGS, remove: [name] } };
    if (kind === 'delete highlight') return { kind: 'delete-highlight', anchor };
  }
  if (document !== undefined) {
    const edit = { kind: 'edit-item', item: 'document', id: document.id } as const;
    if (kind === 'title') return { ...edit, fields: { title: words } };
    if (kind === 'location') return { ...edit, fields: { location: pick % 2 === 0 ? 'archive' : 'later' } };
    if (kind === 'tag document') return { ...edit, fields: {}, tags: adding };
    if (kind === 'delete document') return { kind: 'delete-document', id: document.id };
  }
  return null;
}
