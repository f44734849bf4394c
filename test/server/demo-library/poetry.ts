import type { DemoBook } from './demo-entry';

/** Poetry, whose line breaks matter, and writing in other scripts. */
export const POETRY: readonly DemoBook[] = [
  {
    added: '2023-11-05T21:00:00Z',
    book: {
      title: 'Poems',
      author: 'Emily Dickinson',
      source: 'kindle',
      coverImageUrl: 'https://covers.openlibrary.org/b/id/8235081-L.jpg',
      tags: ['poetry'],
    },
    highlights: [
      {
        text: 'Hope is the thing with feathers\nThat perches in the soul,\nAnd sings the tune without the words,\nAnd never stops at all,',
        location: 3,
        locationType: 'order',
        color: 'yellow',
        favorite: true,
      },
      {
        text: 'Because I could not stop for Death,\nHe kindly stopped for me;\nThe carriage held but just ourselves\nAnd Immortality.',
        location: 7,
        locationType: 'order',
        color: 'purple',
      },
      {
        text: 'To make a prairie it takes a clover and one bee,\nOne clover, and a bee,\nAnd revery.\nThe revery alone will do\nIf bees are few.',
        note: 'Know this one by heart.',
        location: 12,
        locationType: 'order',
        color: 'green',
      },
    ],
  },
  {
    added: '2023-11-19T21:00:00Z',
    book: { title: 'Leaves of Grass', author: 'Walt Whitman', source: 'ibooks', tags: ['poetry'] },
    highlights: [
      {
        text: 'I celebrate myself, and sing myself,\nAnd what I assume you shall assume,\nFor every atom belonging to me as good belongs to you.',
        location: 29,
        locationType: 'page',
        color: 'orange',
      },
      {
        text: 'Do I contradict myself?\nVery well then I contradict myself,\n(I am large, I contain multitudes.)',
        note: '.contradiction',
        location: 78,
        locationType: 'page',
        color: 'pink',
        favorite: true,
      },
      { text: 'I stop somewhere waiting for you.', location: 79, locationType: 'page', color: 'blue' },
    ],
  },
  {
    added: '2024-01-07T06:40:00Z',
    book: { title: 'おくのほそ道', author: '松尾芭蕉', source: 'kindle', tags: ['俳句', 'travel'] },
    highlights: [
      {
        text: '月日は百代の過客にして、行かふ年も又旅人也。',
        location: 1,
        locationType: 'order',
        color: 'yellow',
      },
      {
        text: '夏草や\n兵どもが\n夢の跡',
        note: 'At Hiraizumi.',
        location: 20,
        locationType: 'order',
        color: 'green',
        favorite: true,
      },
      { text: '閑さや\n岩にしみ入る\n蝉の声', location: 24, locationType: 'order', color: 'blue' },
    ],
  },
  {
    added: '2024-02-03T19:00:00Z',
    book: { title: 'ديوان المتنبي', author: 'أبو الطيب المتنبي', source: 'api', tags: ['شعر'] },
    highlights: [
      {
        text: 'الخَيْلُ وَاللّيْلُ وَالبَيْداءُ تَعرِفُني\nوَالسّيفُ وَالرّمحُ والقرْطاسُ وَالقَلَمُ',
        location: 1,
        locationType: 'order',
        color: 'orange',
      },
      {
        text: 'على قَدْرِ أهلِ العَزْمِ تأتي العَزائِمُ\nوَتأتي علَى قَدْرِ الكِرامِ المَكارمُ',
        location: 2,
        locationType: 'order',
        color: 'yellow',
      },
      {
        text: 'ما كلُّ ما يَتَمَنّى المَرْءُ يُدْرِكُهُ\nتجرِي الرّياحُ بمَا لا تَشتَهي السّفُنُ',
        note: '“The winds blow as the ships do not wish.”',
        location: 3,
        locationType: 'order',
        color: 'blue',
        favorite: true,
      },
    ],
  },
];
