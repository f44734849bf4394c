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

const statusOf = (isMet: boolean | null): string => (isMet === null ? '' : isMet ? 'ok' : 'MISSED');

/** The table for the terminal. */
export function tableText(rows: readonly Row[]): string {
  return rows
    .map(
      ({ isMet, library, what, measured, goal }) =>
        `${statusOf(isMet).padEnd(6)}  ${library.padEnd(1)}  ${what.padEnd(62)}  ${measured}  (goal: ${goal})`,
    )
    .join('\n');
}

/** `docs/development/performance.md`. */
export function performancePage({ rows, costs, libraries, runs }: Bench, date: string): string {
  return `# Performance

Written by \`npm run bench\`; do not edit. ${date}, ${machine()}. Medians of ${String(runs)} runs.

Every run is a process of its own against the reference server in another one, without rate limits and with a clock that never
waits (but for the row that says otherwise). CPU is user and system time of the whole process. The *floor* is measured in turn
with it: the smallest loop that fetches the same pages, parses their JSON and writes notes of the same size under the same names; where all
is rendered again, one that reads each note and writes it; for full texts, one that asks for as many and writes as many notes. The *ideal*
also keeps a replica in LevelDB, hashes each note and flushes it. Both use Node's fetch, the engine Node's http.

${whereItWorks()}

*CPU of the sync* is that of the sync alone, without the start of the process. For small syncs it is judged in a process that has opened
its stores and synced a few changes before, as people's app has: in a new process most of it is code that runs for the first time, which
the figure in brackets tells.

*In the app* is the built plugin in a stand-in for the app, in Chromium with its own IndexedDB, with the largest library; what the
service's rates make it wait for is skipped. A task is one turn of the main thread, as the browser's trace tells: its CPU is what counts,
because by the clock a task lasts longer where other programs want the same cores. *Garbage alone* is a loop in that window that makes
records and drops them: what the collecting of garbage costs there with no part of the plugin's. *Slowed down* is the same window with its
main thread slowed down by the browser, as on a phone, with library M, because L would take too long; there tasks are judged by the clock.

Libraries: S has 50 books, 500 highlights and 100 documents; M 1,000, 20,000 and 3,000; L 5,000, 100,000 and 20,000.

| what | library | measured | goal | |
|---|---|---|---|---|
${rows.map(({ what, library, measured, goal, isMet }) => `| ${what} | ${library} | ${measured} | ${goal} | ${isMet === null ? '' : isMet ? 'met' : '**missed**'} |`).join('\n')}

## In absolute terms

| | library | notes written | CPU | CPU of the floor | peak memory | peak memory of the floor |
|---|---|---|---|---|---|---|
${costs.map(costLine).join('\n')}

## Memory over time

![Resident memory of a first sync of engine, ideal and floor, each over the share of its own time](memory.svg)

## Where the time goes

Parts and functions by self time on the main thread, of one profiled run each with the largest library.

${profilesText(libraries)}
`;
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
  texts: 'The next full texts',
};

/** The profiles of the largest library. */
export function profilesText(libraries: readonly LibraryMeasures[]): string {
  const largest = libraries.at(-1);
  if (largest === undefined) return '';
  const works = Object.keys(PROFILED) as readonly ProfiledWork[];
  return works
    .map((work) => profileText(`${PROFILED[work]} (${largest.size})`, largest.profiles[work]))
    .join('\n\n');
}

function profileText(title: string, { parts, functions }: ProgramProfile): string {
  const partTexts = parts.map(({ part, share }) => `${part} ${percent(share)}`);
  const lines = functions.map(
    ({ name, where, selfMs, share }) =>
      `| ${percent(share)} | ${selfMs.toFixed(0)} ms | \`${name}\` | ${where} |`,
  );
  return `### ${title}

${partTexts.join(', ')}.

| share | self time | function | where |
|---|---|---|---|
${lines.join('\n')}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
