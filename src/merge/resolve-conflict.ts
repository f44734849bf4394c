import { firstLineOf } from './conflict-callout';
import { shapeOf } from './merge-blocks';
import { withLineEndsOf } from './merge';
import { anchored } from '../notes/note/block-anchor';
import type { LineRange } from '../notes/note/line-kind';
import { isFilled, joinNote, splitNote, withTrailer, type NoteParts } from '../notes/note/note';
import type { Trailer } from '../notes/note/trailer';
import { conflictSites, HEADER, type ConflictSite, type NoteConflict } from './conflict-sites';

/** Whose text stays: the person's, the service's, or both, the service's as a text of the person's under theirs. */
export type Resolution = 'mine' | 'theirs' | 'both';

/** The conflicts that stand in a note, from top to bottom. `conflictMark`: the wording of the box. */
export function findConflicts(text: string, conflictMark: string): readonly NoteConflict[] {
  // Most notes have none, and are not cut up for that.
  if (!text.includes(firstLineOf(conflictMark))) return [];
  return sitesIn(partsOf(text), conflictMark).map(({ block, mine, theirs }) => ({ block, mine, theirs }));
}

/**
 * The note with one conflict settled; null where it does not have that conflict any more. Outside of the two texts not a word
 * changes. What is left is what a merge would have left, so that the next one finds nothing to do and later changes arrive.
 */
export function resolveConflict(
  text: string,
  options: {
    readonly conflict: NoteConflict;
    readonly resolution: Resolution;
    readonly conflictMark: string;
  },
): string | null {
  const parts = partsOf(text);
  const site = sitesIn(parts, options.conflictMark).find((one) => isSame(one, options.conflict));
  if (site === undefined || parts.trailer === null) return null;
  const lines = editsOf(site, options.resolution).reduce(withEdit, parts.body.split('\n'));
  const trailer = options.resolution === 'theirs' ? withBaseOf(site, parts.trailer) : parts.trailer;
  return withLineEndsOf(text, withTrailer(joinNote(parts.yaml, lines.join('\n')), trailer));
}

const sitesIn = ({ body, trailer }: NoteParts, mark: string): readonly ConflictSite[] =>
  trailer === null ? [] : conflictSites(body, { trailer, mark });

const isSame = (left: NoteConflict, right: NoteConflict): boolean =>
  left.block === right.block && left.mine === right.mine && left.theirs === right.theirs;

/** Of several trailers, the note's own is the one that knows its anchors. */
function partsOf(text: string): NoteParts {
  const anchors = new Set([...text.matchAll(/\^(r[wd][A-Za-z0-9-]+)/g)].map((match) => match[1] ?? ''));
  return splitNote(text, (anchor) => anchors.has(anchor));
}

interface Edit {
  readonly range: LineRange;
  readonly lines: readonly string[];
}

/** From the last to the first, so that none moves the places of the others. */
function editsOf({ block, own, box, theirs }: ConflictSite, resolution: Resolution): readonly Edit[] {
  const said = theirs.split('\n');
  switch (resolution) {
    case 'mine':
      return [{ range: box, lines: [] }];
    case 'both':
      return [{ range: box, lines: said }];
    case 'theirs': {
      const [first = { start: 0, end: 0 }, ...others] = own;
      const lines = block === HEADER ? said : anchoredLines(theirs, block);
      const edits = [
        { range: first, lines },
        ...[...others, box].map((range): Edit => ({ range, lines: [] })),
      ];
      return edits.sort((left, right) => right.range.start - left.range.start);
    }
  }
}

const anchoredLines = (text: string, anchor: string): readonly string[] => anchored(text, anchor).split('\n');

/** Puts lines in the place of others, with a blank line on either side. */
function withEdit(all: readonly string[], { range, lines }: Edit): readonly string[] {
  const after = all.slice(range.end);
  const next = after.findIndex(isFilled);
  const before = all.slice(0, range.start);
  while (before.length > 0 && !isFilled(before[before.length - 1] ?? '')) before.pop();
  return [...before, '', ...lines, ...(lines.length > 0 ? [''] : []), ...(next < 0 ? [] : after.slice(next))];
}

/** The block is the service's again: where it begins is to be told by its own lines. */
function withBaseOf({ block, theirs }: ConflictSite, trailer: Trailer): Trailer {
  const base = trailer.blocks.get(block);
  return base === undefined
    ? trailer
    : {
        ...trailer,
        blocks: new Map([...trailer.blocks, [block, { ...base, ...shapeOf(anchoredLines(theirs, block)) }]]),
      };
}
