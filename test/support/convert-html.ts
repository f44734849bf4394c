import { convertPages, type ConvertPage } from '../../src/notes/html/convert-pages';

/** As the terminal program converts pages; the app gives the same bytes. */
export const convertHtml: ConvertPage = convertPages(
  async () => (await import('../../pkg/parse-html')).parseHtml,
);
