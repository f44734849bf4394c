import type { ParseHtml } from './html-to-markdown';

/** `address`: where the page comes from, for its relative links. */
export type ConvertPage = (html: string, address: string) => Promise<string>;

/** Makes markdown of pages. Parser and converter are loaded with the first page: most syncs have none. */
export const convertPages =
  (loadParser: () => Promise<ParseHtml>): ConvertPage =>
  async (html, address) => {
    const { createHtmlConverter } = await import('./html-to-markdown');
    return createHtmlConverter(await loadParser())(html, address);
  };
