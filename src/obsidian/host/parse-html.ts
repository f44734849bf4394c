import type { ParseHtml } from '../../notes/html/html-to-markdown';

/** Parses HTML into a detached document, where no script runs and nothing is loaded. */
export const parseHtml: ParseHtml = (html) => new DOMParser().parseFromString(html, 'text/html').body;
