import * as z from 'zod/mini';
import { changedEntries } from '../../notes/note/changed-entries';

/** A text by another one: its own lines, and numbers of lines `[from, to)` that it has from the other. */
export const textDifferenceSchema = z.array(z.union([z.string(), z.tuple([z.number(), z.number()])]));
type TextDifference = z.infer<typeof textDifferenceSchema>;

/** Texts that differ in more lines have little in common. */
const MOST_EDITS = 100;

/** By this `textFrom` makes `text` of `other`. */
export function textDifference(text: string, other: string): TextDifference {
  const lines = text.split('\n');
  const others = other.split('\n');
  const parts: TextDifference = [];
  let position = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changedEntries(others, lines, MOST_EDITS)) {
    if (oldStart > position) parts.push([position, oldStart]);
    if (newEnd > newStart) parts.push(lines.slice(newStart, newEnd).join('\n'));
    position = oldEnd;
  }
  if (others.length > position) parts.push([position, others.length]);
  return parts;
}

export function textFrom(other: string, difference: TextDifference): string {
  const others = other.split('\n');
  return difference
    .map((part) => (typeof part === 'string' ? part : others.slice(part[0], part[1]).join('\n')))
    .join('\n');
}
