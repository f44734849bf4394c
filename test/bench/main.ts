import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from './build-programs';
import { measureApp } from './measure-app';
import { measureLibrary } from './measure-library';
import { measurePlugin } from './measure-plugin';
import { measureTerminal } from './measure-terminal';
import { readOptions, USAGE, type BenchOptions } from './options';
import { performancePage, tableText } from './performance-page';
import { pluginRows, rowsOf, type Row } from './rows';
import { Workspace } from './workspace';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/development/performance.md';

const say = (what: string): void => console.error(what);

/** Measures, prints the table, and writes it to the page when everything was measured. */
async function main({ sizes, runs, isComplete }: BenchOptions): Promise<void> {
  buildPrograms(ROOT);
  const rows: Row[] = [];
  // What is measured is told at once: a later part may fail.
  const add = (measured: readonly Row[]): void => {
    console.log(tableText(measured));
    rows.push(...measured);
  };
  for (const size of sizes) {
    add(
      await withWorkspace(async (workspace) =>
        rowsOf(await measureLibrary({ root: ROOT, workspace, size, runs, say })),
      ),
    );
  }
  add(pluginRows(await measurePlugin(ROOT)));
  if (isComplete) add([await withWorkspace((workspace) => measureTerminal(ROOT, workspace))]);
  const largest = sizes.at(-1);
  if (largest !== undefined) add(await measureApp(ROOT, largest, say));
  if (isComplete) writeFileSync(join(ROOT, PAGE), performancePage(rows, runs));
}

async function withWorkspace<Result>(work: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  const workspace = new Workspace();
  try {
    return await work(workspace);
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
