import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { anchorLines, cutRaw, findTrailers } from '../unmark/note-marks';
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
  const doubled = [...anchorLines(lines)].flatMap(([anchor, places]) => (places.length > 1 ? [anchor] : []));
  if (doubled.length > 0) faults.push({ fault: 'block-doubled', about: doubled });
  return faults;
}

function trailerFault(lines: readonly string[]): 'trailer-lost' | 'trailer-damaged' | null {
  const places = findTrailers(lines);
  const [first] = places;
  if (first === undefined) return 'trailer-lost';
  const isLast = lines.slice(first.index + 1).every((line) => line.trim() === '');
  return places.length === 1 && first.isWhole && isLast ? null : 'trailer-damaged';
}

/** Whether a note holds a trailer, or what is left of one: then a sync wrote it. */
export const hasTrailer = (text: string): boolean => findTrailers(cutRaw(text).lines).length > 0;
