import { addToList } from '../add-to-list';
import { findPassages, type WordRange } from './find-passages';
import { markLine, type Insertion, type LineRange } from './mark-line';
import { textLines, type TextLine } from './text-lines';

export interface MarkPassagesOptions {
  /** As `fullText` gives it. */
  readonly text: string;
  /** In the order of the text, as far as that is known. */
  readonly passages: readonly { readonly anchor: string; readonly text: string }[];
  /** The note that the passages' blocks stand in, as a link names it; '' when it is the one that the text stands in. */
  readonly note: string;
}

const SIGN = '↗';

/**
 * The full text with each highlighted passage marked where it stands (`==passage==`), and a link to its block behind it. A passage
 * is found by its words, whatever formats them and stands between them. What is not found is not marked.
 */
export function markPassages({ text, passages, note }: MarkPassagesOptions): string {
  const lines = textLines(text);
  const places = placesOf(lines);
  const found = findPassages(
    lines.flatMap(({ words }) => words.map(({ form }) => form)),
    passages.map((passage) => passage.text),
  );
  const ranges = new Map<TextLine, LineRange[]>();
  for (const [index, passage] of passages.entries()) {
    const link = `[[${note}#^${passage.anchor}|${SIGN}]]`;
    for (const [line, range] of rangesOf({ found: found[index] ?? [], places, passage: passage.text, link }))
      addToList(ranges, line, range);
  }
  return inserted(
    text,
    [...ranges].flatMap(([line, given]) => markLine(text, line, given)),
  );
}

interface Place {
  readonly line: TextLine;
  /** The cell, in a table. */
  readonly cell: number;
  readonly start: number;
  readonly end: number;
}

/** Where each word of the text stands. */
const placesOf = (lines: readonly TextLine[]): readonly Place[] =>
  lines.flatMap((line) => {
    let cell = 0;
    return line.words.map(({ start, end }) => {
      while ((line.marks.borders[cell]?.start ?? Infinity) < start) cell += 1;
      return { line, cell, start, end };
    });
  });

/** The parts of lines and cells that a passage takes up, the last with its link. A heading counts only when nothing else is marked. */
function rangesOf({
  found,
  places,
  passage,
  link,
}: {
  readonly found: readonly WordRange[];
  readonly places: readonly Place[];
  readonly passage: string;
  readonly link: string;
}): readonly (readonly [TextLine, LineRange])[] {
  const parts: Place[] = [];
  for (const { start, end } of found) {
    for (const place of places.slice(start, end)) {
      const last = parts[parts.length - 1];
      if (last?.line === place.line && last.cell === place.cell)
        parts[parts.length - 1] = { ...last, end: place.end };
      else parts.push(place);
    }
  }
  const body = parts.filter(({ line }) => line.kind !== 'heading');
  const marked = body.length > 0 ? body : parts;
  const tail = /[^\p{L}\p{N}]*\d{0,3}$/u.exec(passage.slice(-20))?.[0] ?? '';
  const head = /^[^\p{L}\p{N}]*/u.exec(passage.slice(0, 20))?.[0] ?? '';
  const lastIndex = marked.length - 1;
  // Within the passage a line ends as the text does; at its edges, as the passage does.
  return marked.map(({ line, start, end }, index) => [
    line,
    {
      start,
      end,
      links: index === lastIndex ? [link] : [],
      tail: index === lastIndex ? tail : '.,;:!?…"\')',
      head: index === 0 ? head : '"\'(¿¡',
    },
  ]);
}

function inserted(text: string, insertions: readonly Insertion[]): string {
  let out = '';
  let done = 0;
  for (const { at, text: added } of [...insertions].sort((left, right) => left.at - right.at)) {
    out += text.slice(done, at) + added;
    done = at;
  }
  return out + text.slice(done);
}
