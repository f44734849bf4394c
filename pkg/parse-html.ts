import { createDocument } from '@mixmark-io/domino';
import type { ParseHtml } from '../src/notes/html/html-to-markdown';

/** Parses a page as a browser would; nothing in it runs or is loaded. */
export const parseHtml: ParseHtml = (html) => createDocument(html, true).body;
