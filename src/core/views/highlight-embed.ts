import { inlineMarkdown } from '../markdown/inline';

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
  /** Anchors that stand in the note; null where nobody looked. */
  readonly anchors: ReadonlySet<string> | null;
}

/** The note of an item, null where there is none. */
export type NoteOf = (itemKey: string) => NotePlace | null;

/** The highlights that stand in a note, in the given order: an embed of one that the person deleted would show nothing. */
export function placedHighlights(
  highlights: readonly HighlightRef[],
  noteOf: NoteOf,
): readonly PlacedHighlight[] {
  return highlights.flatMap(({ itemKey, anchor, otherAnchor }) => {
    const note = noteOf(itemKey);
    if (note === null) return [];
    const { path, anchors } = note;
    if (anchors === null || anchors.has(anchor)) return [{ path, anchor, otherAnchor }];
    return otherAnchor !== null && anchors.has(otherAnchor)
      ? [{ path, anchor: otherAnchor, otherAnchor: anchor }]
      : [];
  });
}

/** The line that shows a highlight in another note. */
export const embedOf = ({ path, anchor }: Pick<PlacedHighlight, 'path' | 'anchor'>): string =>
  isLinkable(path) ? `![[${withoutEnding(path)}#^${anchor}]]` : `![](${encodedPath(path)}#^${anchor})`;

/** A link to a note by its name. */
export function linkTo(path: string): string {
  const name = noteName(path);
  return isLinkable(path)
    ? `[[${withoutEnding(path)}|${name}]]`
    : `[${inlineMarkdown(name)}](${encodedPath(path)})`;
}

export const noteName = (path: string): string => withoutEnding(path.slice(path.lastIndexOf('/') + 1));

const EMBED =
  /!\[\[[^\]\n]*?#\^(r[wd][A-Za-z0-9-]+)(?:\|[^\]\n]*)?\]\]|!\[[^\]\n]*\]\([^()\n]*?#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)>?\)/gi;

/** Anchors of the highlights that a text embeds, wherever their notes are. */
export const embeddedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(EMBED)].map((match) => match[1] ?? match[2] ?? '');

const withoutEnding = (path: string): string => path.replace(/\.md$/i, '');

/** Our own names are; a person, or another program, may have named a note otherwise. */
const isLinkable = (path: string): boolean => !/[[\]#^|\p{Cc}]|%%/u.test(path);

const encodedPath = (path: string): string =>
  path.replace(
    /[\s%()<>[\]#^|\\\p{Cc}]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
