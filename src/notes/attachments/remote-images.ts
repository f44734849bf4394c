import type { RemoteImages } from '../../model/settings';
import { noteWithLocalFiles } from './local-files';
import type { NoteTemplate, RenderedNote } from '../template/template';
import { replaceImages, type FoundImage } from '../markdown/images';

/**
 * A text with links in the place of images from the web; code stays. What an image in a link shows becomes
 * the link's text.
 */
export const imagesAsLinks = (markdown: string): string =>
  replaceImages(markdown, (image) => (/^https?:/i.test(image.address) ? linkOf(image) : null));

function linkOf({ opening, marks, text, address, closing }: FoundImage): string {
  const name = text.replace(/\|[\dx\s]*$/, '').trim() || 'Image';
  const before = marks.replace(/!/g, '\\!');
  if (opening !== '' && closing !== '') return `[${before}${name}](`;
  // Two brackets in a row would begin a link into the vault.
  const gap = opening !== '' && before === '' ? ' ' : '';
  return `${opening}${gap}${before}[${name}](${address})${closing}`;
}

const noteWithLinks = ({ properties, header, blocks }: RenderedNote): RenderedNote => ({
  properties,
  header: imagesAsLinks(header),
  blocks: blocks.map(({ anchor, text }) => ({ anchor, text: imagesAsLinks(text) })),
});

/**
 * The template as it renders under that setting; what the vault has of an item's files is no image from the
 * web.
 */
export const withRemoteImages = (template: NoteTemplate, images: RemoteImages): NoteTemplate => ({
  name: template.name,
  render: (item) => {
    const note = noteWithLocalFiles(template.render(item), item);
    return images === 'show' ? note : noteWithLinks(note);
  },
});
