import type { NewBook, NewHighlight } from '../../server/book-shelf';

/** A note as another plugin wrote it and a person kept it, with what the service has of its item now. */
export interface NoteOfPeople {
  readonly name: string;
  readonly path: string;
  readonly book: NewBook;
  /** Ids are given in order, from 512000001 on. */
  readonly highlights: readonly NewHighlight[];
  readonly text: string;
  /** Lines that the person wrote. */
  readonly mine: readonly string[];
}

const reader = (number: number): Pick<NewHighlight, 'url' | 'externalId'> => {
  const externalId = `01hqz7m3v9k2w4x6y8b0d1f${String(number).padStart(3, '0')}`;
  return { externalId, url: `https://read.readwise.io/read/${externalId}` };
};
const readerLink = (number: number): string =>
  `[View Highlight](https://read.readwise.io/read/${reader(number).externalId ?? ''})`;
const kindle = (asin: string, location: number): string =>
  `[Location ${String(location)}](https://readwise.io/to_kindle?action=open&asin=${asin}&location=${String(location)})`;

const COVER =
  '![rw-book-cover](https://readwise-assets.s3.amazonaws.com/static/images/article2.74d541386bbf.png)';

/** Nine notes of the official plugin, with its own template and with templates that people made. */
export const OFFICIAL: readonly NoteOfPeople[] = [
  {
    name: 'a Kindle book, some of it edited since',
    path: 'Readwise/Books/Deep Work.md',
    book: { title: 'Deep Work', author: 'Cal Newport', asin: 'B00X47ZVXM', source: 'kindle' },
    highlights: [
      { text: 'Clarity about what matters provides clarity about what does not.', location: 535 },
      {
        text: 'Who you are, what you think, feel, and do, is the sum of what you focus on.',
        location: 612,
        note: 'Compare William James.',
        tags: ['attention'],
      },
      { text: 'Efforts to deepen your focus will struggle.', location: 900 },
      { text: 'Idleness is not just a vacation, an indulgence or a vice.', location: 1204 },
    ],
    text: `# Deep Work

${COVER}

## Metadata
- Author: [[Cal Newport]]
- Full Title: Deep Work
- Category: #books
- Document Tags: [[focus]]

## Highlights
- Clarity about what matters provides clarity about what does not. (${kindle('B00X47ZVXM', 535)})
- Who you are, what you think, feel, and do, is the sum of what you focus on. (${kindle('B00X47ZVXM', 612)})
    - Tags: [[attention]]
    - Note: Compare William James.
- I put this one in words of my own: focus is hard to get. (${kindle('B00X47ZVXM', 900)})
    - See [[Attention residue]], which I wrote last year.
- Idleness is ==not just a vacation==, an indulgence or a vice. (${kindle('B00X47ZVXM', 1204)})
`,
    mine: [
      '- I put this one in words of my own: focus is hard to get.',
      '- See [[Attention residue]], which I wrote last year.',
      '==not just a vacation==',
    ],
  },
  {
    name: 'an article from Reader with two later batches',
    path: 'Readwise/Articles/How to do great work.md',
    book: {
      title: 'How to Do Great Work',
      author: 'Paul Graham',
      category: 'articles',
      source: 'reader',
      sourceUrl: 'https://paulgraham.com/greatwork.html',
    },
    highlights: [
      { text: 'The first step is to decide what to work on.', ...reader(1) },
      { text: 'Curiosity is the best guide.\n\nIt never lies, and it knows more than you do.', ...reader(2) },
      { text: 'Don’t let “work” mean something other people tell you to do.', note: 'Yes.', ...reader(3) },
      { text: 'The passage as it reads since it was extended at the service.', ...reader(4) },
    ],
    text: `# How to Do Great Work

${COVER}

## Metadata
- Author: [[paulgraham.com]]
- Full Title: How to Do Great Work
- Category: #articles
- Summary: If you collected lists of techniques for doing great work in a lot of different fields, what would the intersection look like?
- URL: https://paulgraham.com/greatwork.html

## Highlights
- The first step is to decide what to work on. (${readerLink(1)})
- Curiosity is the best guide.
  
  It never lies, and it knows more than you do. (${readerLink(2)})
## New highlights added September 3, 2023 at 9:12 AM
- Don't let "work" mean something other people tell you to do. (${readerLink(3)})
    - Note: Yes.
- The passage as it reads (${readerLink(4)})
## New highlights added September 4, 2023 at 10:01 PM
- The passage as it reads since it was extended at the service. (${readerLink(4)})
`,
    mine: [],
  },
  {
    name: 'a thread with images',
    path: 'Readwise/Tweets/Tweets From Ana.md',
    book: {
      title: 'Tweets From Ana',
      author: '@ana on Twitter',
      category: 'tweets',
      source: 'twitter',
      sourceUrl: 'https://twitter.com/ana',
    },
    highlights: [
      {
        text: 'A thread on how to read old maps:\n\n![](https://pbs.twimg.com/media/FAbcd.jpg)',
        url: 'https://twitter.com/ana/status/1445000000000000001',
      },
      {
        text: '![](https://pbs.twimg.com/media/FEfgh.jpg)',
        url: 'https://twitter.com/ana/status/1445000000000000002',
      },
      { text: 'North is up 🧭', url: 'https://twitter.com/ana/status/1445000000000000003' },
    ],
    text: `# Tweets From Ana

![rw-book-cover](https://pbs.twimg.com/profile_images/1/ana.jpg)

## Metadata
- Author: [[@ana on Twitter]]
- Full Title: Tweets From Ana
- Category: #tweets
- URL: https://twitter.com/ana

## Highlights
- A thread on how to read old maps:
  
  ![](https://pbs.twimg.com/media/FAbcd.jpg) ([View Tweet](https://twitter.com/ana/status/1445000000000000001))
- ![](https://pbs.twimg.com/media/FEfgh.jpg) ([View Tweet](https://x.com/ana/status/1445000000000000002?s=20))
- North is up 🧭 ([View Tweet](https://twitter.com/ana/status/1445000000000000003))

My own map of the quarter: [[Maps]]
`,
    mine: ['My own map of the quarter: [[Maps]]'],
  },
  {
    name: 'a podcast with links to times',
    path: 'Readwise/Podcasts/On sleep.md',
    book: {
      title: 'On Sleep',
      author: 'A Podcast',
      category: 'podcasts',
      source: 'snipd',
      sourceUrl: 'https://share.snipd.com/episode/0a1b',
    },
    highlights: [
      { text: 'Why we sleep at all\n\nNobody knows in full.', url: 'https://share.snipd.com/snip/11aa-22bb' },
      {
        text: 'Light in the morning sets the clock of the body.',
        url: 'https://share.snipd.com/snip/33cc-44dd',
        note: 'Ten minutes are enough.',
      },
    ],
    text: `# On Sleep

![rw-book-cover](https://wsrv.nl/?url=https%3A%2F%2Fexample.org%2Fcover.png&w=200&h=200)

## Metadata
- Author: [[A Podcast]]
- Full Title: On Sleep
- Category: #podcasts
- URL: https://share.snipd.com/episode/0a1b

## Highlights
- Why we sleep at all
  
  Nobody knows in full. ([Time 0:01:12](https://share.snipd.com/snip/11aa-22bb))
- Light in the morning sets the clock of the body. ([Time 0:12:31](https://share.snipd.com/snip/33cc-44dd))
    - **Note:** Ten minutes are enough.
`,
    mine: [],
  },
  {
    name: 'cropped to the highlights, in a folder of the person',
    path: 'Zettel/202301051200.md',
    book: { title: 'The Shallows', author: 'Nicholas Carr', asin: 'B003LPWYTA', source: 'kindle' },
    highlights: [
      { text: 'The Net’s interactivity gives us powerful new tools.', location: 80 },
      {
        text: 'What the Net seems to be doing is chipping away my capacity for concentration.',
        location: 91,
      },
      { text: 'Media work their magic, or their mischief.', location: 99 },
    ],
    text: `## Highlights
- The Net’s interactivity gives us powerful new tools. (${kindle('B003LPWYTA', 80)})
- What the Net seems to be doing is chipping away my capacity for concentration. (${kindle('B003LPWYTA', 91)})
    - I noticed the same in 2019.
- Media work their magic, or their mischief. (${kindle('B003LPWYTA', 99)})
`,
    mine: ['- I noticed the same in 2019.'],
  },
  {
    name: 'quotes with properties, notes in bold and rules between',
    path: 'Sources/The Shape of Design.md',
    book: {
      title: 'The Shape of Design',
      author: 'Frank Chimero',
      category: 'articles',
      sourceUrl: 'https://shapeofdesignbook.com/',
    },
    highlights: [
      {
        text: 'The relationship between form and purpose is symbiotic.',
        ...reader(11),
        note: 'How and why.',
      },
      {
        text: 'Craft links us to a larger tradition of makers.\nIt folds the long line.',
        ...reader(12),
        tags: ['craft'],
      },
    ],
    text: `---
tags: [source/article]
author: "[[Frank Chimero]]"
url: https://shapeofdesignbook.com/
status: read
---
> [!info]- About
> ${COVER}
> Full Title:: The Shape of Design
> Author:: [[Frank Chimero]]

# Highlights

> The relationship between form and purpose is symbiotic.
> ([View Highlight](https://read.readwise.io/read/${reader(11).externalId ?? ''}))

**Note:** How and why.

---

> Craft links us to a larger tradition of makers.
> It folds the long line.
> ([View Highlight](https://read.readwise.io/read/${reader(12).externalId ?? ''}))

**Tags:** #craft

---
`,
    mine: ['status: read'],
  },
  {
    name: 'headings from notes, and callouts',
    path: 'Readwise/Books/Walden; or, Life in the Woods.md',
    book: {
      title: 'Walden; or, Life in the Woods',
      author: 'Henry David Thoreau',
      asin: 'B0084B2XXQ',
      source: 'kindle',
    },
    highlights: [
      { text: 'Economy', note: '.h1', location: 10 },
      { text: 'The mass of men lead lives of quiet desperation.', location: 120 },
      { text: 'Where I Lived, and What I Lived For', note: '.h2', location: 1200 },
      {
        text: 'I went to the woods because I wished to live deliberately.',
        location: 1243,
        note: 'Compare Seneca.',
      },
    ],
    text: `# Walden; or, Life in the Woods

## Metadata
- Author: [[Henry David Thoreau]]
- Full Title: Walden; or, Life in the Woods
- Category: #books

## Highlights
# Economy

> [!quote] ${kindle('B0084B2XXQ', 120)}
> The mass of men lead lives of quiet desperation.

## Where I Lived, and What I Lived For

> [!quote] ${kindle('B0084B2XXQ', 1243)}
> I went to the woods because I wished to live deliberately.
> > [!note]
> > Compare Seneca.
`,
    mine: [],
  },
  {
    name: 'images inside items, with notes and tags below',
    path: 'Readwise/Articles/Charts.md',
    book: {
      title: 'Charts That Work',
      author: 'E. T.',
      category: 'articles',
      sourceUrl: 'https://example.org/charts?utm_source=feed',
    },
    highlights: [
      {
        text: 'Above all else show the data.\n\n![A chart](https://example.org/a.png)\n\nErase the rest.',
        ...reader(21),
        note: 'My rule, too.',
        tags: ['charts', 'rules'],
      },
      { text: '![](https://example.org/b.png)', ...reader(22), note: 'The best of all.' },
    ],
    text: `# Charts That Work

${COVER}

## Metadata
- Author: [[E. T.]]
- Full Title: Charts That Work
- Category: #articles
- URL: https://example.org/charts

## Highlights
- Above all else show the data.
  
  ![A chart](https://example.org/a.png)
  
  Erase the rest. (${readerLink(21)})
    - **Note:** My rule, too.
    - **Tags:** [[charts]] [[rules]]
- ![](https://example.org/b.png) (${readerLink(22)})
    - **Note:** The best of all.
`,
    mine: [],
  },
  {
    name: 'block ids, the link below each passage, and a journal around',
    path: 'Library/Meditations (Highlights).md',
    book: { title: 'Meditations', author: 'Marcus Aurelius', sourceUrl: 'https://example.org/meditations' },
    highlights: [
      { text: 'The soul becomes dyed with the colour of its thoughts.' },
      { text: 'Waste no more time arguing what a good man should be. Be one.', note: 'Daily.' },
    ],
    text: `## Meditations (Highlights)

Read in spring, when I was ill and had much time for it.

The soul becomes dyed with the colour of its thoughts.

[View Highlight](https://readwise.io/open/512000001) ^rwhi512000001

- Waste no more time arguing about what a good man should be. Be one.
    - [open](https://readwise.io/open/512000002)
    - Note: Daily.
    - I try.

Nothing else of it stayed with me.
`,
    mine: [
      'Read in spring, when I was ill and had much time for it.',
      '- I try.',
      'Nothing else of it stayed with me.',
    ],
  },
];

