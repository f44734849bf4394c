/** Date formats as Obsidian and Moment write them, such as `dddd, MMMM Do YYYY`, as formats of date-fns. */

/** Moment's tokens and those of date-fns with the same meaning. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['YYYY', 'yyyy'],
  ['YY', 'yy'],
  ['Y', 'y'],
  ['Q', 'Q'],
  ['Qo', 'Qo'],
  ['M', 'M'],
  ['Mo', 'Mo'],
  ['MM', 'MM'],
  ['MMM', 'MMM'],
  ['MMMM', 'MMMM'],
  ['D', 'd'],
  ['Do', 'do'],
  ['DD', 'dd'],
  ['DDD', 'D'],
  ['DDDo', 'Do'],
  ['DDDD', 'DDD'],
  ['dd', 'EEEEEE'],
  ['ddd', 'EEE'],
  ['dddd', 'EEEE'],
  ['E', 'i'],
  ['w', 'w'],
  ['wo', 'wo'],
  ['ww', 'ww'],
  ['W', 'I'],
  ['Wo', 'Io'],
  ['WW', 'II'],
  ['gggg', 'YYYY'],
  ['GGGG', 'RRRR'],
  ['A', 'a'],
  ['a', 'aaa'],
  ['H', 'H'],
  ['HH', 'HH'],
  ['h', 'h'],
  ['hh', 'hh'],
  ['k', 'k'],
  ['kk', 'kk'],
  ['m', 'm'],
  ['mm', 'mm'],
  ['s', 's'],
  ['ss', 'ss'],
  ['S', 'S'],
  ['SS', 'SS'],
  ['SSS', 'SSS'],
  ['Z', 'xxx'],
  ['ZZ', 'xx'],
  ['X', 't'],
  ['x', 'T'],
]);

/**
 * Whether a format is Moment's and not date-fns': outside of quotes it has Moment's year `Y`, day `D`, weekday
 * `ddd` or `A`; or a text in brackets and none of date-fns' own `yy`, `dd` and `EE`.
 */
export function isMomentFormat(pattern: string): boolean {
  const unquoted = pattern.replace(/'[^']*'/g, '');
  if (/[YDA]|ddd/.test(unquoted)) return true;
  return /\[[^[\]]*\]/.test(unquoted) && !/yy|dd|EE/.test(unquoted);
}

/** Texts in brackets, tokens (letters that repeat, with an `o` for ordinals), and everything else. */
const PARTS = /\[([^[\]]*)\]|([A-Za-z])\2*o?|[^A-Za-z[]+|\[/g;

export type TranslatedFormat =
  { readonly ok: true; readonly pattern: string } | { readonly ok: false; readonly unknown: string };

/** A format of Moment as one of date-fns, or the first part that is no token. */
export function translateMoment(pattern: string): TranslatedFormat {
  let translated = '';
  let text = '';
  for (const [part, literal, letter] of pattern.matchAll(PARTS)) {
    const token = TOKENS.get(part);
    if (letter !== undefined && token === undefined) return { ok: false, unknown: part };
    if (token === undefined) {
      text += literal ?? part;
    } else {
      translated += quoted(text) + token;
      text = '';
    }
  }
  return { ok: true, pattern: translated + quoted(text) };
}

/** Plain text in a format of date-fns. */
const quoted = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", "''")}'`);
