import type { NoteBlock, NoteVersion } from '../note/note';
import type { BlockBase, Trailer } from '../note/trailer';
import type { Item, LocalFiles } from '../../model/model';
import { replaceImages } from '../markdown/images';
import { largerCover, webAddress } from '../markdown/url';
import type { RenderedNote } from '../template/template';

/** The address of an item's cover as notes have it; `''` when it has none. */
export function coverOf({ book, document }: Item): string {
  return webAddress(largerCover(book?.coverUrl ?? '')) || webAddress(document?.imageUrl ?? '');
}

/** Replaces remote images by local files where available. Names are generated, so they need no escaping. */
export function withLocalImages(markdown: string, nameOf: (address: string) => string | null): string {
  return replaceImages(markdown, ({ opening, marks, text, address, closing }) => {
    const name = nameOf(address);
    return name === null ? null : `${opening}${marks}![${text}](${name})${closing}`;
  });
}

/** A rendering that uses the item's local files. */
export function noteWithLocalFiles(note: RenderedNote, item: Item): RenderedNote {
  const { files } = item;
  if (files === undefined) return note;
  const cover = coverOf(item);
  const inHeader = (address: string): string | null =>
    files.of(address, address === cover ? 'cover' : 'image');
  return {
    ...note,
    properties: note.properties.map(
      ([name, value]) =>
        [name, value === cover && cover !== '' ? coverProperty(item, files) : value] as const,
    ),
    header: withLocalImages(note.header, inHeader),
    blocks: note.blocks.map(({ anchor, text }) => ({
      anchor,
      text: withLocalImages(text, (address) => files.of(address, 'image')),
    })),
  };
}

/** A link as properties have it. */
function coverProperty(item: Item, files: LocalFiles): string {
  const cover = coverOf(item);
  const name = isItselfCover(item) ? null : files.of(cover, 'cover');
  return name === null ? cover : `[[${name}]]`;
}

/** Whether the item itself is its cover, so that properties with this address must stay. */
export function isItselfCover(item: Item): boolean {
  const cover = coverOf(item);
  return [item.document?.sourceUrl, item.book?.sourceUrl].some(
    (address) => webAddress(address ?? '') === cover,
  );
}

/**
 * Picks each part of two renderings of one record by the note's trailer, the first by default. Nothing
 * records which files were in the vault at the last write, but a word-level merge needs that exact text.
 */
export function versionByTrailer(
  trailer: Trailer | null,
  [one, other]: readonly [NoteVersion, NoteVersion],
): NoteVersion {
  const pick = (
    block: NoteBlock,
    alternative: NoteBlock | undefined,
    base: BlockBase | null | undefined,
  ): NoteBlock =>
    alternative !== undefined && block.base.text !== base?.text && alternative.base.text === base?.text
      ? alternative
      : block;
  const blocks = [...one.blocks].map(
    ([anchor, block]) =>
      [anchor, pick(block, other.blocks.get(anchor), trailer?.blocks.get(anchor))] as const,
  );
  return { ...one, header: pick(one.header, other.header, trailer?.header), blocks: new Map(blocks) };
}
