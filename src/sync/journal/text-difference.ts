import * as z from 'zod/mini';

/** A text by another one: its own lines, and numbers of lines `[from, to)` that it has from the other. */
export const textDifferenceSchema = z.array(z.union([z.string(), z.tuple([z.number(), z.number()])]));
type TextDifference = z.infer<typeof textDifferenceSchema>;

/** By this `textFrom` makes `text` of `other`. Linear, as all notes may be written anew at once. */
export function textDifference(text: string, other: string): TextDifference {
  const others = other.split('\n');
  const places = new Map(others.map((line, at) => [line, at]));
  const parts: TextDifference = [];
  for (const line of text.split('\n')) {
    const last = parts.at(-1);
    const place = places.get(line);
    if (Array.isArray(last) && others[last[1]] === line) {
      last[1] += 1;
    } else if (typeof last === 'string' && (place === undefined || line === '')) {
      // An empty line says nothing about where the next ones are from.
      parts[parts.length - 1] = `${last}\n${line}`;
    } else {
      parts.push(place === undefined ? line : [place, place + 1]);
    }
  }
  return parts;
}

export function textFrom(other: string, difference: TextDifference): string {
  const others = other.split('\n');
  return difference
    .map((part) => (typeof part === 'string' ? part : others.slice(part[0], part[1]).join('\n')))
    .join('\n');
}
