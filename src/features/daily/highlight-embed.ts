import { anchorAtEnd } from '../../notes/note/block-anchor';
import { isFilled, splitNote } from '../../notes/note/note';

/** A highlight of an item, wherever its note is. */
export interface HighlightRef {
  readonly itemKey: string;
  readonly anchor: string;
  /** The anchor that a note may know it by from before both interfaces had it. */
  readonly otherAnchor: string | null;
}

/** A highlight where it stands in the vault. */
export interface PlacedHighlight {
  /** The note's path, with `.md`. */
  readonly path: string;
  /** The one that the note bears. */
  readonly anchor: string;
  readonly otherAnchor: string | null;
}

export interface NotePlace {
  readonly path: string;
  /** Anchors of the blocks that stand in the note. */
  readonly anchors: ReadonlySet<string>;
}

/** Where a highlight stands in its item's note; null where the person deleted its block, because an embed of that would show nothing. */
export function placeIn(
  { path, anchors }: NotePlace,
  { anchor, otherAnchor }: HighlightRef,
): PlacedHighlight | null {
  if (anchors.has(anchor)) return { path, anchor, otherAnchor };
  if (otherAnchor !== null && anchors.has(otherAnchor))
    return { path, anchor: otherAnchor, otherAnchor: anchor };
  return null;
}

/** The line that shows a highlight in another note. */
export const embedOf = ({ path, anchor }: Pick<PlacedHighlight, 'path' | 'anchor'>): string =>
  isLinkable(path) ? `![[${path.replace(/\.md$/i, '')}#^${anchor}]]` : `![](${encodedPath(path)}#^${anchor})`;

const EMBED =
  /!\[\[[^\]\n]*?#\^(r[wd][A-Za-z0-9-]+)(?:\|[^\]\n]*)?\]\]|!\[[^\]\n]*\]\([^()\n]*?#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)>?\)/gi;

/** Anchors of the highlights that a text embeds, wherever their notes are. */
export const embeddedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(EMBED)].map((match) => match[1] ?? match[2] ?? '');

/** Our own names are; a person, or another program, may have named a note otherwise. */
const isLinkable = (path: string): boolean => !/[[\]#^|\p{Cc}]|%%/u.test(path);

const encodedPath = (path: string): string =>
  path.replace(
    /[\s%()<>[\]#^|\\\p{Cc}]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** Anchors of the highlights whose blocks stand in a note. */
export const standingAnchors = (text: string): ReadonlySet<string> =>
  new Set(text.split('\n').flatMap((line) => anchorAtEnd(line.trimEnd()) ?? []));

/**
 * The highlight whose block a line of a note is in, else the one that it stands under; null above the first. A block may have blank
 * lines in it, so its size is the number of lines that the last sync wrote, where the trailer still has that.
 */
export function anchorAt(text: string, line: number): string | null {
  const blocks = splitNote(text).trailer?.blocks;
  const lines = text.split('\n');
  let above: string | null = null;
  for (const [index, content] of lines.entries()) {
    const anchor = anchorAtEnd(content.trimEnd());
    if (anchor === null) continue;
    if (index >= line) {
      const filled = lines.slice(line, index + 1).filter(isFilled).length;
      const isInside = isFilled(lines[line] ?? '') && filled <= (blocks?.get(anchor)?.lines ?? 1);
      return isInside ? anchor : above;
    }
    above = anchor;
  }
  return above;
}
