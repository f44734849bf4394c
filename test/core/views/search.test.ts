import fc from 'fast-check';
import type { MarkedText, SearchHit } from '../../../src/core/views/search';
import { HISTORIES } from '../../property/runs';
import { naiveExactSearch, naiveSearch } from './naive-search';
import { add, indexOf, sampleRecord, search, type SampleRecord } from './sample-records';

const ALL = { limit: 1000 };
const anchors = (hits: readonly SearchHit[]): readonly string[] =>
  hits.map(({ highlight }) => highlight.anchor);
const marked = ({ text, matches }: MarkedText): readonly string[] =>
  matches.map(({ start, end }) => text.slice(start, end));

/** Anchors found among highlights with these texts, in order of their rank. */
const found = (texts: readonly string[], query: string): readonly string[] =>
  search(indexOf([sampleRecord(1, { highlights: texts.map((text) => ({ text })) })]), query).map(
    ({ text }) => text.text,
  );

const WORDS = [
  'shore',
  'short',
  'shorten',
  'ashore',
  'sorth',
  'store',
  'a',
  'the',
  'thé',
  'Stoa',
  'rest',
  'arrest',
  'toast',
  'coast',
  'coasts',
  'Übersetz',
  'ubers',
  'vendor',
  '1905',
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const highlight = fc.record({
  text,
  note: text,
  tags: fc.array(text, { maxLength: 2 }),
  at: fc.constantFrom('2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'),
});
const records: fc.Arbitrary<readonly SampleRecord[]> = fc.array(
  fc.record({
    title: text,
    author: text,
    tags: fc.array(text, { maxLength: 2 }),
    highlights: fc.array(highlight, { maxLength: 4 }),
  }),
  { maxLength: 5 },
);
const query = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(
        'shor',
        'hor',
        'sohrt',
        'shxrt',
        'shrt',
        'shoort',
        'toas',
        'coats',
        'vendro',
        'endor',
        'ÜBERS',
        'he',
        '19',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join(' '));

const indexed = (given: readonly SampleRecord[]) =>
  indexOf(given.map((one, index) => sampleRecord(index + 1, one)));

describe('search', () => {
  it.each([
    ['sho', 'it is its beginning', ['We short it']],
    ['hort', 'it is a part of it', ['We short it']],
    ['ÜBER cafe', 'accents and case differ', ['über CAFÉ']],
    ['dont', 'it leaves out an apostrophe', ['I don’t know']],
    ['strasse', 'a letter has no plainer form', ['Die Straße']],
    ['言葉', 'the script has no blanks', ['美しい言葉です']],
  ])('should find a word by %s when %s', (wanted, _, expected) => {
    expect(
      found(['We short it', 'über CAFÉ', 'I don’t know', 'Die Straße', '美しい言葉です'], wanted),
    ).toEqual(expected);
  });

  it.each([
    ['ไม่มี', 'Thai', 'การเรียนรู้ที่จะอยู่กับความไม่แน่นอนเป็นสิ่งที่ทุกคนต้องฝึกฝนแม้ไม่มีใครสอนเราเลยก็ตาม'],
    ['ជីវិត', 'Khmer', 'ការរៀនរស់នៅជាមួយភាពមិនប្រាកដប្រជាគឺជាអ្វីដែលមនុស្សគ្រប់រូបត្រូវរៀនក្នុងជីវិត'],
  ])('should find %s far into a text when its script, %s, has no blanks', (wanted, _, given) => {
    expect(found([given, 'x'], wanted)).toEqual([given]);
  });

  it.each([
    ['バグ', 'ハク'],
    ['かぎ', 'かき'],
    ['パス', 'バス'],
    ['ปี', 'ปู'],
    ['कीमत', 'कामत'],
  ])('should not take %s for %s when the mark makes it another letter', (wanted, other) => {
    expect(found([other, wanted], wanted)).toEqual([wanted]);
  });

  it.each(['philosphy', 'philossophy', 'phylosophy', 'philosohpy'])(
    'should forgive one typo when the word is long, as in %s',
    (wanted) => {
      expect(found(['On philosophy'], wanted)).toEqual(['On philosophy']);
    },
  );

  it('should forgive none when the word is short or has two', () => {
    expect([found(['A life'], 'lfie'), found(['On philosophy'], 'philosfhi')]).toEqual([[], []]);
  });

  it('should find nothing when there is no word', () => {
    expect([found(['x'], ''), found(['x'], ' – !'), found([], 'x')]).toEqual([[], [], []]);
  });

  it('should need every word, wherever it stands', () => {
    const index = indexOf([
      sampleRecord(1, {
        title: 'Letters',
        author: 'Seneca',
        tags: ['stoic'],
        highlights: [{ text: 'on time', note: 'mine', tags: ['fav'] }, { text: 'on death' }],
      }),
    ]);
    expect(anchors(search(index, 'seneca letters stoic time mine fav'))).toEqual(['rw1001']);
    expect(anchors(search(index, 'seneca on'))).toEqual(['rw1001', 'rw1002']);
  });

  it('should put titles, authors and tags before texts', () => {
    const index = indexOf([
      sampleRecord(1, { highlights: [{ text: 'courage' }, { text: 'x', tags: ['courage'] }] }),
      sampleRecord(2, { title: 'Courage', highlights: [{ text: 'y' }, { text: 'courage' }] }),
    ]);
    expect(anchors(search(index, 'courage'))).toEqual(['rw2002', 'rw1002', 'rw2001', 'rw1001']);
  });

  it('should put better answers first: same, prefix, part, typo', () => {
    expect(found(['coats', 'seacoast', 'coastal', 'coast'], 'coast')).toEqual([
      'coast',
      'coastal',
      'seacoast',
      'coats',
    ]);
  });

  it('should put the whole phrase first, then what is nearest', () => {
    expect(
      found(
        ['good and other things that make a life', 'life good', 'good x life', 'the good life'],
        'good life',
      ),
    ).toEqual(['the good life', 'life good', 'good x life', 'good and other things that make a life']);
  });

  it('should see a phrase that begins twice', () => {
    expect(found(['a b a c', 'a a b c'], 'a b c')).toEqual(['a a b c', 'a b a c']);
  });

  it('should see no phrase across fields', () => {
    const index = indexOf([
      sampleRecord(1, {
        highlights: [{ text: 'good', note: 'life' }, { text: 'good x life' }, { text: 'good life' }],
      }),
    ]);
    expect(anchors(search(index, 'good life'))[0]).toBe('rw1003');
  });

  it('should put the latest first when all else is the same', () => {
    const index = indexOf([
      sampleRecord(1, {
        highlights: [
          { text: 'time' },
          { text: 'time', at: '2024-01-01T00:00:00.000Z' },
          { text: 'time', at: '2025-01-01T00:00:00.000Z' },
        ],
      }),
    ]);
    expect(anchors(search(index, 'time'))).toEqual(['rw1003', 'rw1002', 'rw1001']);
  });

  it('should say where the words are', () => {
    const index = indexOf([
      sampleRecord(1, {
        title: 'Über Zeit',
        author: 'Seneca',
        tags: ['Zeit'],
        highlights: [{ text: 'Zeitgeist\nund\u0007 Un-Zeit, zeti', note: 'die Zeiten' }],
      }),
    ]);
    const [hit] = search(index, 'zeit');
    if (hit === undefined) throw new Error('nothing found');
    expect(hit.text.text).toBe('Zeitgeist und Un-Zeit, zeti');
    expect([hit.title, hit.author, hit.text, hit.note, ...hit.tags].map(marked)).toEqual([
      ['Zeit'],
      [],
      ['Zeit', 'Zeit'],
      ['Zeit'],
      ['Zeit'],
    ]);
  });

  it('should no longer find what was replaced or removed', () => {
    const index = indexOf([
      sampleRecord(1, { highlights: [{ text: 'old words' }] }),
      sampleRecord(2, { highlights: [{ text: 'old news' }] }),
    ]);
    add(index, sampleRecord(1, { highlights: [{ text: 'new words' }] }));
    index.remove('b:2');
    expect([anchors(search(index, 'old')), anchors(search(index, 'new'))]).toEqual([[], ['rw1001']]);
    add(index, sampleRecord(1, { highlights: [] }));
    expect(search(index, 'new')).toEqual([]);
  });

  it('should find and show every highlight when a library has many, of very many words', () => {
    const words = (place: number): string =>
      Array.from({ length: 60 }, (_, each) => `w${String(place * 60 + each)}x`).join(' ');
    const index = indexOf(
      [1, 2].map((book) =>
        sampleRecord(book, {
          title: `Book ${String(book)}`,
          highlights: Array.from({ length: 150 }, (_, place) => ({
            text: words(book * 150 + place),
            tags: [`tag${String(place)}`],
          })),
        }),
      ),
    );
    for (const [wanted, itemKey, anchor, place] of [
      ['w9000x', 'b:1', 'rw1001', 150],
      ['w17999x', 'b:1', 'rw1150', 299],
      ['w22262x', 'b:2', 'rw2072', 371],
      ['w26999x', 'b:2', 'rw2150', 449],
    ] as const) {
      expect(
        search(index, wanted, { limit: 1 }).map(({ highlight, text: shown }) => [
          highlight.itemKey,
          highlight.anchor,
          shown.text,
        ]),
      ).toEqual([[itemKey, anchor, words(place)]]);
    }
    expect(anchors(search(index, 'tag149 book', { limit: 2 }))).toEqual(['rw1150', 'rw2150']);
  });

  it('should take no more words of a query than it can', () => {
    expect(found(['abc'], 'abc '.repeat(100_000))).toEqual(['abc']);
  });

  it('should find what a naive search finds', () => {
    fc.assert(
      fc.property(records, query, (given, wanted) => {
        expect([...anchors(search(indexed(given), wanted, ALL))].sort()).toEqual(
          [...naiveSearch(given, wanted)].sort(),
        );
      }),
      HISTORIES,
    );
  });

  it('should find all that have the very words of the query', () => {
    fc.assert(
      fc.property(
        records,
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
        (given, words) => {
          const wanted = words.join(' ');
          expect(anchors(search(indexed(given), wanted, ALL))).toEqual(
            expect.arrayContaining([...naiveExactSearch(given, wanted)]),
          );
        },
      ),
      HISTORIES,
    );
  });

  it('should give the same list in any order of records, and its beginning when it is limited (I8)', () => {
    fc.assert(
      fc.property(
        records,
        query,
        fc.nat({ max: 5 }),
        fc.infiniteStream(fc.nat({ max: 99 })),
        (given, wanted, limit, keys) => {
          const all = given.map((one, index) => ({
            record: sampleRecord(index + 1, one),
            key: Number(keys.next().value),
          }));
          const hits = search(indexOf(all.map(({ record }) => record)), wanted, ALL);
          const shuffled = [...all].sort((left, right) => left.key - right.key);
          expect(search(indexOf(shuffled.map(({ record }) => record)), wanted, ALL)).toEqual(hits);
          expect(search(indexOf(shuffled.map(({ record }) => record)), wanted, { limit })).toEqual(
            hits.slice(0, limit),
          );
        },
      ),
      HISTORIES,
    );
  });
});
