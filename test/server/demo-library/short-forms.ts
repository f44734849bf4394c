import type { DemoBook } from './demo-entry';

/** Articles, tweets, podcasts and supplementals. */
export const SHORT_FORMS: readonly DemoBook[] = [
  {
    added: '2024-03-10T13:15:00Z',
    book: {
      title: 'Self-Reliance',
      author: 'Ralph Waldo Emerson',
      category: 'articles',
      source: 'instapaper',
      sourceUrl: 'https://www.gutenberg.org/files/16643/16643-h/16643-h.htm',
      summary: 'Trust yourself, and pay for it.',
      tags: ['essays'],
    },
    highlights: [
      {
        text: 'Trust thyself: every heart vibrates to that iron string.',
        location: 1,
        color: 'yellow',
        favorite: true,
      },
      { text: 'Whoso would be a man must be a nonconformist.', location: 2, color: 'blue' },
      {
        text: 'A foolish consistency is the hobgoblin of little minds, adored by little statesmen and philosophers and divines.',
        note: 'Always quoted without “foolish”. .misquoted',
        location: 3,
        color: 'pink',
        url: 'https://www.gutenberg.org/files/16643/16643-h/16643-h.htm#SELF-RELIANCE',
      },
      { text: 'To be great is to be misunderstood.', location: 4, color: 'orange' },
    ],
  },
  {
    added: '2024-04-01T17:00:00Z',
    book: {
      title: 'Tweets From Oscar Wilde, line by line',
      author: '@wilde_line_by_line on Twitter',
      category: 'tweets',
      source: 'twitter',
      sourceUrl: 'https://twitter.com/wilde_line_by_line',
    },
    highlights: [
      {
        text: 'We are all in the gutter, but some of us are looking at the stars.',
        location: 0,
        url: 'https://twitter.com/wilde_line_by_line/status/1001',
        color: '',
        favorite: true,
      },
      {
        text: 'I can resist everything except temptation.',
        location: 0,
        url: 'https://twitter.com/wilde_line_by_line/status/1002',
        color: '',
      },
      {
        text: 'Experience is the name every one gives to their mistakes.',
        note: '.mistakes',
        location: 0,
        url: 'https://twitter.com/wilde_line_by_line/status/1003',
        color: '',
      },
    ],
  },
  {
    added: '2024-04-20T07:10:00Z',
    book: {
      title: 'Two Speeches of Abraham Lincoln, read aloud',
      author: 'Speeches for the Commute',
      category: 'podcasts',
      source: 'airr',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/5546156-L.jpg',
      tags: ['history'],
    },
    highlights: [
      {
        text: 'Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal.',
        location: 42,
        locationType: 'time_offset',
        color: 'yellow',
      },
      {
        text: 'The world will little note, nor long remember what we say here, but it can never forget what they did here.',
        note: 'He was wrong about the first half.',
        location: 133,
        locationType: 'time_offset',
        color: 'blue',
      },
      {
        text: 'With malice toward none; with charity for all; with firmness in the right, as God gives us to see the right, let us strive on to finish the work we are in.',
        location: 3725,
        locationType: 'time_offset',
        color: 'orange',
        favorite: true,
      },
    ],
  },
  {
    added: '2024-05-05T10:00:00Z',
    book: {
      title: 'Proverbs of Hell',
      author: 'William Blake',
      category: 'supplementals',
      source: 'supplemental',
      tags: ['aphorisms'],
    },
    highlights: [
      { text: 'The road of excess leads to the palace of wisdom.', location: 1, color: 'orange' },
      { text: 'No bird soars too high, if he soars with his own wings.', location: 2, color: 'blue' },
      {
        text: 'The tygers of wrath are wiser than the horses of instruction.',
        location: 3,
        color: 'pink',
        favorite: true,
      },
      { text: 'What is now proved was once only imagin’d.', location: 4, color: 'green' },
    ],
  },
];
