import type { ItemHighlight } from '../../model/model';
import { withoutAnchor } from '../../notes/note/block-anchor';
import type { BodyBlock } from '../../notes/note/note-body';
import { findPassages, type FoundPassages, type Passage } from './find-passages';

/** Where the highlights stand in the lines: first those that a sync would write just so (`written`), then the others. */
export function allPassages(
  lines: readonly string[],
  {
    highlights,
    written,
  }: {
    readonly highlights: readonly ItemHighlight[];
    readonly written: readonly Pick<BodyBlock, 'anchor' | 'lines'>[];
  },
): FoundPassages {
  const exact = exactPassages(lines, written);
  const known = new Set(exact.map(({ anchor }) => anchor));
  const rest = [...lines];
  // No passage goes across a rule.
  for (const { start, end } of exact) rest.fill('---', start, end);
  const { passages, unmarkable } = findPassages(
    rest,
    highlights.filter(({ anchor }) => !known.has(anchor)),
  );
  return { passages: [...passages, ...exact].sort((left, right) => left.start - right.start), unmarkable };
}

/** Passages that are set off by blank lines and as a sync writes them now: of a note that was ours before. */
function exactPassages(
  lines: readonly string[],
  written: readonly Pick<BodyBlock, 'anchor' | 'lines'>[],
): readonly Passage[] {
  const all = new Set(lines);
  let from = 0;
  return written.flatMap(({ anchor, lines: block }): readonly Passage[] => {
    const own = withoutAnchor(block.join('\n')).split('\n');
    const [first = ''] = own;
    const isHere = (start: number): boolean =>
      isBlank(lines[start - 1]) &&
      isBlank(lines[start + own.length]) &&
      own.every((line, index) => lines[start + index] === line);
    let start = isBlank(first) || !all.has(first) ? -1 : lines.indexOf(first, from);
    while (start >= 0 && !isHere(start)) start = lines.indexOf(first, start + 1);
    if (start < 0) return [];
    from = start + own.length;
    return [
      {
        anchor,
        start,
        end: from,
        isNested: false,
        isAsTheServiceHasIt: true,
        lacksNote: false,
        bearsOtherId: false,
      },
    ];
  });
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';
