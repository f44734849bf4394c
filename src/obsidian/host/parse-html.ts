import type { ParseHtml } from '../../notes/html/html-to-markdown';

/** Reads a page by the app's own parser; in a document that is shown nowhere nothing runs or is loaded. */
export const parseHtml: ParseHtml = (html) => new DOMParser().parseFromString(html, 'text/html').body;
