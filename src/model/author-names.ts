// What follows a name after a comma and is no name of its own.
const SUFFIX = /,\s*(?=(?:jr|sr|ph\.?\s?d|m\.?d|esq|inc|llc|ltd|ii|iii|iv)\b\.?)/gi;
const KEPT_COMMA = '\u0001';

/** "Last, First": one comma, one word before it. */
const isInverted = (name: string): boolean => /^[^\s,]+,\s*[^,]+$/.test(name);

function splitJoined(text: string): readonly string[] {
  const parts = text.split(/\s+(?:and|&)\s+/);
  if (parts.every(isInverted)) return parts;
  return parts.flatMap((part) => part.split(','));
}

/**
 * The names in an author field. A semicolon separates names and nothing else then does; otherwise commas, ` and ` and ` & `
 * do. "Last, First" stays one name where every name between the "and"s has that form (one comma, one word before it), and
 * "Jr.", "PhD", "Inc." and the like stay with their name. Each name once.
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
