import { codeRanges } from './code-ranges';

// Escapes and runs of exclamation marks without an image are skipped. Generated image texts and addresses
// have no bare brackets, blanks or parentheses.
const IMAGE = /\\[^]|(\[?)(!*)!\[((?:[^[\]\\]|\\[^])*)\]\(((?:[^\s()\\]|\([^\s()]*\))*)[^()\n]*\)(\]\()?|!+/g;

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
