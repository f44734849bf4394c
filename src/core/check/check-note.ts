import { looksOurs, standingAnchors } from '../leave/anchors';
import { findTrailers } from '../leave/find-trailers';
import { cutRaw } from '../leave/raw-note';
import type { NoteIds } from '../views/item-links';
import { parseFrontMatter } from '../properties/front-matter';
import type { Fault } from './finding';

export interface NoteFault {
  readonly fault: Fault;
  readonly about: readonly string[];
}

/** What is wrong with the text of an item's note. */
export function checkNote(text: string): readonly NoteFault[] {
  const { yaml, lines } = cutRaw(text);
  const faults: NoteFault[] = [];
  if (!parseFrontMatter(yaml.replace(/\r\n/g, '\n')).ok)
    faults.push({ fault: 'front-matter-broken', about: [] });
  const trailer = trailerFault(lines);
  if (trailer !== null) faults.push({ fault: trailer, about: [] });
  const doubled = [...standingAnchors(lines)].flatMap(([anchor, places]) =>
    places.length > 1 && looksOurs(anchor) ? [anchor] : [],
  );
  if (doubled.length > 0) faults.push({ fault: 'block-doubled', about: doubled });
  return faults;
}

function trailerFault(lines: readonly string[]): 'trailer-lost' | 'trailer-damaged' | null {
  const places = findTrailers(lines);
  const [first] = places;
  if (first === undefined) return 'trailer-lost';
  const isLast = lines.slice(first.end).every((line) => line.trim() === '');
  return places.length === 1 && first.isWhole && isLast ? null : 'trailer-damaged';
}

/** Whether a note holds a trailer, or what is left of one: then a sync wrote it. */
export const hasTrailer = (text: string): boolean => findTrailers(cutRaw(text).lines).length > 0;

const SHAPES: Readonly<Record<keyof NoteIds, RegExp>> = {
  bookId: /^\d+$/,
  documentId: /^[\w-]+$/,
  partId: /^(?:rw\d+|rd[\w-]+|text-[\w-]+)$/,
};

/** The ids of a note that can be ids. */
export function wellFormed({ bookId, documentId, partId }: NoteIds): NoteIds {
  const checked = (field: keyof NoteIds, id: string | null): string | null =>
    SHAPES[field].test(id ?? '') ? id : null;
  return {
    bookId: checked('bookId', bookId),
    documentId: checked('documentId', documentId),
    partId: checked('partId', partId),
  };
}
