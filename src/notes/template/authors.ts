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

function splitJoined(text: string): readonly string[] {
  const parts = text.split(/\s+(?:and|&)\s+/);
  if (parts.every(isInverted)) return parts;
  return parts.flatMap((part) => part.split(','));
}

/**
 * Splits an author field: at semicolons if there are any, else at commas, ` and ` and ` & `. "Last, First"
 * stays one name if every name between the "and"s has this form; "Jr.", "PhD", "Inc." and such stay with their
 * name; "Johnson and Johnson" is one name. No duplicates.
 */
export function authorNames(author: string): readonly string[] {
  const text = author.replace(SUFFIX, KEPT_COMMA);
  const isList = text.includes(';');
  const parts = isList ? text.split(';') : splitJoined(text);
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