const TWO: Pick<NoteOfPeople, 'book' | 'highlights' | 'path'> = {
  path: 'Mirror/Meditations.md',
  book: { title: 'Meditations', author: 'Marcus Aurelius' },
  highlights: [
    { text: 'The soul becomes dyed with the colour of its thoughts.' },
    { text: 'Be one.', note: 'Daily.' },
  ],
};

/** Notes of other plugins that mark passages with ids. */
export const OTHERS: readonly NoteOfPeople[] = [
  {
    ...TWO,
    name: 'ids at the ends of list items',
    text: '# Meditations\n\n- The soul becomes dyed with the colour of its thoughts. ^rw512000001\n- Be one. ^rw512000002\n    - Note: Daily.\n    - I try.\n',
    mine: ['- I try.'],
  },
  {
    ...TWO,
    name: 'ids in comments',
    text: '# Meditations\n\nThe soul becomes dyed with the colour of its thoughts. %%512000001%%\n\nBe one. %%512000002%%\nNote: Daily.\n\nI try.\n',
    mine: ['I try.'],
  },
  {
    ...TWO,
    name: 'inline fields, one of them in the properties',
    text: '---\nhighlight_id: 512000001\n---\n# Meditations\n\n> The soul becomes dyed with the colour of its thoughts.\n\n> Be one.\n> highlight_id:: 512000002\n\nNote: Daily.\n',
    mine: [],
  },
];
