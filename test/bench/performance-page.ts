import { machine } from './machine';
import { whereItWorks } from './place-to-work';
import type { Row } from './rows';

function statusOf(isMet: boolean | null): 'met' | 'missed' | '' {
  if (isMet === null) return '';
  return isMet ? 'met' : 'missed';
}

/** The table for the terminal. */
export function tableText(rows: readonly Row[]): string {
  return rows
    .map(
      ({ isMet, library, what, measured, goal }) =>
        `${statusOf(isMet).padEnd(6)}  ${library.padEnd(1)}  ${what.padEnd(52)}  ${measured}  (goal: ${goal})`,
    )
    .join('\n');
}

/** `docs/development/performance.md`: one page, with the largest library that each row was measured with. */
export function performancePage(rows: readonly Row[], runs: number): string {
  return `# Performance

Written by \`npm run bench\`; do not edit. ${new Date().toISOString().slice(0, 10)}, ${machine()}. ${runs === 1 ? 'One run' : `Medians of ${String(runs)} runs`}; first syncs and renderings each in a new process. The reference server runs apart, without rate limits. The *floor* fetches the same pages, parses their JSON and writes notes of the same size; where all is rendered again, it reads and writes each note. The *ideal* also keeps a replica in LevelDB, hashes each note and flushes it. *In the app* is the built plugin in a stand-in, in Chromium.

${whereItWorks()}

Libraries: M has 1,000 books, 20,000 highlights and 3,000 documents; L 5,000, 100,000 and 20,000.

| what | library | measured | goal | |
|---|---|---|---|---|
${ofLargest(rows).map(rowLine).join('\n')}

## What is missed, and why

${WHY_MISSED}
`;
}

const WHY_MISSED = `A goal is missed rather than met by leaving a library or by code that is harder to read. Compare ratios, and figures of one day.

- **First sync, and all rendered again**: a quarter is rendering; a sixth are the marks that tell a person’s words from Readwise’s; the rest is the replica, the files and garbage.
- **Peak memory**: about 32 MB are alive. V8 lets the heap grow to four times that; LevelDB’s two write buffers have 16 MB each.
- **Nothing new**: each sync compares time and size of every known note’s file, so that an older version or a moved note is noticed. **One highlight**: it also looks up where each lies, so that a vault that is only partly there is noticed.
- **Loading**: the engine reads \`main.js\`, which has to be one file.
- **Calls of the adapter**: two for each note, so that nothing is ever written over.`;

/** Of the rows with the same name, which come by size, the last. */
const ofLargest = (rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.what, row])).values(),
];

function rowLine({ what, library, measured, goal, isMet }: Row): string {
  const status = isMet === false ? '**missed**' : statusOf(isMet);
  return `| ${what} | ${library} | ${measured} | ${goal} | ${status} |`;
}
