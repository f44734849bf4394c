import { createHtmlConverter, type ConvertHtml } from '../../src/html/html-to-markdown';
import { parseHtml } from '../../src/platform/node/parse-html';

/** As the terminal program converts pages; the app gives the same bytes. */
export const convertHtml: ConvertHtml = createHtmlConverter(parseHtml);
