import fc from 'fast-check';
import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { remoteImagesIn, withRemoteImages } from '../../../src/notes/attachments/remote-images';
import { everyPart, readNote } from '../../support/note-reader/read-note';
import { whatActs } from '../../support/note-reader/what-acts';
import { ordinaryText } from '../../support/ordinary-text';
import { HISTORIES } from '../../property/runs';
import { compiled } from '../../model/compiled';
import { isInLocalNetwork } from '../../../src/notes/attachments/private-host';
import { hostileText } from '../../model/hostile-text';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';
import { settledText } from '../../../src/notes/template/settle';
import { passageText } from '../../model/passage-text';

const imagesAsLinks = (markdown: string): string => remoteImagesIn(markdown, 'link');

describe('remoteImagesIn', () => {
  it.each([
    ['an image', 'see ![a *map*](https://b.c/d.png) here', 'see [a *map*](https://b.c/d.png) here'],
    ['an image with its width', '![Cover|80](https://b.c/d.png)', '[Cover](https://b.c/d.png)'],
    ['an image with its width and height', '![|180x20](https://b.c/d.png)', '[Image](https://b.c/d.png)'],
    ['an image without a text', '![](https://b.c/(d).png)', '[Image](https://b.c/(d).png)'],
    ['an image with a title', '![a](https://b.c/d.png "e")', '[a](https://b.c/d.png)'],
    ['an image in a link', '[![a](https://b.c/d.png)](https://e.f)', '[a](https://e.f)'],
    ['an image behind a bracket', '[![a](https://b.c/d.png) b', '[ [a](https://b.c/d.png) b'],
    ['an image behind an escape', '\\\\![a](https://b.c)', '\\\\[a](https://b.c)'],
    ['an escaped mark', '\\![a](https://b.c)', '\\![a](https://b.c)'],
    [
      'code',
      '`![a](https://b.c)` and\n\n```md\n![a](https://b.c)\n```',
      '`![a](https://b.c)` and\n\n```md\n![a](https://b.c)\n```',
    ],
    ['a link', '[a](https://b.c)!', '[a](https://b.c)!'],
  ])('should show %s as a link, or leave it', (_what, markdown, expected) => {
    expect(imagesAsLinks(markdown)).toBe(expected);
  });

  it.each([
    [
      'an image of the local network',
      '![a|100](http://192.168.1.1/reboot)',
      '[a](http://192.168.1.1/reboot)',
    ],
    ['a linked one', '[![a](http://127.0.0.1/x)](https://b.c)', '[a](https://b.c)'],
    [
      'one among others',
      '![a](https://b.c) ![](http://router.local/x)',
      '![a](https://b.c) [Image](http://router.local/x)',
    ],
    ['one of the web', '![a](https://b.c/d.png)', '![a](https://b.c/d.png)'],
    ['a link into the local network', '[a](http://router.local)', '[a](http://router.local)'],
    ['code', '`![a](http://router.local/x)`', '`![a](http://router.local/x)`'],
  ])('should keep from loading, or leave, %s when images are shown', (_what, markdown, expected) => {
    expect(remoteImagesIn(markdown, 'show')).toBe(expected);
  });

  const images = fc.constantFrom(
    '![a](http://192.168.1.1/x)',
    '](http://router.local)',
    '![',
    '![a](https://b.c/d.png)',
    '![a [b] c](https://b.c/d.png)',
    '![`x`](https://b.c/`y`)',
    '[![',
    '](https://b.c)',
    '![a\\]](https://b.c)',
    '![![a](https://b.c)](https://d.e)',
    '!',
    '\\',
    '`',
  );
  const text = fc.oneof(
    fc.array(fc.oneof(images, hostileText()), { maxLength: 8 }).map((parts) => parts.join('')),
    ordinaryText(),
  );

  it('should leave no image and wake nothing when any passage is written with images as links (I10)', () => {
    fc.assert(
      fc.property(text, (source) => {
        const passage = settledText(passageText(source));
        const shown = [...everyPart(readNote(remoteImagesIn(passage, 'show'), 'no formulas').parts)];
        expect(shown.filter(({ kind, detail }) => kind === 'image' && isInLocalNetwork(detail))).toEqual([]);
        const markdown = imagesAsLinks(passage);
        for (const formulas of ['formulas', 'no formulas'] as const) {
          const found = [
            ...whatActs(markdown, formulas),
            ...[...everyPart(readNote(markdown, formulas).parts)]
              .filter((part) => part.kind === 'image')
              .map((part) => `image: ${part.detail}`),
          ];
          if (found.length > 0) throw new Error(`${found.join('\n')}\n${markdown}`);
        }
      }),
      HISTORIES,
    );
  });
});

describe('withRemoteImages', () => {
  const template = compiled(builtInStyles.classic);
  const item = sampleItem({
    book: sampleBook({ title: 'x', coverUrl: 'https://b.c/d.png', summary: '![a](https://b.c/e.png)' }),
    highlights: [sampleHighlight({ text: '![a](https://b.c/f.png)', note: '![](https://b.c/g.png)' })],
  });

  it('should write links for the cover and for the images of every passage when the setting says so', async () => {
    const { properties, header, blocks } = await withRemoteImages(template, 'link').render(item);
    expect([header, ...blocks.map((block) => block.text)].join('\n')).not.toContain('![');
    expect(header).toMatch(/^\[Cover\]\(https:\/\/b\.c\/d\.png\)\n/);
    expect(header).toContain('\n> [a](https://b.c/e.png)');
    expect(blocks[0]?.text).toContain('> [a](https://b.c/f.png)\n>\n> **Note:** [Image](https://b.c/g.png)');
    expect(properties).toContainEqual(['cover', 'https://b.c/d.png']);
  });

  it('should write what the template writes when images are shown', async () => {
    expect(await withRemoteImages(template, 'show').render(item)).toEqual(await template.render(item));
  });

  it('should load nothing from the local network when a page names its images and cover there', async () => {
    const hostile = sampleItem({
      book: sampleBook({
        title: 'x',
        coverUrl: 'http://192.168.1.1/reboot',
        summary: '![a](http://router/e)',
      }),
      highlights: [sampleHighlight({ text: '![a](http://127.0.0.1/f)', note: '![](https://b.c/g.png)' })],
    });
    const { properties, header, blocks } = await withRemoteImages(template, 'show').render(hostile);
    expect(header).toMatch(/^\[Cover\]\(http:\/\/192\.168\.1\.1\/reboot\)\n/);
    expect(header).toContain('\n> [a](http://router/e)');
    expect(blocks[0]?.text).toContain('> [a](http://127.0.0.1/f)\n>\n> **Note:** ![](https://b.c/g.png)');
    expect(properties.map(([name]) => name)).not.toContain('cover');
  });

  it('should keep the address of an item that is itself an image of the local network when it is its own cover', async () => {
    const address = 'http://192.168.1.1/plan.png';
    const image = sampleItem({ book: sampleBook({ coverUrl: address, sourceUrl: address }) });
    const { properties } = await withRemoteImages(template, 'show').render(image);
    expect(properties).toContainEqual(['url', address]);
  });
});
