import type { RemoteImages } from '../../model/settings';
import { noteWithLocalFiles } from './local-files';
import type { NoteTemplate, RenderedNote } from '../template/template';
import { replaceImages, type FoundImage } from '../markdown/images';

/** Replaces remote images by links, except in code. A linked image becomes the link's text. */
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

const noteWithLinks = (note: RenderedNote): RenderedNote => ({
  ...note,
  header: imagesAsLinks(note.header),
  blocks: note.blocks.map(({ anchor, text }) => ({ anchor, text: imagesAsLinks(text) })),
});

/** Applies the setting for remote images. Local files are no remote images. */
export const withRemoteImages = (template: NoteTemplate, images: RemoteImages): NoteTemplate => ({
  name: template.name,
  render: async (item, options) => {
    const note = noteWithLocalFiles(await template.render(item, options), item);
    return images === 'show' ? note : noteWithLinks(note);
  },
});
