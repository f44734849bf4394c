import { codeRanges } from './code-ranges';

// An escape is passed over as a whole, and so is a run of exclamation marks that begins no image. Texts and
// addresses of our own making have no bare bracket, blank or parenthesis in them.
const IMAGE = /\\[^]|(\[?)(!*)!\[((?:[^[\]\\]|\\[^])*)\]\(((?:[^\s()\\]|\([^\s()]*\))*)[^()\n]*\)(\]\()?|!+/g;

export interface FoundImage {
  /** `[` where it may stand in a link. */
  readonly opening: string;
  /** More exclamation marks before the image's own. */
  readonly marks: string;
  readonly text: string;
  readonly address: string;
  /** `](` where a link ends behind it. */
  readonly closing: string;
}

/** A text with something else in the place of its images; null leaves one as it is. Code stays. */
export function replaceImages(markdown: string, replacement: (image: FoundImage) => string | null): string {
  if (!markdown.includes('![')) return markdown;
  const code = codeRanges(markdown);
  let next = 0;
  return markdown.replace(IMAGE, (whole: string, ...found: readonly (string | number | undefined)[]) => {
    const [opening, marks, text, address, closing, at] = found;
    while ((code[next]?.end ?? Infinity) <= Number(at)) next += 1;
    if (typeof text !== 'string' || (code[next]?.start ?? Infinity) <= Number(at)) return whole;
    return (
      replacement({
        opening: `${opening ?? ''}`,
        marks: `${marks ?? ''}`,
        text,
        address: `${address ?? ''}`,
        closing: `${closing ?? ''}`,
      }) ?? whole
    );
  });
}
