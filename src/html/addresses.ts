import { linkTarget } from '../core/markdown/url';
import { attribute } from './dom';

/** Where a page's links lead: web and mail addresses, safe in markdown; '' for anything else. */
export type Resolve = (address: string) => string;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BLANKS = /[\t\n\r]/g;

/** Against the page's own base, if it names one, else against the address it was fetched from: without one a relative address leads nowhere. */
export function resolverOf(document: Document, fetchedFrom: string): Resolve {
  const element = document.getElementsByTagName('base')[0];
  const base = linkTarget((element === undefined ? fetchedFrom : attribute(element, 'href')).trim());
  return (address) => {
    const clean = address.replace(BLANKS, '').trim();
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
