import { inlineMarkdown } from '../../notes/markdown/write-line';
import { withoutEnding } from '../../notes/names/naming';
import { blockAnchors } from '../../notes/note/block-anchor';
import { knownNote } from '../../sync/plan/known-note';
import type { DailyContext } from './daily-context';
import type { HighlightRef } from './find-highlights';

/** A highlight with the note that it is in. */
export interface PlacedHighlight {
  /** The note's path, with `.md`. */
  readonly path: string;
  /** The anchor that the note has. */
  readonly anchor: string;
  readonly otherAnchor: string | null;
  readonly author: string;
}

interface NoteAnchors {
  readonly path: string;
  readonly anchors: ReadonlySet<string>;
}

/** The highlights that have a block in the vault, in the given order. Each note is read once. */
export async function placedHighlights(
  context: Pick<DailyContext, 'vault' | 'state'>,
  highlights: readonly HighlightRef[],
): Promise<readonly PlacedHighlight[]> {
  const notes = new Map<string, NoteAnchors | null>();
  const placed: PlacedHighlight[] = [];
  for (const highlight of highlights) {
    const { itemKey } = highlight;
    const note = notes.has(itemKey) ? (notes.get(itemKey) ?? null) : await noteOfItem(context, itemKey);
    notes.set(itemKey, note);
    const place = note === null ? null : placeIn(note, highlight);
    if (place !== null) placed.push(place);
  }
  return placed;
}

async function noteOfItem(
  context: Pick<DailyContext, 'vault' | 'state'>,
  itemKey: string,
): Promise<NoteAnchors | null> {
  const note = await knownNote(context, itemKey);
  return note === null ? null : { path: note.path, anchors: blockAnchors(note.text) };
}

/** Null if the block is not in the note: the user deleted it, and an embed would show nothing. */
function placeIn(
  { path, anchors }: NoteAnchors,
  { anchor, otherAnchor, author }: HighlightRef,
): PlacedHighlight | null {
  if (anchors.has(anchor)) return { path, anchor, otherAnchor, author };
  if (otherAnchor !== null && anchors.has(otherAnchor))
    return { path, anchor: otherAnchor, otherAnchor: anchor, author };
  return null;
}

/** Where an embed leads. */
export type EmbedPlace = Pick<PlacedHighlight, 'path' | 'anchor'>;

/** The line that embeds a highlight in another note. */
export const embedOf = ({ path, anchor }: EmbedPlace): string =>
  isLinkable(path) ? `![[${withoutEnding(path)}#^${anchor}]]` : `![](${encodedPath(path)}#^${anchor})`;

const EMBED_LINE = /^(?:!\[\[(.+)#\^(r[wd][A-Za-z0-9-]+)\]\]|!\[\]\((.+)#\^(r[wd][A-Za-z0-9-]+)\))$/;

/** The target of a line that is such an embed and nothing else; null for any other line. */
export function embedInLine(line: string): EmbedPlace | null {
  const match = EMBED_LINE.exec(line);
  if (match === null) return null;
  const [, target, anchor = '', encoded = '', otherAnchor = ''] = match;
  const place =
    target === undefined
      ? { path: decodedPath(encoded), anchor: otherAnchor }
      : { path: `${target}.md`, anchor };
  return embedOf(place) === line ? place : null;
}

/** A link that shows the note's name. */
export function linkTo(path: string): string {
  const target = withoutEnding(path);
  const name = target.slice(target.lastIndexOf('/') + 1);
  if (!isLinkable(path)) return `[${inlineMarkdown(name)}](${encodedPath(path)})`;
  return target === name ? `[[${name}]]` : `[[${target}|${name}]]`;
}

/** The program's own file names are linkable; the user's may not be. */
const isLinkable = (path: string): boolean => !/[[\]#^|\p{Cc}]|%%/u.test(path);

const encodedPath = (path: string): string =>
  path.replace(
    /[\s%()<>[\]#^|\\\p{Cc}]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

const decodedPath = (path: string): string =>
  path.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const EMBED =
  /!\[\[[^\]\n]*?#\^(r[wd][A-Za-z0-9-]+)(?:\|[^\]\n]*)?\]\]|!\[[^\]\n]*\]\([^()\n]*?#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)>?\)/gi;

/** Anchors of the highlights that a text embeds. */
export const embeddedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(EMBED)].map((match) => match[1] ?? match[2] ?? '');
