import type { RemoteImages } from '../../model/settings';
import { noteWithLocalFiles } from './local-files';
import { steppedTemplate, type RenderedNote, type SteppedTemplate } from '../template/template';
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
export function withRemoteImages(template: SteppedTemplate, images: RemoteImages): SteppedTemplate {
  return steppedTemplate(template.name, function* (item) {
    const note = noteWithLocalFiles(yield* template.steps(item), item);
    return images === 'show' ? note : noteWithLinks(note);
  });
}
