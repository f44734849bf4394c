import { type ReportJson } from '../../src/messages/report-messages';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { demoLibrary } from '../server/demo-library';
import type { Library } from '../server/library';
import { startReferenceServer } from '../server/reference-server';
import { DemoVault } from './demo-vault';
import { liveOn, type Sight } from './reader-life';
import { runSyncCommand, syncArguments, type CliRun } from './run-cli';

const TOKEN = 'demo-token';
const VAULT = 'demo-vault';

/**
 * Three syncs of a demo library with a bit of a reader's life in between; `--serve` keeps the service up
 * afterwards.
 */
async function main(): Promise<void> {
  const server = await startReferenceServer({ library: demoLibrary(), token: TOKEN });
  const state = mkdtempSync(join(tmpdir(), 'florilegium-demo-'));
  const end = async (): Promise<void> => {
    await server.close();
    rmSync(state, { recursive: true, force: true });
  };
  try {
    const vault = new DemoVault(VAULT);
    vault.makeAnew();
    const run: CliRun = {
      program: fileURLToPath(new URL('cli.mjs', import.meta.url)),
      vault: VAULT,
      state,
      baseUrl: server.url,
      token: TOKEN,
    };
    say(
      `A demo library of books and documents is served here: ${server.url}`,
      '',
      `First sync, into an empty folder (${VAULT}):`,
    );
    await sync(run);
    const sights = liveOn(server.library, vault);
    say(
      '',
      'Now a reader reads on: highlights added, edited and deleted, a title changed, documents moved and deleted,',
      'and words written by hand into two notes.',
      '',
      'Second sync:',
    );
    // The service tells the time in whole seconds: what was made in the second of a sync is for the next one.
    await setTimeout(1_100);
    await sync(run);
    say(
      '',
      "Third sync, a quarter of an hour later (the service's clock was put forward): what seems to be deleted is looked",
      'up twice, ten minutes apart, before its note goes.',
    );
    putForward(server.library, 15);
    await sync(run);
    vault.remember();
    tellSights(sights, vault);
    if (process.argv.includes('--serve')) await serveOn(run, someHighlight(server.library));
    else
      say(
        '',
        'npm start -- --serve keeps the service up, to point the plugin or the terminal program at it.',
      );
  } finally {
    await end();
  }
}

function putForward(library: Library, minutes: number): void {
  const clock = library.now;
  library.now = () => clock() + minutes * 60_000;
}

/** Syncs, of which the program itself tells, and lets the demonstration fail where the sync did. */
async function sync(run: CliRun): Promise<void> {
  const report = await runSyncCommand(run);
  if (report.outcome !== 'done') throw new Error(`The sync did not end well: ${problemsOf(report)}`);
}

function problemsOf(report: ReportJson): string {
  return (
    report.hold?.reason ?? report.failures.map((failure) => `${failure.id}: ${failure.message}`).join('; ')
  );
}

function tellSights(sights: readonly Sight[], vault: DemoVault): void {
  say('', 'Open these notes:');
  for (const { id, lookFor } of sights) {
    const path = vault.noteOf(id);
    say(`  ${path}${vault.isInTrash(path) ? '  (in the trash)' : ''}`, `      ${lookFor}`);
  }
}

/** Until Ctrl-C. */
async function serveOn(run: CliRun, highlightId: number): Promise<void> {
  say(
    '',
    'The service stays up; end it with Ctrl-C.',
    `  Plugin:    open ${run.vault} in Obsidian, enter the token ${run.token} and, under Advanced, the server address ${run.baseUrl}`,
    `  Terminal:  READWISE_TOKEN=${run.token} node ${relative('.', run.program)} ${syncArguments(run).join(' ')}`,
    `  A change:  curl -X PATCH -H 'Authorization: Token ${run.token}' -H 'Content-Type: application/json' -d '{"note":"seen again"}' ${run.baseUrl}/api/v2/highlights/${highlightId}/`,
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

function someHighlight(library: Library): number {
  for (const highlight of library.books.highlights()) if (highlight.deletedAt === null) return highlight.id;
  throw new Error('The demo library has no highlight left');
}

function say(...lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
