import { leavesOf, readBlocks } from './blocks';
import { readInline, type Inline } from './inline';

export interface FoundImage {
  /** `[` if the image may be in a link. */
  readonly opening: string;
  /** Exclamation marks before the image's own. */
  readonly marks: string;
  readonly text: string;
  readonly address: string;
  /** `](` if a link ends after the image. */
  readonly closing: string;
}

/** Replaces images outside of code; null keeps an image as it is. */
export function replaceImages(markdown: string, replacement: (image: FoundImage) => string | null): string {
  if (!markdown.includes('![')) return markdown;
  const out: string[] = [];
  let done = 0;
  for (const image of imagesOf(markdown)) {
    const found = withSurroundings(markdown, image);
    const text = replacement(found);
    if (text === null) continue;
    out.push(markdown.slice(done, image.start - found.marks.length - found.opening.length), text);
    done = image.end + found.closing.length;
  }
  return out.join('') + markdown.slice(done);
}

interface PlacedImage {
  readonly start: number;
  readonly end: number;
  readonly image: Inline;
  /** Where the construct before it ends. */
  readonly least: number;
}

function imagesOf(markdown: string): readonly PlacedImage[] {
  const lines = markdown.split('\n');
  const images: PlacedImage[] = [];
  let line = 0;
  let offset = 0;
  for (const block of leavesOf(readBlocks(lines, 'note'))) {
    for (; line < block.start; line += 1) offset += (lines[line]?.length ?? 0) + 1;
    const text = lines.slice(block.start, block.end).join('\n');
    if (block.kind !== 'code' && text.includes('!['))
      addImages(images, text, { offset, depth: 0, least: offset });
  }
  return images;
}

function addImages(
  images: PlacedImage[],
  text: string,
  { offset, depth, least }: { readonly offset: number; readonly depth: number; readonly least: number },
): void {
  let before = least;
  for (const found of readInline(text, depth)) {
    const start = offset + found.start;
    const inner = offset + found.textStart;
    if (found.kind === 'image') images.push({ start, end: offset + found.end, image: found, least: before });
    if (found.kind === 'link')
      addImages(images, found.text, { offset: inner, depth: depth + 1, least: start });
    before = offset + found.end;
  }
}

function withSurroundings(markdown: string, { start, end, image, least }: PlacedImage): FoundImage {
  let first = start;
  while (first > least && markdown[first - 1] === '!') first -= 1;
  return {
    opening: first > least && markdown[first - 1] === '[' ? '[' : '',
    marks: markdown.slice(first, start),
    text: image.text,
    address: image.target,
    closing: markdown.startsWith('](', end) ? '](' : '',
  };
}
