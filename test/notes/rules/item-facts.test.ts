import { emptyRecord } from '../../../src/model/record';
import { factsOf, factsOfItem } from '../../../src/notes/rules/item-facts';
import { parseSettings } from '../../../src/model/settings';
import {
  aBook,
  aDocument,
  aDocumentHighlight,
  aHighlight,
  anItem,
  anItemHighlight,
} from '../../support/builders';

const settings = parseSettings({});
if (!settings.ok) throw new Error(JSON.stringify(settings.problems));
const { scope } = settings.settings;

describe('factsOfItem', () => {
  it('should tell a book in the words of its note when there is no document', () => {
    expect(
      factsOfItem(
        anItem({ book: aBook({ category: 'supplementals', tags: ['work', 'Work'], author: 'A B and C D' }) }),
      ),
    ).toEqual({
      kind: 'book',
      category: 'supplemental',
      location: '',
      source: 'kindle',
      tags: ['work'],
      title: 'Meditations',
      authors: ['A B and C D', 'A B', 'C D'],
      sites: [],
      highlightCount: 1,
      hasFavorite: false,
      saved: '',
      published: '',
      lastHighlighted: '',
    });
  });

  it('should tell what the document and the book say when there are both', () => {
    const document = aDocument({
      siteName: 'The Stoic',
      sourceUrl: 'https://www.Example.org/seneca',
      tags: ['later'],
      publishedDate: '2025-12-31',
      category: 'video',
    });
    const highlights = [
      anItemHighlight({ favorite: true, highlightedAt: '2026-02-02T00:00:00.000Z' }),
      anItemHighlight({ highlightedAt: '2026-01-02T00:00:00.000Z' }),
    ];
    expect(
      factsOfItem(anItem({ book: aBook({ category: 'articles', tags: ['work'] }), document, highlights })),
    ).toMatchObject({
      kind: 'video',
      category: 'video',
      location: 'later',
      tags: ['work', 'later'],
      title: 'On the Shortness of Life',
      sites: ['The Stoic', 'example.org'],
      highlightCount: 2,
      hasFavorite: true,
      saved: '2026-01-01T00:00:00.000Z',
      published: '2025-12-31',
      lastHighlighted: '2026-02-02T00:00:00.000Z',
    });
  });
});

describe('factsOf', () => {
  it('should count highlights as they stand in the note when some are deleted, discarded or twice there', () => {
    const record = {
      ...emptyRecord('d:01hw3'),
      book: aBook({ documentId: '01hw3', category: 'articles' }),
      document: aDocument(),
      highlights: [
        aHighlight({ id: '1', documentHighlightId: '01hh1' }),
        aHighlight({ id: '2', text: 'gone', deleted: true, favorite: true }),
        aHighlight({ id: '3', text: 'discarded', discarded: true, favorite: true }),
      ],
      documentHighlights: [
        aDocumentHighlight({ id: '01hh1' }),
        aDocumentHighlight({ id: '01hh2', text: 'only in Reader' }),
      ],
    };
    expect(factsOf(record, scope)).toMatchObject({ highlightCount: 2, hasFavorite: false });
    expect(factsOf(record, { ...scope, discarded: true })).toMatchObject({
      highlightCount: 3,
      hasFavorite: true,
    });
  });

  it('should be null when nothing is left of the item, or it is out of scope', () => {
    expect(factsOf(emptyRecord('b:1'), scope)).toBeNull();
    expect(
      factsOf({ ...emptyRecord('d:01hw3'), document: aDocument({ location: 'feed' }) }, scope),
    ).toBeNull();
  });
});
