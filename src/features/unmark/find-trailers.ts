import { codeLines } from './raw-note';

/** A trailer in the lines of a note, or what is left of one. */
export interface TrailerPlace {
  /** Half-open. */
  readonly start: number;
  readonly end: number;
  /** Nothing of it is cut, changed or added. */
  readonly isWhole: boolean;
  /** What a person wrote into its lines. */
  readonly strange: string;
}

const SIGN = '[0-9a-z]';
// Of a block that was adopted in the style of another plugin, the mark of the record has an `a` before it.
const BASE = `\\d+\\.${SIGN}{5}\\.${SIGN}{11}\\.a?${SIGN}{7}`;
const ANCHOR = 'r[wd][A-Za-z0-9-]+';
const WHOLE = new RegExp(
  `^%% florilegium 1 n=${SIGN}{11} f=(?:${SIGN}{7})? p=(?:${SIGN}{11})?(?: k:[^\\s=]+=${SIGN}{7})*(?: h=${BASE})?(?: ${ANCHOR}=${BASE})*(?: -${ANCHOR})*(?: \\+${ANCHOR})* %%$`,
);

const OPENING = /%+\s*florilegium(?![-\w])(?:\s+1(?=\s|$|%))?/;
/** What only a trailer has. */
const UNMISTAKABLE = new RegExp(`=${BASE}(?!\\w)|(?:^|\\s)n=${SIGN}{11}\\s+f=`);
/** A word of a trailer, even one that was cut short. */
const WORD = new RegExp(
  `^(?:%+|[nfphkr]|[nfp]=${SIGN}*|h=[.0-9a-z]*|k:[^\\s=]*(?:=${SIGN}*)?|r[wd](?:\\d[0-9a-z]*)?|[-+]${ANCHOR}|${ANCHOR}=[.0-9a-z]*|\\d+\\.${SIGN}{5}\\.${SIGN}{11}(?:\\.${SIGN}*)?)$`,
);

/** Whether a text may hold a trailer or a remainder of one: asked first, because it is cheap. */
export const mayHoldTrailer = (text: string): boolean =>
  text.includes('florilegium') || (text.includes('=') && UNMISTAKABLE.test(text));

/** All trailers and remainders outside of code, in order. */
export function findTrailers(lines: readonly string[]): readonly TrailerPlace[] {
  const places: TrailerPlace[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const line = (lines[start] ?? '').trimEnd();
    if (!mayHoldTrailer(line)) continue;
    if (WHOLE.test(line)) {
      places.push({ start, end: start + 1, isWhole: true, strange: '' });
      continue;
    }
    if (!isRemainder(line)) continue;
    let end = start + 1;
    let strange = strangeIn(line);
    while (isContinuation(lines[end])) {
      strange = [strange, strangeIn(lines[end] ?? '')].filter((words) => words !== '').join(' ');
      end += 1;
    }
    places.push({ start, end, isWhole: false, strange });
    start = end - 1;
  }
  if (places.length === 0) return places;
  const isCode = codeLines(lines);
  return places.filter(({ start }) => !isCode(start));
}

/** A person may write about trailers: theirs stands in code or among other words. */
const isRemainder = (line: string): boolean =>
  !line.includes('`') &&
  (UNMISTAKABLE.test(line) ||
    (OPENING.test(line) && (/^\s*%% florilegium 1(?:\s|$)/.test(line) || strangeIn(line) === '')));

function strangeIn(line: string): string {
  const words = line.replace(OPENING, ' ').replace(/%%/g, ' ').split(/\s+/);
  return words.filter((word) => word !== '' && !WORD.test(word)).join(' ');
}

/** Whether a line can only be the rest of a trailer that was broken in two. */
const isContinuation = (line: string | undefined): boolean =>
  line !== undefined &&
  line.trim() !== '' &&
  !WHOLE.test(line.trimEnd()) &&
  strangeIn(line) === '' &&
  /=|%%/.test(line);

/** The lines without the trailers; words of a person's in them stay where they are. */
export function withoutTrailers(
  lines: readonly string[],
  places: readonly TrailerPlace[],
): readonly string[] {
  const left: string[] = [];
  let position = 0;
  for (const { start, end, strange } of places) {
    // One by one: a note may have more lines than a call can have arguments.
    for (const line of lines.slice(position, start)) left.push(line);
    if (strange !== '') left.push(strange);
    position = end;
    // The blank lines around it are one.
    if (strange === '' && left[left.length - 1]?.trim() === '' && lines[position]?.trim() === '')
      position += 1;
  }
  for (const line of lines.slice(position)) left.push(line);
  return left;
}
