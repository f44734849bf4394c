import { machine } from './machine';
import type { LibraryMeasures, ProfiledWork } from './measure-library';
import { whereItWorks } from './place-to-work';
import type { ProgramProfile } from './profile';
import type { CostRow, Row } from './rows';

export interface Bench {
  readonly rows: readonly Row[];
  readonly costs: readonly CostRow[];
  readonly libraries: readonly LibraryMeasures[];
  readonly runs: number;
}

function statusOf(isMet: boolean | null): 'ok' | 'MISSED' | '' {
  if (isMet === null) return '';
  return isMet ? 'ok' : 'MISSED';
}

/** The table for the terminal. */
export function tableText(rows: readonly Row[]): string {
  return rows
    .map(
      ({ isMet, library, what, measured, goal }) =>
        `${statusOf(isMet).padEnd(6)}  ${library.padEnd(1)}  ${what.padEnd(62)}  ${measured}  (goal: ${goal})`,
    )
    .join('\n');
}

/** `docs/development/performance.md`: one page, with the largest library that each row was measured with. */
export function performancePage({ rows, costs, libraries, runs }: Bench, date: string): string {
  return `# Performance

Written by \`npm run bench\`; do not edit. ${date}, ${machine()}. ${runs === 1 ? 'One run of each' : `Medians of ${String(runs)} runs, each`} in a process of its own; so is the reference server, which has no rate limits here. CPU is user and system time. The *floor* fetches the same pages, parses their JSON and writes notes of the same size, and nothing else; where all is rendered again, it reads and writes each note. The *ideal* also keeps a replica in LevelDB, hashes each note and flushes it. *In the app* is the built plugin in a stand-in for the app, in Chromium; *slowed down*, as on a phone. Of the rows about the app, growth and deletions, only those that miss their goal are here; \`npm run bench\` prints all.

${whereItWorks()}

Libraries: S has 50 books, 500 highlights and 100 documents; M 1,000, 20,000 and 3,000; L 5,000, 100,000 and 20,000.

| what | library | measured | goal | |
|---|---|---|---|---|
${ofLargest(rows).filter(isOnPage).map(rowLine).join('\n')}

| | library | notes written | CPU | CPU of the floor | peak memory | peak memory of the floor |
|---|---|---|---|---|---|---|
${ofLargest(costs).map(costLine).join('\n')}

![Resident memory of a first sync of engine, ideal and floor, each over the share of its own time](memory.svg)

## Where the time goes

By self time on the main thread, of one profiled run each with the largest library.

${partsText(libraries)}

## What is missed, and why

${WHY_MISSED}
`;
}

const WHY_MISSED = `A goal is missed rather than met by leaving a library or by code that is harder to read. Machines differ from day to day: compare ratios, and figures of one day.

- **First sync, and all rendered again**: the profile is flat. A quarter is rendering, by Handlebars and our helpers; a sixth are the marks that tell a person’s words from Readwise’s; the rest is the replica, the files and garbage.
- **Peak memory**: about 32 MB are alive. V8 lets the heap grow to four times of that, and LevelDB’s two write buffers have 16 MB each; smaller ones cost a first sync of L five seconds.
- **Nothing new, and one highlight**: each sync looks up where every known note lies, and the terminal the time and size of each file, so that an older version that came back, or a vault that is only partly there, is noticed. To find notes that were moved, the terminal also reads the head of each; the app has them in its index.
- **1 % changed**: the watermark lies 120 seconds back, so what changed just before comes again.
- **Full texts**: the floor does not convert them. Half of the time is the conversion, by Turndown on a DOM that the app has by itself; the rest is one more note, and the link to it in another.
- **Loading**: nearly all of it is the engine reading \`main.js\`, which has to be one file; what runs at once is small.
- **Long tasks in the app**: collecting garbage; slowed down also the parsing of a page of 1.5 MB and the first use of a template, which cannot be split.
- **Calls of the adapter**: two for each note, whether its name is taken and whether a cloud has it, so that nothing is ever written over.`;

/** Of the rows with the same name, which come by size, the last. */
const ofLargest = <Each extends { readonly what: string }>(rows: readonly Each[]): readonly Each[] => [
  ...new Map(rows.map((row) => [row.what, row])).values(),
];

/** These are many: those that are met are for the terminal. */
const MANY = /^(?:In the app|Growth|Deletions)/;
const isOnPage = ({ what, isMet }: Row): boolean => isMet !== true || !MANY.test(what);

function rowLine({ what, library, measured, goal, isMet }: Row): string {
  const status = { ok: 'met', MISSED: '**missed**', '': '' }[statusOf(isMet)];
  return `| ${what} | ${library} | ${measured} | ${goal} | ${status} |`;
}

function costLine({
  what,
  library,
  notes,
  engineCpuMs,
  floorCpuMs,
  enginePeakMb,
  floorPeakMb,
}: CostRow): string {
  const cells = [
    what,
    library,
    String(notes),
    `${engineCpuMs.toFixed(0)} ms`,
    `${floorCpuMs.toFixed(0)} ms`,
    `${enginePeakMb.toFixed(0)} MB`,
    `${floorPeakMb.toFixed(0)} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const PROFILED: Readonly<Record<ProfiledWork, string>> = {
  first: 'First sync',
  quiet: 'Nothing new',
  changed: '1 % changed',
  rendered: 'All notes rendered again',
};

/** The profiles of the largest library, for the terminal. */
export function profilesText(libraries: readonly LibraryMeasures[]): string {
  return ofWorks(libraries)
    .map(
      ([title, { functions, parts }]) =>
        `${title}: ${shares(parts)}\n${functions.map(functionLine).join('\n')}`,
    )
    .join('\n\n');
}

const partsText = (libraries: readonly LibraryMeasures[]): string =>
  ofWorks(libraries)
    .map(([title, { parts }]) => `- **${title}**: ${shares(parts.slice(0, PARTS_ON_PAGE))}`)
    .join('\n');

const PARTS_ON_PAGE = 6;

function ofWorks(libraries: readonly LibraryMeasures[]): readonly (readonly [string, ProgramProfile])[] {
  const largest = libraries.at(-1);
  if (largest === undefined) return [];
  const works = Object.keys(PROFILED) as readonly ProfiledWork[];
  return works.map((work) => [`${PROFILED[work]} (${largest.size})`, largest.profiles[work]]);
}

const shares = (parts: ProgramProfile['parts']): string =>
  `${parts.map(({ part, share }) => `${part} ${percent(share)}`).join(', ')}.`;

const functionLine = ({ name, where, selfMs, share }: ProgramProfile['functions'][number]): string =>
  `${percent(share).padStart(7)}  ${selfMs.toFixed(0).padStart(6)} ms  ${name}  ${where}`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
