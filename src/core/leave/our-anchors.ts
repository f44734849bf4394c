import type { TrailerPlace } from '../check/find-trailers';

/** Ids as the service gives them: a person may have anchors of their own that begin with the same letters. */
const SHAPE = /^(?:rw\d+|rd[0-9a-z]{20,})$/;

/** Whether an anchor looks like one of ours. */
export const looksOurs = (anchor: string): boolean => SHAPE.test(anchor);

/** Tells whether an anchor in a note is one of ours: the note's trailer names it, or it looks like one. */
export function isOurAnchor(
  lines: readonly string[],
  trailers: readonly TrailerPlace[],
): (anchor: string) => boolean {
  const named = new Set(
    trailers.flatMap(({ start, end }) =>
      lines
        .slice(start, end)
        .flatMap((line) =>
          line.split(/\s+/).flatMap((word) => /^[-+]?(r[wd][A-Za-z0-9-]+)/.exec(word)?.[1] ?? []),
        ),
    ),
  );
  return (anchor) => named.has(anchor) || looksOurs(anchor);
}

const LINK = /#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)/gi;

/** Anchors of ours that a text links to, in any way that the app knows. */
export const linkedAnchors = (text: string): readonly string[] =>
  /#(?:\^|%5E)r/i.test(text) ? [...text.matchAll(LINK)].map(([, anchor = '']) => anchor) : [];
