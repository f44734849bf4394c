// What may follow a name after a comma without being another name.
const SUFFIX = /,\s*(?=(?:jr|sr|ph\.?\s?d|m\.?d|esq|inc|llc|ltd|ii|iii|iv)\b\.?)/gi;
const KEPT_COMMA = '\u0001';

/** "Last, First": one comma, with one word before it. */
const isInverted = (name: string): boolean => /^[^\s,]+,\s*[^,]+$/.test(name);

function splitJoined(text: string): readonly string[] {
  const parts = text.split(/\s+(?:and|&)\s+/);
  if (parts.every(isInverted)) return parts;
  return parts.flatMap((part) => part.split(','));
}

/**
 * Splits an author field: at semicolons if there are any, else at commas, ` and ` and ` & `. "Last, First"
 * stays one name if every name between the "and"s has this form; "Jr.", "PhD", "Inc." and such stay with
 * their name. No duplicates.
 */
export function authorNames(author: string): readonly string[] {
  const text = author.replace(SUFFIX, KEPT_COMMA);
  const parts = text.includes(';') ? text.split(';') : splitJoined(text);
  const names = parts
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|&)\s+/, '')
        .replaceAll(KEPT_COMMA, ', '),
    )
    .filter((name) => name !== '');
  return [...new Set(names)];
}
