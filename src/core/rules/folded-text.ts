const ASCII = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;

/** A text in which case and accents no longer tell anything: "Ünïcode STRASSE" and "unicode straße" are one. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // By way of capitals, because "ß" has one and "ς" has that of "σ"; composed again, so that a syllable of Hangul stays whole.
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
