import fc from 'fast-check';
import type { Change } from '../../src/model/outbox';
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

/** A change that a person asks the service for, as data: `pick` chooses among what the service knows. */
export interface Request {
  readonly kind: (typeof KINDS)[number];
  readonly pick: number;
}

export const request: fc.Arbitrary<Request> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(20),
});

/** Its words are of one kind at each moment; null where there is nothing to change. */
export function changeFor({ library, now }: World, { kind, pick }: Request): Change | null {
  const words = `Asked at ${String(now)}`;
  const tags = { add: [`asked${String(now % 7)}`], remove: [], rename: [] };
  const highlight = pickFrom([...library.books.highlights()], pick);
  const document = pickFrom(
    [...library.documents.all()].filter(({ parentId }) => parentId === null),
    pick,
  );
  if (kind === 'create')
    return { kind: 'create-highlights', highlights: [{ text: `${words}.`, title: 'Essays' }] };
  if (kind === 'save')
    return { kind: 'save-document', document: { url: `https://example.org/${String(now)}`, title: words } };
  if (highlight !== undefined) {
    const anchor = `rw${String(highlight.id)}`;
    if (kind === 'note') return { kind: 'edit-highlight', anchor, fields: { note: words } };
    if (kind === 'text') return { kind: 'edit-highlight', anchor, fields: { text: `${words}.` } };
    if (kind === 'tag highlight') return { kind: 'edit-highlight', anchor, fields: {}, tags };
    if (kind === 'delete highlight') return { kind: 'delete-highlight', anchor };
  }
  if (document !== undefined) {
    const edit = { kind: 'edit-item', item: 'document', id: document.id } as const;
    if (kind === 'title') return { ...edit, fields: { title: words } };
    if (kind === 'location') return { ...edit, fields: { location: pick % 2 === 0 ? 'archive' : 'later' } };
    if (kind === 'tag document') return { ...edit, fields: {}, tags };
    if (kind === 'delete document') return { kind: 'delete-document', id: document.id };
  }
  return null;
}
