import { cleanText } from '../../model/clean-text';

const WEB = /^https?:\/\/[^\s/?#\\]/i;
/** Links that open a program at a place and can do nothing else. */
const APP = /^(?:mailto:\S|(?:zotero|kindle|bookends|calibre|x-devonthink-item|marginnote[34]app):\/\/\S)/i;
/**
 * The same in Obsidian and in this plugin, whose other actions write and run. Nothing else stands in them:
 * parameters can append to the note that is opened, or name another action.
 */
const ANY_NOTE =
  /^obsidian:\/\/open\/?(?:\?(?:vault|file|path|paneType)=[^&#\n]*(?:&(?:vault|file|path|paneType)=[^&#\n]*)*)?$/i;
const OWN_NOTE = /^obsidian:\/\/florilegium\/open\?(?:vault=[^\s&#]+&)?id=[\w-]+(?:&vault=[^\s&#]+)?$/i;
// Characters allowed in an address: unreserved, most reserved ones, and letters of all scripts (not their
// spaces).
const NOT_PLAIN =
  /[^A-Za-z0-9\-._~:/?#@!&+,;=%\u00a1-\u167f\u1681-\u1fff\u2070-\u2fff\u3001-\ufefe\uff00-\uffff]/g;

const percent = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character);
};

const NEEDS_NOTHING = /^https?:\/\/[A-Za-z0-9\-._/?#&,+]+$/;

function encode(address: string): string {
  if (NEEDS_NOTHING.test(address)) return address;
  return address
    .replace(NOT_PLAIN, percent)
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/::/g, ':%3A')
    .replace(/~~/g, '~%7E');
}

/**
 * A http(s) address that is safe anywhere in markdown, percent-encoded where a character could end a link or
 * be active in Obsidian. `''` for anything else.
 */
export function webAddress(value: string): string {
  const address = cleanText(value).trim();
  return WEB.test(address) && !address.includes('\n') ? encode(address) : '';
}

/**
 * A cover address of suitable size. Amazon's addresses contain the size, and the service asks for thumbnails.
 */
export function largerCover(url: string): string {
  return /\bamazon\./i.test(hostOf(url)) ? url.replace(/(_S[LXY])(?:75|160|200)(?=[_.])/, '$1500') : url;
}

/** Like `webAddress`, and links into mail and reading programs too: valid targets for links in passages. */
export function linkTarget(value: string): string {
  const address = cleanText(value).trim();
  const isProgram = APP.test(address) && !address.includes('\n');
  const isApp = isProgram || ANY_NOTE.test(address) || OWN_NOTE.test(address);
  return isApp ? encode(address) : webAddress(address);
}

/** Like `linkTarget`, without mail: where a thing can be read. */
export const placeAddress = (value: string): string => (/^\s*mailto:/i.test(value) ? '' : linkTarget(value));

/** The host of a web address in lower case without `www.`; `''` if there is none. */
export function hostOf(address: string): string {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address)?.[1] ?? '';
  return host.toLowerCase().replace(/^www\./, '');
}
