import {
  attachmentName,
  attachmentNamesIn,
  readAttachmentName,
} from '../../../src/core/attachments/attachment-name';
import { dayOf, retryDay } from '../../../src/core/attachments/retry-day';

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

describe('the day of the next try', () => {
  it('should be further off each time, and never too far', () => {
    expect([1, 2, 3, 4, 7, 8, 50].map((tries) => retryDay(100, tries))).toEqual([
      101, 102, 104, 108, 164, 164, 164,
    ]);
    expect(dayOf(Date.UTC(2026, 0, 1))).toBe(20_454);
  });
});
