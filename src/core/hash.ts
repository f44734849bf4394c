/**
 * A 53-bit fingerprint of text as 11 characters of base 36, the same on every host. Not cryptographic: it tells whether a
 * person changed a text that we wrote, and nobody gains by making the two collide.
 * Two rounds of 32-bit multiply-and-mix (the classic Murmur finaliser) over the UTF-16 code units.
 */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const value = 0x100000000 * (low & 0x1fffff) + (high >>> 0);
  return value.toString(36).padStart(11, '0');
}

/**
 * Text as it counts for comparison: composed form, one kind of line end, no blanks at line ends, no runs of empty lines.
 * A linter or a file sync may change all of those without anybody having edited the text.
 */
export function normalizeText(text: string): string {
  if (PLAIN.test(text) && !LOOSE.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+(?=\n|$)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

// ASCII and a few common letters are their own composed form; most texts pass here without a copy.
const PLAIN = /^[\n -~\u00a0-\u00ff\u2010-\u2027\u2030-\u205e]*$/;
const LOOSE = /[ ]\n|[ ]$|\n{3}|^\n|\n$/;
