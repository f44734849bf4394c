import { codeRanges } from './code-ranges';
import { readTrailer, type Trailer } from './trailer';

export interface FoundTrailer {
  /** The lines without it, but with everything that a person wrote into it. */
  readonly lines: readonly string[];
  readonly trailer: Trailer | null;
  /** There was no other to choose from. */
  readonly isOnly: boolean;
}

interface Candidate {
  /** Half-open. */
  readonly start: number;
  readonly end: number;
  readonly trailer: Trailer;
  /** What stands on its lines and is not of the program's. */
  readonly strange: string;
}

const START = '%% florilegium 1 ';
/** A word of a trailer, even one that was cut short: ids nearly always begin with a digit. */
const WORD = /^(?:[nfph]=|k:|[-+]r[wd]|r[wd](?:\d|[A-Za-z0-9-]+=))/;
const WHOLE_WORD = /^(?:[nfph]=|k:[^=]+=|r[wd][A-Za-z0-9-]+=|[-+]r[wd])[\w.-]*$|^%%$/;

/**
 * Takes the trailer out of a note, wherever it stands and however it was cut or written into. Of several, the one that knows
 * most of `isOwn`'s anchors is the note's, of equals the last; others that know one of them go as well, and those of other notes stay.
 */
export function takeTrailer(lines: readonly string[], isOwn: (anchor: string) => boolean): FoundTrailer {
  const candidates = lines.flatMap((line, index) =>
    line.includes(START) ? (candidateAt(lines, index) ?? []) : [],
  );
  const [only = null, second] = candidates;
  if (second === undefined)
    return {
      lines: only === null ? lines : without(lines, [only]),
      trailer: only?.trailer ?? null,
      isOnly: true,
    };
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score: anchorsOf(candidate.trailer).filter(isOwn).length,
  }));
  const best = scored.reduce((left, right) => (right.score >= left.score ? right : left));
  const others = scored.filter(
    (candidate) => candidate !== best && candidate.score > 0 && !isInCode(lines, candidate.start),
  );
  return {
    lines: without(
      lines,
      [...others, best].sort((left, right) => left.start - right.start),
    ),
    trailer: best.trailer,
    isOnly: false,
  };
}

/** All anchors that a trailer says anything about. */
export const anchorsOf = ({ blocks, removed, released }: Trailer): readonly string[] => [
  ...blocks.keys(),
  ...removed,
  ...released,
];

function candidateAt(lines: readonly string[], start: number): Candidate | null {
  const line = lines[start] ?? '';
  const at = line.indexOf(START);
  const before = line.slice(0, at);
  const rest = line.slice(at + START.length);
  // A person may write about it: theirs stands in code or behind other words.
  if (before.trim() !== '' && (before.includes('`') || !rest.startsWith('n='))) return null;
  let payload = rest;
  let end = start + 1;
  while (!payload.includes('%%') && isContinuation(lines[end])) {
    payload += ` ${lines[end] ?? ''}`;
    end += 1;
  }
  const close = payload.indexOf('%%');
  const words = (close < 0 ? payload : payload.slice(0, close)).split(/\s+/).filter((word) => word !== '');
  const after = close < 0 ? '' : payload.slice(close + 2);
  const strange = [before.trimEnd(), ...words.filter((word) => !WORD.test(word)), after.trim()]
    .filter((text) => text !== '')
    .join(' ');
  return {
    start,
    end,
    trailer: readTrailer(words.filter((word) => WORD.test(word))),
    strange,
  };
}

/** Whether a line can only be the rest of a trailer that was broken in two. */
const isContinuation = (line: string | undefined): boolean =>
  line !== undefined &&
  line
    .trim()
    .split(/\s+/)
    .every((word) => WHOLE_WORD.test(word));

function isInCode(lines: readonly string[], index: number): boolean {
  const at = lines.slice(0, index).join('\n').length + 1;
  return codeRanges(lines.join('\n')).some(({ start, end }) => start <= at && at < end);
}

function without(lines: readonly string[], candidates: readonly Candidate[]): readonly string[] {
  const left: string[] = [];
  let position = 0;
  for (const { start, end, strange } of candidates) {
    // One by one: a note may have more lines than a call can have arguments.
    for (const line of lines.slice(position, start)) left.push(line);
    if (strange !== '') left.push(strange);
    position = Math.max(position, end);
    // The blank lines around it are one.
    if (strange === '' && left[left.length - 1] === '' && lines[position] === '') position += 1;
  }
  return [...left, ...lines.slice(position)];
}
