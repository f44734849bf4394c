import { linksOf } from '../../../src/features/daily/item-links';

const NOBODY = { bookId: null, documentId: null, partId: null };

describe('linksOf', () => {
  it('should lead to the book and to the document', () => {
    expect(linksOf({ ...NOBODY, bookId: '41', documentId: '01hw3' })).toEqual({
      readwise: 'https://readwise.io/bookreview/41',
      reader: 'https://read.readwise.io/read/01hw3',
    });
    expect(linksOf(NOBODY)).toEqual({ readwise: null, reader: null });
  });

  it.each([
    ['rw512', { readwise: 'https://readwise.io/open/512', reader: null }],
    ['rd01hx', { readwise: null, reader: 'https://read.readwise.io/read/01hx' }],
    ['text-01hw3', { readwise: null, reader: 'https://read.readwise.io/read/01hw3' }],
  ])('should lead to the part %s when the note is of that alone', (partId, links) => {
    expect(linksOf({ ...NOBODY, partId })).toEqual(links);
  });

  it.each(['../../x', 'https://evil.example', '1/2', '', ' '])(
    'should not make an address of the id %j',
    (id) => {
      expect(linksOf({ bookId: id, documentId: id, partId: null })).toEqual({ readwise: null, reader: null });
      expect(linksOf({ ...NOBODY, partId: `rw${id}` })).toEqual({ readwise: null, reader: null });
    },
  );
});
