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
