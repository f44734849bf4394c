import { createDocument } from '@mixmark-io/domino';
import type { ParseHtml } from '../notes/html/html-to-markdown';

/** Reads a page by the rules of HTML, as a browser would; nothing in it runs or is loaded. */
export const parseHtml: ParseHtml = (html) => createDocument(html, true).body;
