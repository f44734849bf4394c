import type { DemoDocument } from './demo-entry';

/** Reader documents that v2 knows nothing of, with highlights and notes in v3 alone, or with none. */
export const READER_DOCUMENTS: readonly DemoDocument[] = [
  {
    added: '2025-03-15T20:00:00Z',
    document: {
      title: 'The Raven, read by candlelight',
      author: 'Edgar Allan Poe',
      category: 'video',
      location: 'later',
      sourceUrl: 'https://www.youtube.com/watch?v=nevermore01',
      siteName: 'youtube.com',
      readingTime: '9 mins',
      readingProgress: 0.8,
      tags: ['poetry'],
      notes: 'For the October evening.',
    },
    highlightsIn: 'reader',
    highlights: [
      {
        text: 'Once upon a midnight dreary, while I pondered, weak and weary,\nOver many a quaint and curious volume of forgotten lore—',
        notesBelow: ['Internal rhyme: dreary, weary.'],
      },
      {
        text: 'Deep into that darkness peering, long I stood there wondering, fearing,\nDoubting, dreaming dreams no mortal ever dared to dream before;',
        note: 'The reader slows down here.',
      },
      {
        text: 'And my soul from out that shadow that lies floating on the floor\nShall be lifted—nevermore!',
        notesBelow: ['Last lines.', 'Ask Jonas for his translation.'],
      },
    ],
  },
  {
    added: '2025-04-01T07:00:00Z',
    document: {
      title: 'Notes upon the Memoir on the Analytical Engine',
      author: 'Ada Lovelace',
      category: 'article',
      location: 'new',
      sourceUrl: 'https://www.fourmilab.ch/babbage/sketch.html',
      siteName: 'fourmilab.ch',
      summary: 'What a machine can do that weaves algebra.',
      wordCount: 20_500,
      readingTime: '82 mins',
      readingProgress: 0.3,
      publishedDate: '1843-09-01',
      tags: ['computing', 'history'],
    },
    highlightsIn: 'reader',
    highlights: [
      {
        text: 'We may say most aptly that the Analytical Engine weaves algebraical patterns just as the Jacquard-loom weaves flowers and leaves.',
        note: 'The most beautiful sentence about machines.',
      },
      {
        text: 'The Analytical Engine has no pretensions whatever to originate anything. It can do whatever we know how to order it to perform.',
        notesBelow: ['Turing answers this in 1950.'],
      },
    ],
  },
  {
    added: '2025-04-12T09:30:00Z',
    document: {
      title: 'The Chemical History of a Candle',
      author: 'Michael Faraday',
      category: 'pdf',
      location: 'archive',
      sourceUrl: 'https://readwise.io/reader/document_raw_content/20250412',
      wordCount: 36_000,
      readingTime: '2 hours',
      readingProgress: 1,
      publishedDate: '1861-01-01',
      tags: ['science'],
    },
    highlightsIn: 'reader',
    highlights: [
      {
        text: 'There is no better, there is no more open door by which you can enter into the study of natural philosophy than by considering the physical phenomena of a candle.',
      },
    ],
  },
  {
    added: '2025-04-20T10:00:00Z',
    document: {
      title: 'The Souls of Black Folk',
      author: 'W. E. B. Du Bois',
      category: 'epub',
      location: 'shortlist',
      sourceUrl: 'https://www.gutenberg.org/ebooks/408.epub',
      siteName: 'gutenberg.org',
      wordCount: 70_000,
      readingTime: '5 hours',
      readingProgress: 0.15,
      publishedDate: '1903-04-18',
      tags: ['rights'],
    },
    highlightsIn: 'reader',
    highlights: [
      {
        text: 'One ever feels his twoness,—an American, a Negro; two souls, two thoughts, two unreconciled strivings; two warring ideals in one dark body, whose dogged strength alone keeps it from being torn asunder.',
      },
    ],
  },
  {
    added: '2025-05-02T06:15:00Z',
    document: {
      title: 'Poem of the day: Ozymandias',
      author: 'Percy Bysshe Shelley',
      category: 'email',
      location: 'archive',
      source: 'Reader email newsletter',
      sourceUrl: 'mailto:reader-forwarded-email/ozymandias',
      wordCount: 130,
      readingTime: '1 min',
      readingProgress: 1,
      publishedDate: '2025-05-02',
      htmlContent: '<p>I met a traveller from an antique land</p>',
    },
    highlightsIn: 'reader',
    highlights: [
      { text: 'My name is Ozymandias, King of Kings;\nLook on my Works, ye Mighty, and despair!' },
    ],
  },
];
