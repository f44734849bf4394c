import type { DemoBook } from './demo-entry';

/** Books of prose, all in the public domain. */
export const PROSE: readonly DemoBook[] = [
  {
    added: '2023-01-09T07:30:00Z',
    book: {
      title: 'Meditations',
      author: 'Marcus Aurelius',
      source: 'kindle',
      asin: 'B00MARCUSL',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/8231856-L.jpg',
      summary: 'Notes that an emperor wrote to himself. Translated by George Long.',
      tags: ['stoics', 'reread'],
      documentNote: 'Long’s translation. Read one page each morning.',
    },
    highlights: [
      {
        text: 'Begin the morning by saying to thyself, I shall meet with the busybody, the ungrateful, arrogant, deceitful, envious, unsocial. All these things happen to them by reason of their ignorance of what is good and evil.',
        note: '.morning .stoics The opening of book two.',
        location: 212,
        locationType: 'location',
        color: 'yellow',
        favorite: true,
      },
      {
        text: 'Men seek retreats for themselves, houses in the country, sea-shores, and mountains; and thou too art wont to desire such things very much.',
        location: 455,
        locationType: 'location',
        color: 'blue',
      },
      {
        text: 'The universe is transformation: life is opinion.',
        note: 'Ὁ κόσμος ἀλλοίωσις, ὁ βίος ὑπόληψις.',
        location: 471,
        locationType: 'location',
        color: 'pink',
      },
      {
        text: 'In the morning when thou risest unwillingly, let this thought be present—I am rising to the work of a human being.',
        location: 618,
        locationType: 'location',
        color: 'orange',
        tags: ['morning'],
      },
      {
        text: 'Such as are thy habitual thoughts, such also will be the character of thy mind; for the soul is dyed by the thoughts.',
        location: 690,
        locationType: 'location',
        color: 'green',
      },
      {
        text: 'The best way of avenging thyself is not to become like the wrong doer.',
        location: 741,
        locationType: 'location',
        color: 'purple',
      },
      {
        text: 'No longer talk at all about the kind of man that a good man ought to be, but be such.',
        location: 1320,
        locationType: 'location',
        color: 'yellow',
        favorite: true,
      },
    ],
  },
  {
    added: '2023-02-14T20:10:00Z',
    book: {
      title: 'Pride and Prejudice',
      author: 'Jane Austen',
      source: 'kindle',
      asin: 'B00AUSTENP',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/8091016-L.jpg',
      tags: ['novels'],
    },
    highlights: [
      {
        text: 'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.\n\nHowever little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or other of their daughters.',
        note: 'Irony in the very first line:\n- whose truth?\n- acknowledged by whom?',
        location: 1,
        locationType: 'page',
        color: 'yellow',
      },
      {
        text: 'I could easily forgive his pride, if he had not mortified mine.',
        location: 19,
        locationType: 'page',
        color: 'blue',
      },
      {
        text: 'Vanity and pride are different things, though the words are often used synonymously. A person may be proud without being vain. Pride relates more to our opinion of ourselves, vanity to what we would have others think of us.',
        note: '.definitions',
        location: 20,
        locationType: 'page',
        color: 'green',
      },
      {
        text: 'In vain have I struggled. It will not do. My feelings will not be repressed. You must allow me to tell you how ardently I admire and love you.',
        location: 178,
        locationType: 'page',
        color: 'pink',
      },
      {
        text: 'Till this moment, I never knew myself.',
        location: 196,
        locationType: 'page',
        color: 'pink',
        favorite: true,
      },
      {
        text: 'For what do we live, but to make sport for our neighbours, and laugh at them in our turn?',
        location: 337,
        locationType: 'page',
        color: '',
      },
    ],
  },
  {
    added: '2023-05-21T16:45:00Z',
    book: {
      title: 'Walden',
      author: 'Henry David Thoreau',
      source: 'ibooks',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/7222246-L.jpg',
      tags: ['nature'],
    },
    highlights: [
      {
        text: 'The mass of men lead lives of quiet desperation. What is called resignation is confirmed desperation.',
        location: 8,
        locationType: 'page',
      },
      {
        text: 'I went to the woods because I wished to live deliberately, to front only the essential facts of life, and see if I could not learn what it had to teach, and not, when I came to die, discover that I had not lived.',
        note: 'Why he went',
        location: 74,
        locationType: 'page',
        color: 'green',
      },
      { text: 'Our life is frittered away by detail.', location: 75, locationType: 'page', color: 'blue' },
      {
        text: 'Time is but the stream I go a-fishing in. I drink at it; but while I drink I see the sandy bottom and detect how shallow it is. Its thin current slides away, but eternity remains.',
        location: 81,
        locationType: 'page',
        color: 'purple',
      },
      {
        text: 'I had three chairs in my house; one for solitude, two for friendship, three for society.',
        location: 115,
        locationType: 'page',
      },
      {
        text: 'If a man does not keep pace with his companions, perhaps it is because he hears a different drummer. Let him step to the music which he hears, however measured or far away.',
        location: 266,
        locationType: 'page',
        color: 'pink',
        discarded: true,
      },
      {
        text: 'Only that day dawns to which we are awake. There is more day to dawn. The sun is but a morning star.',
        location: 272,
        locationType: 'page',
        favorite: true,
      },
      { text: 'Where I Lived, and What I Lived For', note: '.h1', location: 70, locationType: 'page' },
    ],
  },
];
