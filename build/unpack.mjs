import { inflate } from './inflate.mjs';

/** Stands between two texts; no text has it. */
export const SEPARATOR = '\0';

/** The texts that packed-texts.mjs made one string of. This part runs in the plugin. */
export const unpack = (packed) => unpackText(packed).split(SEPARATOR);

/** One text of `pack`, with the dictionary that it was packed with. */
export const unpackText = (packed, dictionary = '') =>
  new TextDecoder().decode(inflate(bytesOf(packed), new TextEncoder().encode(dictionary)));

/** Signs from `(` to `~` but for the two that a string or a template would have to escape: 85, so that five of them make four bytes. */
const digitOf = (code) => code - 40 - (code > 92) - (code > 96);

function bytesOf(packed) {
  const view = new DataView(new ArrayBuffer((packed.length / 5) * 4));
  for (let place = 0; place < packed.length; place += 5) {
    let value = 0;
    for (let sign = place; sign < place + 5; sign += 1) value = value * 85 + digitOf(packed.charCodeAt(sign));
    view.setUint32((place / 5) * 4, value);
  }
  return new Uint8Array(view.buffer);
}
