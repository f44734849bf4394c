// What may follow a name after a comma without being another name.
const SUFFIX = /,\s*(?=(?:jr|sr|ph\.?\s?d|m\.?d|esq|inc|llc|ltd|ii|iii|iv)\b\.?)/gi;
const KEPT_COMMA = '\u0001';

const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.?)*$/u;

/**
 * "Last, First": one comma, with one word before it, or behind it one given name, which initials may follow, or
 * only initials.
 */
function isInverted(name: string): boolean {
  const [last = '', first, ...others] = name.split(',').map((part) => part.trim());
  if (first === undefined || others.length > 0 || last === '' || first === '') return false;
  const [, ...further] = first.split(/\s+/);
  return !/\s/.test(last) || further.every((word) => INITIAL.test(word));
}

/** "Last, First" with one given name, which initials may follow; "Prince, Bob Dylan" is none. */
const PAIR = /^[^,]+, ?[^\s,]+(?: \p{Lu}\.?)*$/u;

function splitJoined(text: string): readonly string[] {
  const groups = text.split(/,?\s+(?:and|&)\s+/);
  if (groups.every(isInverted)) return groups;
  const pairs = groups.flatMap(inPairs);
  // Two pairs may be four names of one word.
  const areNames = pairs.length > 2 && pairs.every((pair) => isInverted(pair) && PAIR.test(pair));
  return areNames ? pairs : groups.flatMap((group) => group.split(','));
}

/** "Last, First, Last, First" cut at every other comma. */
const inPairs = (list: string): readonly string[] =>
  (list.match(/[^,]+(?:,[^,]*)?/g) ?? []).map((pair) => pair.trim());

/** Stands between names, and in none. */
const SEPARATOR = /[;；、，\n]/;

/**
 * Splits an author field: at semicolons, line breaks and the commas of Chinese and Japanese if there are any, else
 * at commas, ` and ` and ` & `. "Last, First" stays one name if all names have this form; "Jr.", "PhD", "Inc." and
 * such stay with their name; "Johnson and Johnson" is one name. No duplicates.
 */
export function authorNames(author: string): readonly string[] {
  const text = author.replace(SUFFIX, KEPT_COMMA);
  const isList = SEPARATOR.test(text);
  const parts = isList ? text.split(SEPARATOR) : splitJoined(text);
  const names = parts
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|&)\s+/, '')
        .replaceAll(KEPT_COMMA, ', '),
    )
    .filter((name) => name !== '');
  const distinct = [...new Set(names)];
  const isOne = !isList && distinct.length === 1 && names.length > 1 && !text.includes(',');
  return isOne ? [author.trim()] : distinct;
}
