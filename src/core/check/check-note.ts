import { anchorAtEnd } from '../note/block-anchor';
import { IDENTITY_PROPERTIES } from '../note/note';
import { anchorsOf } from '../note/find-trailer';
import { looksOurs } from '../leave/our-anchors';
import { standingAnchors, wholeTrailer } from './block-copies';
import { doubledIn } from './doubled';
import { findTrailers, type TrailerPlace } from './find-trailers';
import type { Edit, Fault } from './finding';
import { cutRaw, ownedIn } from './raw-note';
import type { NoteIds } from '../views/item-links';

/** What a note of an item that the service has can hold. */
export interface ExpectedNote {
  /** Anchors of the blocks that a sync writes into it. */
  readonly blocks: ReadonlySet<string>;
  /** Anchors by which it may know the same highlights otherwise, and those of highlights that are gone. */
  readonly others: ReadonlySet<string>;
}

/** What is wrong with a text, and how it is mended. `edit` null: the next sync mends it. `isRenewed`: what it lacks afterwards is written by the next sync. */
export interface NoteFault {
  readonly fault: Fault;
  readonly about: readonly string[];
  readonly edits: readonly [Edit | null, ...(Edit | null)[]];
  readonly isRenewed: boolean;
}

/** Looks for all that is wrong with the marks in the text of an item's note. */
export function checkNote(text: string, { blocks, others }: ExpectedNote): readonly NoteFault[] {
  const { lines } = cutRaw(text);
  const places = findTrailers(lines);
  const standing = standingAnchors(lines);
  const best = wholeTrailer(lines, places);
  const isForeign =
    best !== null &&
    blocks.size > 0 &&
    anchorsOf(best).length > 0 &&
    !anchorsOf(best).some((anchor) => blocks.has(anchor) || others.has(anchor) || standing.has(anchor));
  const known = isForeign ? null : best;
  const named = known === null ? [] : anchorsOf(known);
  const trailer: NoteFault | null = isForeign
    ? { fault: 'trailer-foreign', about: [], edits: [{ edit: 'trailer-out' }], isRenewed: true }
    : trailerFault(lines, places);
  const faults: NoteFault[] = trailer === null ? [] : [trailer];
  const add = (
    fault: Fault,
    anchors: readonly string[],
    { edits, isRenewed }: Pick<NoteFault, 'edits' | 'isRenewed'>,
  ): void => {
    if (anchors.length > 0) faults.push({ fault, about: anchors, edits, isRenewed });
  };
  const isNamed = new Set(named);
  const isOurs = (anchor: string): boolean =>
    isNamed.has(anchor) || blocks.has(anchor) || others.has(anchor) || looksOurs(anchor);
  const twice = [...standing].flatMap(([anchor, indexes]) =>
    indexes.length > 1 && isOurs(anchor) ? [anchor] : [],
  );
  add('anchor-twice', twice, { edits: [{ edit: 'copies-off', anchors: twice }], isRenewed: false });
  const unknown = [...standing.keys()].filter((anchor) => !isNamed.has(anchor));
  const foreign = unknown.filter((anchor) => !blocks.has(anchor) && isOurs(anchor));
  add('anchor-foreign', foreign, { edits: [{ edit: 'anchors-off', anchors: foreign }], isRenewed: false });
  if (known === null) return faults;
  add('doubled', doubledIn(text, known), { edits: [null], isRenewed: true });
  add(
    'anchor-unknown',
    unknown.filter((anchor) => blocks.has(anchor)),
    { edits: [null], isRenewed: true },
  );
  const absent = [...known.blocks.keys()].filter((anchor) => !standing.has(anchor) && blocks.has(anchor));
  // A sync finds it in code, too, where it stands nowhere else.
  const inCode = new Set(absent.length === 0 ? [] : lines.map((line) => anchorAtEnd(line.trimEnd())));
  const missing = absent.filter((anchor) => !inCode.has(anchor));
  add('block-missing', missing, {
    edits: [
      { edit: 'blocks-stay-deleted', anchors: missing },
      { edit: 'blocks-back', anchors: missing },
    ],
    isRenewed: true,
  });
  return faults;
}

function trailerFault(lines: readonly string[], places: readonly TrailerPlace[]): NoteFault | null {
  const last = places[places.length - 1];
  const fault = (kind: Fault, edit: Edit | null): NoteFault => ({
    fault: kind,
    about: [],
    edits: [edit],
    isRenewed: kind !== 'trailer-misplaced',
  });
  if (last === undefined) return fault('trailer-lost', null);
  if (places.some(({ isWhole }) => !isWhole)) return fault('trailer-damaged', { edit: 'trailer-out' });
  if (places.length > 1) return fault('trailer-doubled', { edit: 'trailer-last' });
  return lines.slice(last.end).some((line) => line.trim() !== '')
    ? fault('trailer-misplaced', { edit: 'trailer-last' })
    : null;
}

const SHAPES: readonly (readonly [keyof NoteIds, string, RegExp])[] = [
  ['bookId', IDENTITY_PROPERTIES.book, /^\d+$/],
  ['documentId', IDENTITY_PROPERTIES.document, /^[\w-]+$/],
  ['partId', IDENTITY_PROPERTIES.part, /^(?:rw\d+|rd[\w-]+|text-[\w-]+)$/],
];

/** Names of the properties in a note that hold no id, and the ids that the others hold. `read`: the ids as the vault reads them. */
export function checkIds(
  text: string,
  read: NoteIds,
): { readonly malformed: readonly string[]; readonly ids: NoteIds } {
  const present = new Set(ownedIn(cutRaw(text).yaml));
  const isGood = (field: keyof NoteIds, shape: RegExp): boolean => shape.test(read[field] ?? '');
  const malformed = SHAPES.flatMap(([field, name, shape]) =>
    present.has(name) && !isGood(field, shape) ? [name] : [],
  );
  return { malformed, ids: wellFormed(read) };
}

/** The ids that can be ids. */
export const wellFormed = (read: NoteIds): NoteIds => {
  const [bookId, documentId, partId] = SHAPES.map(([field, , shape]) =>
    shape.test(read[field] ?? '') ? read[field] : null,
  );
  return { bookId: bookId ?? null, documentId: documentId ?? null, partId: partId ?? null };
};
