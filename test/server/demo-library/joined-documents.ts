import type { DemoDocument } from './demo-entry';

/** The text's beginning, and two passages from its middle. */
const CIVIL_DISOBEDIENCE = `<h2>On the Duty of Civil Disobedience</h2>
<p>I heartily accept the motto,—“That government is best which governs least;” and I should like to see it acted up to more rapidly and systematically. Carried out, it finally amounts to this, which also I believe,—“That government is best which governs not at all;” and when men are prepared for it, that will be the kind of government which they will have.</p>
<p>Government is at best but an expedient; but most governments are usually, and all governments are sometimes, inexpedient.</p>
<hr>
<p>I think that it is enough if they have God on their side, without waiting for that other one. Moreover, any man more right than his neighbors constitutes a majority of one already.</p>
<p>Under a government which imprisons any unjustly, the true place for a just man is also a prison. The proper place to-day, the only place which <em>Massachusetts</em> has provided for her freer and less desponding spirits, is in her prisons.</p>`;

/** Reader documents whose highlights v2 has as well: one item each, met twice. */
export const JOINED_DOCUMENTS: readonly DemoDocument[] = [
  {
    added: '2025-01-12T08:00:00Z',
    document: {
      title: 'On the Duty of Civil Disobedience',
      author: 'Henry David Thoreau',
      category: 'article',
      location: 'archive',
      sourceUrl: 'https://www.gutenberg.org/files/71/71-h/71-h.htm',
      siteName: 'gutenberg.org',
      summary: 'Why a just man may have to go to prison.',
      wordCount: 9400,
      readingTime: '38 mins',
      readingProgress: 1,
      publishedDate: '1849-05-14',
      imageUrl: 'https://covers.openlibrary.org/b/id/8244153-L.jpg',
      tags: ['Politics', 'nature'],
      notes: 'Gandhi and King both read this.',
      htmlContent: CIVIL_DISOBEDIENCE,
    },
    highlightsIn: 'both',
    highlights: [
      {
        text: 'I heartily accept the motto,—“That government is best which governs least;”',
        location: 120,
        color: 'yellow',
      },
      {
        text: 'Under a government which imprisons any unjustly, the true place for a just man is also a prison.',
        note: '.prison He spent one night there.',
        location: 18_400,
        color: 'pink',
        tags: ['justice'],
      },
      {
        text: 'any man more right than his neighbors constitutes a majority of one already.',
        location: 17_950,
        color: 'blue',
      },
    ],
  },
  {
    added: '2025-02-01T22:00:00Z',
    document: {
      title: 'Frankenstein; or, the Modern Prometheus',
      author: 'Mary Shelley',
      category: 'epub',
      location: 'later',
      sourceUrl: 'https://www.gutenberg.org/ebooks/84.epub',
      siteName: 'gutenberg.org',
      wordCount: 75_000,
      readingTime: '5 hours',
      readingProgress: 0.62,
      publishedDate: '1818-01-01',
      imageUrl: 'https://covers.openlibrary.org/b/id/12356249-L.jpg',
      tags: ['novels'],
    },
    highlightsIn: 'both',
    highlights: [
      {
        text: 'It was on a dreary night of November that I beheld the accomplishment of my toils.',
        location: 101_200,
        color: 'purple',
        notesBelow: ['The sentence she began to write with, by her own account.'],
      },
      { text: 'Beware; for I am fearless, and therefore powerful.', location: 310_550, color: 'orange' },
      {
        text: 'Nothing is so painful to the human mind as a great and sudden change.',
        location: 366_010,
        color: 'green',
      },
    ],
  },
  {
    added: '2025-03-03T18:00:00Z',
    document: {
      title: 'Beantwortung der Frage: Was ist Aufklärung?',
      author: 'Immanuel Kant',
      category: 'article',
      location: 'shortlist',
      sourceUrl: 'https://www.projekt-gutenberg.org/kant/aufklae/aufkl001.html',
      siteName: 'projekt-gutenberg.org',
      wordCount: 2700,
      readingTime: '11 mins',
      readingProgress: 0.4,
      publishedDate: '1784-12-01',
      tags: ['Philosophie'],
    },
    highlightsIn: 'both',
    highlights: [
      {
        text: 'Aufklärung ist der Ausgang des Menschen aus seiner selbst verschuldeten Unmündigkeit.',
        location: 40,
        color: 'yellow',
      },
      {
        text: 'Sapere aude! Habe Mut, dich deines eigenen Verstandes zu bedienen! ist also der Wahlspruch der Aufklärung.',
        location: 390,
        color: 'orange',
        note: '.motto',
      },
    ],
  },
];
