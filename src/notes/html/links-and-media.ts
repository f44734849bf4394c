import type TurndownService from 'turndown';
import { cleanText } from '../../model/clean-text';
import { hostOf, linkTarget } from '../markdown/url';
import { ancestor, attribute, elementsNamed, hasClass, isBlank, isElement, isText, nameOf } from './dom';

/** Resolves a link to a web or mail address that is safe in markdown, or ''. */
type Resolve = (address: string) => string;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Resolves against the page's base element, else the address of the page. Without either, relative links are
 * dropped.
 */
export function resolverOf(document: Document, fetchedFrom: string): Resolve {
  const [element] = elementsNamed(document.documentElement, 'base');
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

/** Text for brackets, with all markup escaped. */
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
  // Markdown has no links within links (embedded films, footnote marks).
  if (address === '' || text === '' || /^\[[^]*\]\([^)]*\)$/.test(text)) return text;
  if (elementsNamed(node, 'x-footnote-ref').length > 0) return text;
  // After `!` it would be an image.
  const before = node.previousSibling;
  const gap = isText(before) && before.data.endsWith('!') ? ' ' : '';
  return `${gap}[${text}](${address})`;
}

/** Possible addresses of an image. Pages with lazy loading keep them in other attributes. */
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

/** Invisible images are trackers. */
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

/** A film, sound or embedded page as a link. */
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

/** Rules for links, images and embedded media. */
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
