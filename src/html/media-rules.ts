import { cleanText } from '../core/markdown/plain-text';
import { hostOf } from '../core/markdown/url';
import type { Resolve } from './addresses';
import { ancestor, attribute, elementsNamed, hasClass, isElement, nameOf } from './dom';
import { watchAddress } from './watch-address';
import { named, type RuleTable } from './text-rules';

const plainText = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

/** Text of ours in brackets: no sign in it means anything. */
const label = (text: string): string => plainText(text).replace(/[\\`*_[\]<&$~=%|^]/g, '\\$&');

function link(
  content: string,
  { node, address }: { readonly node: HTMLElement; readonly address: string },
): string {
  // Raised letters would make the mark of a footnote of the bracket before them.
  const text = content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^\^/, '\\^');
  if (address === '' || text === '' || /^\[[^]*\]\([^)]*\)$/.test(text)) return text;
  // The mark of a note in the text of a link would be a link in a link.
  if (elementsNamed(node, 'x-footnote-ref').length > 0) return text;
  return `[${text}](${address})`;
}

/** Where a picture may be named: pages that load theirs late have the address elsewhere. */
function addressesOf(image: HTMLElement): readonly string[] {
  const holder = image.parentNode;
  const sources = isElement(holder) && nameOf(holder) === 'picture' ? elementsNamed(holder, 'source') : [];
  const late = ['data-src', 'data-original', 'data-lazy-src'].map((name) => attribute(image, name));
  const sets = (...names: readonly string[]): readonly string[] =>
    [image, ...sources].flatMap((element) => names.map((name) => largestOf(attribute(element, name))));
  return [...late, ...sets('data-srcset', 'data-lazy-srcset'), attribute(image, 'src'), ...sets('srcset')];
}

function largestOf(sources: string): string {
  let best = '';
  let size = -1;
  for (const [, address = '', number = '1'] of sources.matchAll(
    /(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g,
  )) {
    if (Number(number) > size) [best, size] = [address, Number(number)];
  }
  return best;
}

/** A picture that nobody sees is there to be counted. */
function isTracker(image: HTMLElement): boolean {
  const size = (name: string): number => {
    const styled = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([\\d.]+)px`, 'i').exec(
      attribute(image, 'style'),
    )?.[1];
    const value = Number.parseFloat(attribute(image, name) || (styled ?? ''));
    return Number.isNaN(value) ? Infinity : value;
  };
  return size('width') <= 1 || size('height') <= 1;
}

const isEmoji = (image: HTMLElement): boolean =>
  hasClass(image, /^(?:emoji|wp-smiley|emojione|twemoji)$/) ||
  /^\p{Extended_Pictographic}\S{0,10}$/u.test(attribute(image, 'alt'));

function picture(image: HTMLElement, resolve: Resolve): string {
  if (isTracker(image)) return '';
  const text = label(attribute(image, 'alt').replace(/\|/g, '-'));
  if (isEmoji(image)) return plainText(attribute(image, 'alt'));
  const address =
    addressesOf(image)
      .map(resolve)
      .find((found) => /^https?:/i.test(found)) ?? '';
  return address === '' ? text : `![${text}](${address})`;
}

/** A film or sound, or a page in the page, as a link to it. */
function embedded(node: HTMLElement, resolve: Resolve): string {
  const sources = [node, ...elementsNamed(node, 'source', 'embed')];
  const address =
    sources
      .map((source) => resolve(attribute(source, 'src') || attribute(source, 'data-src')))
      .find((found) => found !== '') ?? '';
  if (address === '' || isTracker(node)) return '';
  const target = watchAddress(address);
  const name = label(attribute(node, 'title') || attribute(node, 'aria-label')) || hostOf(target);
  const text = ancestor(node, ['a']) === null ? `[${name}](${target})` : name;
  return ancestor(node, ['td', 'th']) === null ? `\n\n${text}\n\n` : text;
}

/** Links, and all that a page shows or plays from elsewhere. */
export const mediaRules = (resolve: Resolve): RuleTable => ({
  link: {
    filter: named('a'),
    replacement: (content, node) => link(content, { node, address: resolve(attribute(node, 'href')) }),
  },
  image: { filter: named('img'), replacement: (_content, node) => picture(node, resolve) },
  embedded: {
    filter: named('iframe', 'video', 'audio', 'embed'),
    replacement: (_content, node) => embedded(node, resolve),
  },
});
