import { codeRanges } from '../note/code-ranges';
import type { NoteTemplate, RenderedNote } from '../template/template';

export const REMOTE_IMAGES = ['show', 'link'] as const;

/** `show`: as the service has them, loaded from the web when the note is looked at. `link`: as links, so that nothing is loaded. */
export type RemoteImages = (typeof REMOTE_IMAGES)[number];

// An escape is passed over as a whole. Texts and addresses of our own making have no bare bracket, blank or parenthesis in them.
const IMAGE = /\\[^]|(\[?)(!*)!\[((?:[^[\]\\]|\\[^])*)\]\(((?:[^\s()\\]|\([^\s()]*\))*)[^()\n]*\)(\]\()?/g;

/** A text with links in the place of images; code stays. What an image in a link shows becomes the link's text. */
export function imagesAsLinks(markdown: string): string {
  if (!markdown.includes('![')) return markdown;
  const code = codeRanges(markdown);
  let next = 0;
  return markdown.replace(IMAGE, (whole: string, ...found: readonly (string | number | undefined)[]) => {
    const [opening, marks, text, address, closing, at] = found;
    while ((code[next]?.end ?? Infinity) <= Number(at)) next += 1;
    if (typeof text !== 'string' || (code[next]?.start ?? Infinity) <= Number(at)) return whole;
    return linkOf({ opening: `${opening ?? ''}`, marks: `${marks ?? ''}`, text, address: `${address ?? ''}`, closing: `${closing ?? ''}` });
  });
}

interface FoundImage {
  readonly opening: string;
  /** More exclamation marks before the image's own. */
  readonly marks: string;
  readonly text: string;
  readonly address: string;
  readonly closing: string;
}

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

/** The template as it renders under that setting. */
export const withRemoteImages = (template: NoteTemplate, images: RemoteImages): NoteTemplate =>
  images === 'show' ? template : { name: template.name, render: (item) => noteWithLinks(template.render(item)) };
