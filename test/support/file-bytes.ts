const latin = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Beginnings of files as each format has them, with something behind it that tells one from the other. */
export const fileBytes = {
  png: (content: string) => latin(`\x89PNG\r\n\x1a\n${content}`),
  jpg: (content: string) => latin(`\xff\xd8\xff\xe0${content}`),
  gif: (content: string) => latin(`GIF89a${content}`),
  webp: (content: string) => latin(`RIFF\x10\x00\x00\x00WEBPVP8 ${content}`),
  avif: (content: string) => latin(`\x00\x00\x00\x1cftypavif\x00\x00\x00\x00${content}`),
  avifByBrand: (content: string) => latin(`\x00\x00\x00\x20ftypmif1\x00\x00\x00\x00mif1avif${content}`),
  heic: (content: string) => latin(`\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic${content}`),
  svg: (content: string) =>
    latin(`<svg xmlns="http://www.w3.org/2000/svg"><script>${content}</script></svg>`),
  html: (content: string) => latin(`<!doctype html><title>${content}</title>`),
  pdf: (content: string) => latin(`%PDF-1.7\n${content}`),
  epub: (content: string) =>
    latin(
      `PK\x03\x04\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x6f\x61\xab\x2c\x14\x00\x00\x00\x14\x00\x00\x00\x08\x00\x00\x00mimetypeapplication/epub+zip${content}`,
    ),
  /**
   * As a server writes it that begins its answer with a mark of the encoding and an empty line: readers go by
   * the first kilobyte.
   */
  pdfBehindBlanks: (content: string) => latin(`\xef\xbb\xbf\r\n%PDF-1.7\n${content}`),
  /** As a common program packs it, with the times of the entry behind its name. */
  epubWithTimes: (content: string) =>
    latin(
      `PK\x03\x04\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x6f\x61\xab\x2c\x14\x00\x00\x00\x14\x00\x00\x00\x08\x00\x1c\x00mimetypeUT\x09\x00\x03${'t'.repeat(8)}ux\x0b\x00\x01\x04${'u'.repeat(4)}\x04${'g'.repeat(4)}application/epub+zip${content}`,
    ),
  zip: (content: string) => latin(`PK\x03\x04\x14\x00\x00\x00${content}`),
} as const;
