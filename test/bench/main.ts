import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from './build-programs';
import { appRows } from './app-rows';
import { measureApp } from './measure-app';
import { measureLag } from './measure-lag';
import { measureLibrary, type LibraryMeasures } from './measure-library';
import { measureSending } from './measure-sending';
import { measurePlugin } from './measure-plugin';
import { readOptions, USAGE, type BenchOptions } from './options';
import { hotSpots, performancePage, tableText } from './performance-page';
import { measureTerminal } from './measure-terminal';
import { costRowsOf, rowsOf, type Row } from './rows';
import { Workspace } from './workspace';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Measures, prints the table, and writes it to `docs/development/performance.md` when everything was
 * measured.
 */
async function main({ sizes, runs, isComplete }: BenchOptions): Promise<void> {
  buildPrograms(ROOT);
  const plugin = await measurePlugin(ROOT);
  const libraries: LibraryMeasures[] = [];
  const largest = sizes.at(-1);
  for (const size of sizes) {
    const workspace = new Workspace();
    try {
      const library = await measureLibrary({
        root: ROOT,
        workspace,
        size,
        runs,
        say: (what) => console.error(what),
      });
      libraries.push(library);
      // What is measured is told at once: a later part may fail.
      console.error(tableText(rowsOf([library], null)));
    } finally {
      workspace.remove();
    }
  }
  const app =
    plugin === null || largest === undefined
      ? null
      : await measureApp({ root: ROOT, size: largest, say: (what) => console.error(what) });
  const lag = isComplete ? await measureLag(ROOT) : [];
  const terminal = isComplete ? [await terminalRow()] : [];
  const sending = largest === undefined ? [] : await measureSending(ROOT, isComplete ? 'M' : largest);
  const rows = [
    ...rowsOf(libraries, plugin),
    ...terminal,
    ...lag,
    ...sending,
    ...(app === null ? [] : appRows(app)),
  ];
  console.log(`${tableText(rows)}\n\n${hotSpots(libraries)}`);
  if (!isComplete) return;
  const page = performancePage(
    { rows, costs: costRowsOf(libraries), libraries, runs },
    new Date().toISOString().slice(0, 10),
  );
  writeFileSync(join(ROOT, 'docs/development/performance.md'), page);
}

async function terminalRow(): Promise<Row> {
  const workspace = new Workspace();
  try {
    return await measureTerminal(ROOT, workspace);
  } finally {
    workspace.remove();
  }
}

const options = readOptions(process.argv.slice(2));
if (options === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await main(options);
}
