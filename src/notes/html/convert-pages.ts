import type { ParseHtml } from './html-to-markdown';

/** `address` is where the page comes from, for relative links. */
export type ConvertPage = (html: string, address: string) => Promise<string>;

/**
 * Converts pages to markdown. Parser and converter are loaded with the first page, because most syncs have
 * none.
 */
export const convertPages =
  (loadParser: () => Promise<ParseHtml>): ConvertPage =>
  async (html, address) => {
    const { createHtmlConverter } = await import('./html-to-markdown');
    return createHtmlConverter(await loadParser())(html, address);
  };
