import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from './build-programs';
import { appRows } from './app-rows';
import { measureApp, type AppMeasures } from './measure-app';
import { measureLag } from './measure-lag';
import { measureLibrary, type LibraryMeasures } from './measure-library';
import { measureSending } from './measure-sending';
import { measurePlugin } from './measure-plugin';
import { measureGrowth, measureOneBook } from './measure-shapes';
import { memoryPicture } from './memory-picture';
import { readOptions, USAGE, type BenchOptions } from './options';
import { profilesText, performancePage, tableText } from './performance-page';
import { measureTerminal } from './measure-terminal';
import { costRowsOf, pluginRows, rowsOf, type Row } from './rows';
import type { Size } from './service';
import { Workspace } from './workspace';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/development/performance.md';
const PICTURE = 'docs/development/memory.svg';
const SLOWDOWN = 4;

const say = (what: string): void => console.error(what);

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
        say,
      });
      libraries.push(library);
      // What is measured is told at once: a later part may fail.
      console.error(tableText(rowsOf([library])));
    } finally {
      workspace.remove();
    }
  }
  const app = plugin === null || largest === undefined ? [] : await measureApps(largest);
  const lag = isComplete ? await measureLag(ROOT) : [];
  const terminal = isComplete ? [await terminalRow()] : [];
  const sending = largest === undefined ? [] : await measureSending(ROOT, isComplete ? 'M' : largest);
  const oneBook = await measureOneBook(ROOT);
  const growth = isComplete ? await measureGrowth(ROOT, say) : [];
  const rows = [
    ...rowsOf(libraries),
    ...oneBook,
    ...growth,
    ...pluginRows(plugin),
    ...terminal,
    ...lag,
    ...sending,
    ...app.flatMap(appRows),
  ];
  console.log(`${tableText(rows)}\n\n${profilesText(libraries)}`);
  if (!isComplete) return;
  const page = performancePage(
    { rows, costs: costRowsOf(libraries), libraries, runs },
    new Date().toISOString().slice(0, 10),
  );
  writeFileSync(join(ROOT, PAGE), page);
  const [run] = libraries.at(-1)?.first ?? [];
  if (run !== undefined) writeFileSync(join(ROOT, PICTURE), memoryPicture(run, largest ?? 'L'));
}

/** At this machine's speed, and slowed down as on a phone; there the largest library would take too long. */
async function measureApps(size: Size): Promise<readonly AppMeasures[]> {
  return [
    await measureApp({ root: ROOT, size, slowdown: 1, say }),
    await measureApp({ root: ROOT, size: size === 'L' ? 'M' : size, slowdown: SLOWDOWN, say }),
  ];
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
