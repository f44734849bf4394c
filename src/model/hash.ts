// A local constant, because this is the innermost loop of a sync.
const { imul } = Math;

/**
 * A 53-bit fingerprint of a text in 11 characters, the same on every host, to detect edits. Not
 * cryptographic: multiply-and-mix over pairs of UTF-16 code units, finished as in Murmur.
 */
export const fingerprint = (text: string): string => lastDigits(valueOf(text), DIGITS_36, 11);

/** The end of a fingerprint in base 62: `length` characters, of which each tells 62 texts apart. */
export const shortMark = (text: string, length: number): string => lastDigits(valueOf(text), DIGITS, length);

/** A whole number from 0 to below `limit`, the same for the same text. */
export const hashBelow = (text: string, limit: number): number => valueOf(text) % limit;

const DIGITS_36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last `length` digits of a whole number, with leading zeros. `%` and `toString` are slow above 2³¹. */
function lastDigits(value: number, digits: string, length: number): string {
  let rest = value;
  let written = '';
  while (written.length < length) {
    const quotient = Math.floor(rest / digits.length);
    written = digits.charAt(rest - quotient * digits.length) + written;
    rest = quotient;
  }
  return written;
}

/** A whole number that is not negative, in base 62. */
export function toBase62(value: number): string {
  const rest = Math.floor(value / 62);
  return (rest === 0 ? '' : toBase62(rest)) + (DIGITS[value % 62] ?? '');
}

/** The number of `toBase62`. */
export const fromBase62 = (digits: string): number =>
  [...digits].reduce((value, digit) => value * 62 + DIGITS.indexOf(digit), 0);

function valueOf(text: string): number {
  let high = 0xdeadbeef ^ text.length;
  let low = 0x41c6ce57 ^ text.length;
  const even = text.length & ~1;
  for (let index = 0; index < even; index += 2) {
    const units = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
    high = imul(high ^ units, 0x9e3779b1);
    high ^= high >>> 15;
    low = imul(low ^ units, 0x5f356495);
    low ^= low >>> 13;
  }
  if (even < text.length) {
    high = imul(high ^ text.charCodeAt(even), 0x9e3779b1);
    low = imul(low ^ text.charCodeAt(even), 0x5f356495);
  }
  high = imul(high ^ (high >>> 16), 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = imul(low ^ (low >>> 16), 0x85ebca6b) ^ imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 0x100000000 * (low & 0x1fffff) + (high >>> 0);
}

/** The text in Unicode's composed form. */
export const composed = (text: string): string => (PLAIN.test(text) ? text : text.normalize('NFC'));

/** Removes differences that a linter or a file sync makes: Unicode form, line ends, blanks, empty lines. */
export function normalizeText(text: string): string {
  if (PLAIN.test(text) && !needsTrimming(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/([^ \t]|^)[ \t]+(?=\n|$)/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

// Characters that NFC leaves alone. Most texts consist of them and are returned without a copy.
const PLAIN = /^[\n -~\u00a0-\u00ff\u2010-\u2027\u2030-\u205e]*$/;

const needsTrimming = (text: string): boolean =>
  text.includes(' \n') ||
  text.includes('\n\n\n') ||
  text.startsWith('\n') ||
  text.endsWith('\n') ||
  text.endsWith(' ');
