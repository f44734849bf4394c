import type { DemoBook } from './demo-entry';

/** Two books of one title, one that has a document note alone, and a ghost that has nothing. */
export const ESSAYS: readonly DemoBook[] = [
  {
    added: '2023-09-01T12:00:00Z',
    book: {
      title: 'Essays',
      author: 'Michel de Montaigne',
      source: 'kindle',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/8236413-L.jpg',
      tags: ['essais'],
    },
    highlights: [
      {
        text: 'Reader, thou hast here an honest book.',
        note: 'Cotton’s English.',
        location: 1,
        locationType: 'page',
      },
      {
        text: 'Parce que c’estoit luy, parce que c’estoit moy.',
        note: 'Of his friend La Boétie. .friendship',
        location: 211,
        locationType: 'page',
        color: 'pink',
        favorite: true,
      },
      { text: 'Que sçay-je?', location: 590, locationType: 'page', color: 'orange' },
    ],
  },
  {
    added: '2023-09-03T18:30:00Z',
    book: { title: 'Essays', author: 'Francis Bacon', source: 'kindle', tags: ['craft'] },
    highlights: [
      {
        text: 'Studies serve for delight, for ornament, and for ability.',
        location: 102,
        locationType: 'page',
        color: 'yellow',
      },
      {
        text: 'Read not to contradict and confute; nor to believe and take for granted; nor to find talk and discourse; but to weigh and consider.',
        location: 103,
        locationType: 'page',
        color: 'green',
        tags: ['reading', 'to write'],
      },
      {
        text: 'Some books are to be tasted, others to be swallowed, and some few to be chewed and digested.',
        location: 103,
        locationType: 'page',
        color: 'blue',
      },
      {
        text: 'Reading maketh a full man; conference a ready man; and writing an exact man.',
        location: 104,
        locationType: 'page',
        color: 'purple',
      },
    ],
  },
  {
    added: '2023-10-11T10:00:00Z',
    book: {
      title: 'Middlemarch',
      author: 'George Eliot',
      source: 'kindle',
      documentNote: 'Lent to Anna in October; the highlights are in the paper copy.',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/8775528-L.jpg',
    },
    highlights: [],
  },
  {
    added: '2023-10-12T10:00:00Z',
    book: { title: 'The Wealth of Nations', author: 'Adam Smith', source: 'kindle' },
    highlights: [],
  },
];
