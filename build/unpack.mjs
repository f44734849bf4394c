import { inflate } from './inflate.mjs';

/** Stands between two texts; no text has it. */
export const SEPARATOR = '\0';

/** The texts that packed-texts.mjs made one string of. This part runs in the plugin. */
export const unpack = (packed) => new TextDecoder().decode(inflate(Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)))).split(SEPARATOR);
