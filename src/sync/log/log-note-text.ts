import { fingerprint } from '../../core/hash';

/** What is told of one run, in a line and further ones under it. Single lines of inert markdown. */
export interface LogEntry {
  readonly time: string;
  readonly text: string;
  readonly details: readonly string[];
}

/** Entries that stay, of those that nobody edited. */
const MOST_ENTRIES = 200;

const FIRST_LINE = /^(- .*) %% florilegium-log ([0-9a-z]{7}) %%$/;
const DETAIL = /^ {2}- /;

interface StandingEntry {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * The text of the log note with an entry at its end, and without the oldest entries beyond what is kept. What a person wrote, and
 * every entry that they wrote into, stays. Where nothing was changed and the last entry says the same, it is said already.
 */
export function withLogEntry(
  text: string,
  entry: LogEntry,
  { isNews }: { readonly isNews: boolean },
): string {
  const lines = text.split('\n');
  const standing = entriesIn(lines);
  const last = standing[standing.length - 1];
  const fresh = linesOf(entry);
  if (!isNews && last !== undefined && withoutTime(last.lines) === withoutTime(fresh)) return text;
  const kept = withoutRanges(lines, standing.slice(0, Math.max(0, standing.length + 1 - MOST_ENTRIES)));
  while (kept.length > 0 && kept[kept.length - 1]?.trim() === '') kept.pop();
  const isInList = /^(?:- | {2})/.test(kept[kept.length - 1] ?? '');
  const end = lines[0]?.endsWith('\r') === true ? '\r' : '';
  const added = [...(kept.length === 0 || isInList ? [] : ['']), marked(fresh), ...fresh.slice(1)].map(
    (line) => line + end,
  );
  return [...kept, ...added, ''].join('\n');
}

const linesOf = ({ time, text, details }: LogEntry): readonly string[] => [
  `- ${time} ${text}`,
  ...details.map((detail) => `  - ${detail}`),
];

const marked = (lines: readonly string[]): string =>
  `${lines[0] ?? ''} %% florilegium-log ${markOf(lines)} %%`;

/** Links count without their targets: the app leads them after notes that are moved, and that is nobody's edit. */
const markOf = (lines: readonly string[]): string => fingerprint(withoutLinks(lines)).slice(-7);

const withoutLinks = (lines: readonly string[]): string =>
  lines.join('\n').replace(/\[\[[^[\]]*\]\]/g, '[[]]');

const withoutTime = (lines: readonly string[]): string => withoutLinks(lines).replace(/^- \S+ \S+ /, '');

/** Entries that are as they were written. */
function entriesIn(lines: readonly string[]): readonly StandingEntry[] {
  const entries: StandingEntry[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const match = FIRST_LINE.exec(bare(lines[start]));
    if (match === null) continue;
    let end = start + 1;
    while (DETAIL.test(lines[end] ?? '')) end += 1;
    const own = [match[1] ?? '', ...lines.slice(start + 1, end).map(bare)];
    if (markOf(own) === match[2]) entries.push({ start, end, lines: own });
  }
  return entries;
}

const bare = (line: string | undefined): string => (line ?? '').replace(/\r$/, '');

function withoutRanges(lines: readonly string[], ranges: readonly StandingEntry[]): string[] {
  const gone = new Set(
    ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
  );
  return lines.filter((_, index) => !gone.has(index));
}
