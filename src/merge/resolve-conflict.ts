import { parseFrontMatter } from '../notes/front-matter/front-matter';
import { alignedParagraphs } from '../notes/note/align';
import { anchorAtEnd, anchorsIn, withoutAnchor } from '../notes/note/block-anchor';
import { matches } from '../notes/note/block-extent';
import { paragraphsOf, type LineRange } from '../notes/note/line-kind';
import { bareLine } from '../notes/note/loose-text';
import { isFilled, joinNote, noteBlock, splitNote, withTrailer } from '../notes/note/note';
import {
  bodyLines,
  HEADER,
  NO_HEADER,
  parseBody,
  writtenParts,
  type BodyBlock,
  type NoteBody,
} from '../notes/note/note-body';
import type { BlockBase, Trailer } from '../notes/note/trailer';
import { findCallout, firstLineOf, type FoundCallout } from './conflict-callout';
import { withLineEndsOf } from './merge';
import { withProperty } from './merge-front-matter';
import { takePropertyCallouts, withPropertyCallouts, type ShownProperty } from './property-box';
import { shapeOf, withAnchor } from './merge-blocks';

/** What both sides changed: the user's stands in the note, the service's in a callout under it. */
export interface NoteConflict {
  /** The block's anchor, `header`, or the property's name. */
  readonly block: string;
  readonly isProperty?: true;
  /** The user's text without anchor. */
  readonly mine: string;
  /** The service's text without anchor. */
  readonly theirs: string;
}

/** Which text stays. With `both`, the service's becomes plain text under the user's; a property has only one. */
export type Resolution = 'mine' | 'theirs' | 'both';

/** All conflicts in a note, from top to bottom. `conflictMark` is the callout's wording. */
export function findConflicts(text: string, conflictMark: string): readonly NoteConflict[] {
  // Most notes have none, and need no parsing.
  if (!text.includes(bareLine(firstLineOf(conflictMark)).slice(1))) return [];
  const note = readNote(text, conflictMark);
  if (note === null) return [];
  const sites = conflictSites(note, conflictMark);
  return [...propertyConflicts(note), ...sites.map(({ block, mine, theirs }) => ({ block, mine, theirs }))];
}

/**
 * The note with one conflict settled, null if it is no longer there. Nothing else changes, and the result is
 * what a merge would leave: the next one finds nothing to do, and later changes arrive.
 */
export function resolveConflict(
  text: string,
  options: {
    readonly conflict: NoteConflict;
    readonly resolution: Resolution;
    readonly conflictMark: string;
  },
): string | null {
  const note = readNote(text, options.conflictMark);
  if (note === null) return null;
  const { conflictMark } = options;
  if (options.conflict.isProperty === true) {
    const settled = settleProperty(note, options);
    return settled === null ? null : withLineEndsOf(text, joined(settled, settled.trailer, conflictMark));
  }
  const sites = conflictSites(note, options.conflictMark);
  const site = sites.find((one) => isSame(one, options.conflict));
  if (site === undefined) return null;
  const lines = editsOf(site, options.resolution).reduce(withEdit, bodyLines(note.body));
  const trailer = options.resolution === 'theirs' ? withServiceBase(site, note.trailer) : note.trailer;
  return withLineEndsOf(text, joined({ ...note, lines }, trailer, conflictMark));
}

function joined(
  { yaml, lines, shown }: Pick<ParsedNote, 'yaml' | 'shown'> & { readonly lines: readonly string[] },
  trailer: Trailer,
  mark: string,
): string {
  return withTrailer(joinNote(yaml, withPropertyCallouts(lines.join('\n'), mark, shown)), trailer);
}

/** Properties in which the user's value stands, and another one in a callout. */
function propertyConflicts({ yaml, shown }: ParsedNote): readonly NoteConflict[] {
  const front = parseFrontMatter(yaml ?? '');
  const entries = front.ok ? front.entries : [];
  return shown.flatMap(({ name, mark, value }) => {
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined || entry.mark === mark) return [];
    return [
      { block: name, isProperty: true, mine: valueText(entry.value), theirs: valueText(value) } as const,
    ];
  });
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(valueText).join(', ') : (JSON.stringify(value) ?? '');
}

type SettledNote = ParsedNote & { readonly lines: readonly string[] };

/** Null if the conflict is no longer there, or if both values are to stay. */
function settleProperty(
  note: ParsedNote,
  { conflict, resolution }: { readonly conflict: NoteConflict; readonly resolution: Resolution },
): SettledNote | null {
  const isThere = propertyConflicts(note).some((one) => isSame(one, conflict));
  const property = note.shown.find(({ name }) => name === conflict.block);
  if (!isThere || property === undefined) return null;
  const settled = {
    ...note,
    lines: bodyLines(note.body),
    shown: note.shown.filter((one) => one !== property),
  };
  switch (resolution) {
    case 'mine':
      return settled;
    case 'theirs':
      return { ...settled, yaml: withProperty(note.yaml ?? '', property) };
    case 'both':
      return null;
  }
}

const isSame = (left: NoteConflict, right: NoteConflict): boolean =>
  left.block === right.block && left.mine === right.mine && left.theirs === right.theirs;

interface ParsedNote {
  readonly yaml: string | null;
  readonly trailer: Trailer;
  /** Those of the trailer, and of deleted highlights that have a callout. */
  readonly blocks: ReadonlyMap<string, BlockBase>;
  /** Without the callouts of properties. */
  readonly body: NoteBody;
  /** What these show. */
  readonly shown: readonly ShownProperty[];
}

