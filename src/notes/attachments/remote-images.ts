import type { Item } from '../../model/model';
import type { RemoteImages } from '../../model/settings';
import { coverOf, isItselfCover, noteWithLocalFiles } from './local-files';
import { isInLocalNetwork } from './private-host';
import type { NoteTemplate, RenderedNote } from '../template/template';
import { replaceImages, type FoundImage } from '../markdown/images';

const TARGETS = /\]\( *<?(https?:[^\s<>)]*)/gi;

/**
 * Remote images as the setting wants them, except in code: shown, or as links. Those of the local network are
 * always links, because any page can name one, and looking at the note would send the request. A linked image
 * becomes the link's text.
 */
export function remoteImagesIn(markdown: string, images: RemoteImages): string {
  if (images === 'link')
    return replaceImages(markdown, (image) => (/^https?:/i.test(image.address) ? linkOf(image) : null));
  if (!markdown.includes('![')) return markdown;
  const isSafe = [...markdown.matchAll(TARGETS)].every(([, address = '']) => !isInLocalNetwork(address));
  if (isSafe) return markdown;
  return replaceImages(markdown, (image) => (isInLocalNetwork(image.address) ? linkOf(image) : null));
}

function linkOf({ opening, marks, text, address, closing }: FoundImage): string {
  const name = text.replace(/\|[\dx\s]*$/, '').trim() || 'Image';
  const before = marks.replace(/!/g, '\\!');
  if (opening !== '' && closing !== '') return `[${before}${name}](`;
  // Two brackets in a row would begin a link into the vault.
  const gap = opening !== '' && before === '' ? ' ' : '';
  return `${opening}${gap}${before}[${name}](${address})${closing}`;
}

function noteWithRemoteImages(note: RenderedNote, item: Item, images: RemoteImages): RenderedNote {
  return {
    ...note,
    properties: isInLocalNetwork(coverOf(item)) ? withoutCover(note, item) : note.properties,
    header: remoteImagesIn(note.header, images),
    blocks: note.blocks.map(({ anchor, text }) => ({ anchor, text: remoteImagesIn(text, images) })),
  };
}

/** A Base shows the cover that is a property. */
function withoutCover({ properties }: RenderedNote, item: Item): RenderedNote['properties'] {
  if (isItselfCover(item)) return properties;
  const cover = coverOf(item);
  return properties.filter(([, value]) => value !== cover);
}

/** Applies the setting for remote images. Local files are no remote images. */
export const withRemoteImages = (template: NoteTemplate, images: RemoteImages): NoteTemplate => ({
  name: template.name,
  render: async (item, options) => {
    const note = noteWithLocalFiles(await template.render(item, options), item);
    return noteWithRemoteImages(note, item, images);
  },
});
