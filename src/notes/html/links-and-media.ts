import type TurndownService from 'turndown';
import { cleanText } from '../markdown/plain-text';
import { hostOf, linkTarget } from '../markdown/url';
import { ancestor, attribute, elementsNamed, hasClass, isBlank, isElement, isText, nameOf } from './dom';

/** Where a page's links lead: web and mail addresses, safe in markdown; '' for anything else. */
type Resolve = (address: string) => string;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Against the page's own base, if it names one, else against the address it was fetched from: without one a
 * relative address leads nowhere.
 */
export function resolverOf(document: Document, fetchedFrom: string): Resolve {
  const element = document.getElementsByTagName('base')[0];
  const base = linkTarget((element === undefined ? fetchedFrom : attribute(element, 'href')).trim());
  return (address) => {
    const clean = address.replace(/[\t\n\r]/g, '').trim();
    if (clean === '' || clean.startsWith('#')) return '';
    if (SCHEME.test(clean)) return linkTarget(clean);
    if (clean.startsWith('//')) return linkTarget(`https:${clean}`);
    return base === '' ? '' : linkTarget(joined(clean, base));
  };
}

function joined(address: string, base: string): string {
  try {
    return new URL(address, base).href;
  } catch {
    return '';
  }
}

/** Text of ours in brackets: no sign in it means anything. */
const label = (text: string): string =>
  cleanText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<&$~=%|^]/g, '\\$&');

function link(content: string, node: HTMLElement, address: string): string {
  const text = content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^\^/, '\\^');
  // A link in a link is none: an embedded film, or the mark of a footnote.
  if (address === '' || text === '' || /^\[[^]*\]\([^)]*\)$/.test(text)) return text;
  if (elementsNamed(node, 'x-footnote-ref').length > 0) return text;
  // Behind `!` it would be an image.
  const before = node.previousSibling;
  const gap = isText(before) && before.data.endsWith('!') ? ' ' : '';
  return `${gap}[${text}](${address})`;
}

/** Where a picture may be named: pages that load theirs late have the address elsewhere. */
function addressesOf(image: HTMLElement): readonly string[] {
  const holder = image.parentNode;
  const sources = isElement(holder) && nameOf(holder) === 'picture' ? elementsNamed(holder, 'source') : [];
  const named = (...names: readonly string[]): readonly string[] =>
    names.map((name) => attribute(image, name));
  const largest = (...names: readonly string[]): readonly string[] =>
    [image, ...sources].flatMap((element) => names.map((name) => largestOf(attribute(element, name))));
  return [
    ...named('data-src', 'data-original', 'data-lazy-src'),
    ...largest('data-srcset', 'data-lazy-srcset'),
    ...named('src'),
    ...largest('srcset'),
  ];
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
function isTracker(element: HTMLElement): boolean {
  const size = (name: string): number => {
    const styled = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([\\d.]+)px`, 'i').exec(
      attribute(element, 'style'),
    )?.[1];
    const value = Number.parseFloat(attribute(element, name) || (styled ?? ''));
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
  if (isEmoji(image)) return text;
  const addresses = addressesOf(image).map(resolve);
  const address = addresses.find((found) => /^https?:/i.test(found)) ?? '';
  return address === '' ? text : `![${text}](${address})`;
}

/** A film or sound, or a page in the page, as a link to it. */
function embedded(node: HTMLElement, resolve: Resolve): string {
  if (isTracker(node)) return '';
  const addresses = [node, ...elementsNamed(node, 'source', 'embed')].map((source) =>
    resolve(attribute(source, 'src') || attribute(source, 'data-src')),
  );
  const address = addresses.find((found) => found !== '') ?? '';
  if (address === '') return '';
  const name = label(attribute(node, 'title') || attribute(node, 'aria-label')) || hostOf(address);
  return `\n\n${ancestor(node, ['a']) === null ? `[${name}](${address})` : name}\n\n`;
}

/** Links, and all that a page shows or plays from elsewhere. */
export function addMediaRules(service: TurndownService, resolve: Resolve): void {
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) =>
      isBlank(content) ? content : link(content, node, resolve(attribute(node, 'href'))),
  });
  service.addRule('image', { filter: 'img', replacement: (_content, node) => picture(node, resolve) });
  service.addRule('embedded', {
    filter: ['iframe', 'video', 'audio', 'embed'],
    replacement: (_content, node) => embedded(node, resolve),
  });
}