/** Null for a note without a trailer. Of several trailers, the note's own knows its anchors. */
function readNote(text: string, mark: string): ParsedNote | null {
  const anchors = anchorsIn(text);
  const { yaml, body: whole, trailer } = splitNote(text, (anchor) => anchors.has(anchor));
  if (trailer === null) return null;
  const { body, shown } = takePropertyCallouts(
    whole,
    mark,
    (property) => trailer.properties.get(property.name) === property.mark,
  );
  const blocks = new Map([...trailer.blocks, ...releasedBases(body, trailer, mark)]);
  const parsed = (likely: ReadonlyMap<string, string>): NoteBody =>
    parseBody(
      body,
      writtenParts({ ...trailer, blocks }, firstLineOf(mark), (anchor) => likely.get(anchor) ?? null),
    );
  // The service's text shows where the user's text begins.
  const first = { yaml, trailer, blocks, shown, body: parsed(new Map()) };
  const theirs = conflictSites(first, mark).map(
    ({ block, theirs: text }) => [block, withAnchor(text, block)] as const,
  );
  return theirs.length === 0 ? first : { ...first, body: parsed(new Map(theirs)) };
}

/**
 * The bases of blocks that stay although their highlights were deleted, and that have a callout: its text was the
 * service's last. The trailer has none for them.
 */
function releasedBases(
  body: string,
  { released, own }: Trailer,
  mark: string,
): ReadonlyMap<string, BlockBase> {
  const lines = body.split('\n');
  const isEnd = (line: string): boolean => anchorAtEnd(line.trimEnd()) !== null;
  const bases = new Map<string, BlockBase>();
  for (const anchor of released) {
    const start = lines.findIndex((line) => anchorAtEnd(line.trimEnd()) === anchor) + 1;
    if (start === 0) continue;
    const next = lines.findIndex((line, index) => index >= start && isEnd(line));
    const callout = findCallout(lines.slice(start, next < 0 ? undefined : next), mark, () => true);
    if (callout !== null) bases.set(anchor, noteBlock(withAnchor(callout.text, anchor), '', own).base);
  }
  return bases;
}

interface Edit {
  readonly range: LineRange;
  readonly lines: readonly string[];
}

/** Sorted from last to first, so that no edit moves the others. */
function editsOf({ block, own, callout, theirs }: ConflictSite, resolution: Resolution): readonly Edit[] {
  const theirLines = theirs.split('\n');
  switch (resolution) {
    case 'mine':
      return [{ range: callout, lines: [] }];
    case 'both':
      return [{ range: callout, lines: theirLines }];
    case 'theirs': {
      const [first = { start: 0, end: 0 }, ...others] = own;
      const lines = withAnchor(theirs, block).split('\n');
      const edits = [
        { range: first, lines },
        ...[...others, callout].map((range): Edit => ({ range, lines: [] })),
      ];
      return edits.sort((left, right) => right.range.start - left.range.start);
    }
  }
}

/** Replaces a range by lines between blank lines. */
function withEdit(all: readonly string[], { range, lines }: Edit): readonly string[] {
  const after = all.slice(range.end);
  const next = after.findIndex(isFilled);
  const before = all.slice(0, range.start);
  while (before.length > 0 && !isFilled(before[before.length - 1] ?? '')) before.pop();
  return [...before, '', ...lines, ...(lines.length > 0 ? [''] : []), ...(next < 0 ? [] : after.slice(next))];
}

/** The block is the service's again, so its lines must be recognized by the service's text. */
function withServiceBase({ block, theirs }: ConflictSite, trailer: Trailer): Trailer {
  const base = trailer.blocks.get(block);
  if (base === undefined) return trailer;
  const changed = { ...base, ...shapeOf(withAnchor(theirs, block).split('\n'), base.own) };
  return { ...trailer, blocks: new Map([...trailer.blocks, [block, changed]]) };
}

/** The place of a conflict in the lines of a note's body. */
interface ConflictSite extends NoteConflict {
  /** The user's text. A header may be in several places, or in none. */
  readonly own: readonly LineRange[];
  readonly callout: LineRange;
}

/**
 * All unedited callouts (checked by the trailer's marks) under text that the user changed. A callout that the
 * user edited counts as settled. Under a deleted highlight nothing tells whether it was edited: each one is open.
 */
function conflictSites({ trailer, blocks, body }: ParsedNote, mark: string): readonly ConflictSite[] {
  const sites: ConflictSite[] = [];
  const bases = new Map([[HEADER, trailer.header ?? NO_HEADER], ...blocks]);
  let start = body.lead.length;
  for (const block of [body.header, ...body.blocks]) {
    const end = start + block.lines.length;
    const base = bases.get(block.anchor);
    const callout = base === undefined ? null : calloutUnder(block, base, mark);
    if (callout !== null)
      sites.push({
        block: block.anchor,
        ...ownText(block, callout.text, start),
        theirs: callout.text,
        callout: { start: end + callout.before.length, end: end + block.tail.length - callout.after.length },
      });
    start = end + block.tail.length;
  }
  return sites;
}

const calloutUnder = (
  { anchor, state, tail }: BodyBlock,
  base: BlockBase,
  mark: string,
): FoundCallout | null =>
  state === 'changed'
    ? findCallout(tail, mark, (text) => matches(withAnchor(text, anchor).split('\n'), base))
    : null;

/** Of a header, the paragraphs made of the service's; those between them are the user's. */
function ownText(
  { anchor, lines }: BodyBlock,
  theirs: string,
  offset: number,
): Pick<ConflictSite, 'mine' | 'own'> {
  const own =
    anchor === HEADER
      ? alignedParagraphs(lines, paragraphsOf(lines), theirs)
      : [{ start: 0, end: lines.length }];
  const mine = own.map(({ start, end }) => lines.slice(start, end).join('\n')).join('\n\n');
  return {
    mine: withoutAnchor(mine),
    own: own.map(({ start, end }) => ({ start: start + offset, end: end + offset })),
  };
}
