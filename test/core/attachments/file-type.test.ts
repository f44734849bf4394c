import { fileTypeOf } from '../../../src/core/attachments/file-type';
import { fileBytes } from '../../support/file-bytes';

describe('the type of a file', () => {
  it.each([
    ['png', 'png', 'image'],
    ['jpg', 'jpg', 'image'],
    ['gif', 'gif', 'image'],
    ['webp', 'webp', 'image'],
    ['avif', 'avif', 'image'],
    ['avifByBrand', 'avif', 'image'],
    ['pdf', 'pdf', 'document'],
    ['epub', 'epub', 'document'],
    ['pdfBehindBlanks', 'pdf', 'document'],
    ['epubWithTimes', 'epub', 'document'],
  ] as const)('should be told by its first bytes: %s', (type, ending, kind) => {
    expect(fileTypeOf(fileBytes[type]('whatever'))).toEqual({ ending, kind });
  });

  it.each(['heic', 'svg', 'html', 'zip'] as const)('should be none that is kept: %s', (type) => {
    expect(fileTypeOf(fileBytes[type]('whatever'))).toBeNull();
  });

  it('should be none for nothing, for the beginning of a format alone, and for what begins with something else', () => {
    expect(
      [
        new Uint8Array(),
        fileBytes.png('').subarray(0, 7),
        Uint8Array.from([88, ...fileBytes.pdf('')]),
        new Uint8Array(1000),
      ].map(fileTypeOf),
    ).toEqual([null, null, null, null]);
  });
});
