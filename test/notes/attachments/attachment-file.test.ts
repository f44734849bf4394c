import {
  attachmentName,
  attachmentNamesIn,
  fileTypeOf,
  readAttachmentName,
} from '../../../src/notes/attachments/attachment-file';
import { fileBytes } from '../../support/file-bytes';

const [content, source] = ['0123456789abcdef', 'fedcba9876543210'];
const NAME = `${content}-${source}.png`;

describe('the name of an attachment', () => {
  it('should be read as it is written', () => {
    expect(attachmentName({ content, source, ending: 'png' })).toBe(NAME);
    expect(readAttachmentName(NAME)).toEqual({ content, source });
  });

  it.each([
    'a.png',
    `${NAME}.md`,
    `x${NAME}`,
    NAME.toUpperCase(),
    `${content}-${source}.svg`,
    `${content}-${source}`,
    `${content}-${source} 1.png`,
  ])('should be none of ours: %s', (name) => {
    expect(readAttachmentName(name)).toBeNull();
  });

  it('should be found in a text, once', () => {
    expect(
      attachmentNamesIn(
        `![a](${NAME}) cover: "[[${NAME}]]" ![[Folder/${content}-${content}.pdf|x]] ${NAME}x 0${NAME}`,
      ),
    ).toEqual([NAME, `${content}-${content}.pdf`]);
  });
});

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
