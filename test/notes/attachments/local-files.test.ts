import { coverOf, noteWithLocalFiles, withLocalImages } from '../../../src/notes/attachments/local-files';
import type { LocalFiles } from '../../../src/model/model';
import { remoteImagesIn } from '../../../src/notes/attachments/remote-images';
import { writePage } from '../../../src/notes/markdown/write';
import { sampleDocument, sampleItem } from '../../model/sample-item';

const NAME = '0123456789abcdef-fedcba9876543210.png';
const all = (): string => NAME;

describe('files of the vault in the place of images from the web', () => {
  it.each([
    ['![a](https://example.org/a.png)', `![a](${NAME})`],
    ['![](https://example.org/a.png "title")', `![](${NAME})`],
    ['![a|180](https://example.org/a_(1).png) b', `![a|180](${NAME}) b`],
    ['[![a](https://example.org/a.png)](https://example.org)', `[![a](${NAME})](https://example.org)`],
    ['!![a](https://example.org/a.png)', `!![a](${NAME})`],
    ['| ![a](https://example.org/a.png) | b |', `| ![a](${NAME}) | b |`],
    ['\\![a](https://example.org/a.png)', '\\![a](https://example.org/a.png)'],
    ['`![a](https://example.org/a.png)`', '`![a](https://example.org/a.png)`'],
    ['```\n![a](https://example.org/a.png)\n```', '```\n![a](https://example.org/a.png)\n```'],
    ['[a](https://example.org/a.png)', '[a](https://example.org/a.png)'],
  ])('should stand where an image stood, and nowhere else: %j', (before, after) => {
    expect(withLocalImages(before, all)).toBe(after);
  });

  it('should be asked for by the address that stands in the note', () => {
    const asked: string[] = [];
    withLocalImages(
      writePage('![a](https://example.org/a b.png) ![b](https://example.org/b~~c.png)'),
      (address) => {
        asked.push(address);
        return null;
      },
    );
    expect(asked).toEqual(['https://example.org/b~%7Ec.png']);
  });

  it('should be images, not links, where images from the web are links', () => {
    expect(remoteImagesIn(`![a](${NAME}) ![b](https://example.org/b.png)`, 'link')).toBe(
      `![a](${NAME}) [b](https://example.org/b.png)`,
    );
  });

  describe('in a note', () => {
    const cover = 'https://example.org/cover.jpg';
    const withCover = (sourceUrl = '') =>
      sampleItem({ document: sampleDocument({ imageUrl: cover, sourceUrl }) });
    const note = {
      properties: [
        ['cover', cover],
        ['url', cover],
      ] as const,
      header: `![c](${cover}) ![i](https://example.org/i.png)`,
      blocks: [{ anchor: 'rw1', text: `![c](${cover})` }],
    };
    const files = (use: 'cover' | 'image'): LocalFiles => ({
      of: (_address, asked) => (asked === use ? NAME : null),
      file: null,
    });

    it('should be covers in header and properties, where only covers are wanted', () => {
      expect(
        noteWithLocalFiles(
          { ...note, properties: [['cover', cover]] },
          { ...withCover(), files: files('cover') },
        ),
      ).toEqual({
        properties: [['cover', `[[${NAME}]]`]],
        header: `![c](${NAME}) ![i](https://example.org/i.png)`,
        blocks: note.blocks,
      });
    });

    it('should be all other images, where only those are wanted', () => {
      expect(noteWithLocalFiles(note, { ...withCover(), files: files('image') })).toEqual({
        ...note,
        header: `![c](${cover}) ![i](${NAME})`,
        blocks: [{ anchor: 'rw1', text: `![c](${NAME})` }],
      });
    });

    it('should leave the properties of an item alone that is its own cover, because they say where it is', () => {
      expect(noteWithLocalFiles(note, { ...withCover(cover), files: files('cover') }).properties).toEqual(
        note.properties,
      );
    });

    it('should be nothing at all without files, and for an item without a cover', () => {
      expect(noteWithLocalFiles(note, withCover())).toBe(note);
      expect(coverOf(sampleItem())).toBe('');
    });
  });
});
