import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { isTemplateLanguage, runTemplateConvert, TEMPLATE_LANGUAGES } from './convert/template-command';
import type { SyncReport, SyncStatus } from './core/report';
import type { Settings } from './core/settings';
import { convertPages } from './html/convert-pages';
import { NodeDownloader } from './platform/node/attachment-downloader';
import { NodeAttachments } from './platform/node/attachment-files';
import { EXIT, exitCodeOf } from './platform/node/exit-code';
import { FetchHttpClient } from './platform/node/fetch-http-client';
import { openLevelStateStore } from './platform/node/level-state-store';
import { loadSettings, type SettingsSources } from './platform/node/load-settings';
import { NodeVault } from './platform/node/node-vault';
import { parseArguments, USAGE, type Command } from './platform/node/parse-arguments';
import { readToken } from './platform/node/read-token';
import { readYaml } from './platform/node/read-yaml';
import { reportText } from './platform/node/report-text';
import { takeRunLock } from './platform/node/run-lock';
import { StateError } from './platform/node/state-error';
import { makeStateFolder, stateFolderOf } from './platform/node/state-folder';
import { NEVER_SYNCED, statusText } from './platform/node/status-text';
import { systemClock } from './platform/node/system-clock';
import { makeTerminalReporter, type TerminalReporter } from './platform/node/terminal-reporter';
import { VaultError } from './platform/node/vault-error';
import { ViewCalendar } from './platform/node/view-calendar';
import { ViewFiles } from './platform/node/view-files';
import { viewText } from './platform/node/view-text';
import { checkToken } from './readwise/check-token';
import { renderNotes } from './sync/render-notes';
import { readStatus } from './sync/status';
import { causeOf, isOperational } from './sync/sync-errors';
import type { SyncDependencies } from './sync/sync-options';
import { syncAndDays } from './sync/views/day-watch';
import { HighlightSearch } from './sync/views/highlight-search';
import { runView } from './sync/views/run-view';

const CHECKED = { refused: EXIT.tokenRefused, unreachable: EXIT.noService, 'not-the-api': EXIT.noService } as const;

/** What was asked cannot be begun: a person has to change something first. */
class CannotStart extends Error {}

type Named<Name> = Extract<Command, { readonly name: Name }>;

async function run(command: Command, signal: AbortSignal): Promise<number> {
  switch (command.name) {
    case 'help':
      process.stdout.write(USAGE);
      return EXIT.done;
    case 'version':
      process.stdout.write(`${version}\n`);
      return EXIT.done;
    case 'usage-error':
      throw new CannotStart(`${command.problem}. See florilegium --help`);
    case 'sync':
      return sync(command, signal);
    case 'render':
      return render(command, signal);
    case 'view':
      return view(command, signal);
    case 'convert-template':
      return convert(command);
    case 'check':
      return check(command);
    case 'status':
      return status(command);
  }
}

async function sync(command: Named<'sync'>, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: command.baseUrl });
  const token = await tokenFrom(command.tokenFile);
  const { isFull: full, isDryRun: dryRun, maxDelete } = command;
  const [word, verdict, restore] = [command.word ?? undefined, command.verdict ?? undefined, command.restore ?? undefined];
  return inVault(command, (deps) => syncAndDays(deps, { settings, token, full, dryRun, maxDelete, word, verdict, restore, signal }, new ViewCalendar(command.vault)));
}

async function render(command: Named<'render'>, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: null });
  return inVault(command, (deps) => renderNotes(deps, { settings, dryRun: command.isDryRun, signal }));
}

async function view(command: Named<'view'>, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: command.baseUrl });
  return inState(command, async (deps) => {
    const context = { ...deps, settings, calendar: new ViewCalendar(command.vault), signal };
    const search = new HighlightSearch({ withState: (use) => use(deps.state), clock: deps.clock, scope: () => settings.scope });
    try {
      const result = await runView({ context, files: new ViewFiles(command.vault), service: deps, token: () => tokenFrom(command.tokenFile), search }, command.wish);
      const { results, messages } = viewText(result);
      messages.forEach(say);
      process.stdout.write(command.isJson ? `${JSON.stringify({ outcome: 'done', ...result })}\n` : results.map((line) => `${line}\n`).join(''));
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const [cause, message] = [causeOf(error), error.message];
      say(message);
      if (command.isJson) process.stdout.write(`${JSON.stringify({ outcome: 'failed', view: command.wish.view, cause, message })}\n`);
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}

/** Runs something on a vault and its state, and shows the report. */
function inVault(command: Named<'sync'> | Named<'render'>, work: (deps: SyncDependencies) => Promise<SyncReport>): Promise<number> {
  return inState(command, async (deps) => {
    const report = await work(deps);
    deps.reporter.end();
    show(report, command);
    return exitCodeOf(report);
  });
}

/** Opens a vault and its state, which nobody else then has. */
async function inState(command: Named<'sync'> | Named<'render'> | Named<'view'>, work: (deps: SyncDependencies & { readonly reporter: TerminalReporter }) => Promise<number>): Promise<number> {
  const folder = stateFolderOf({ vault: command.vault, chosen: command.state, environment: process.env });
  makeStateFolder(folder);
  const lock = takeRunLock(folder);
  try {
    const vault = new NodeVault({ folder: command.vault, cacheFile: join(folder, 'notes.json') });
    const files = new NodeAttachments(command.vault);
    const flush = async (): Promise<void> => {
      await files.flush();
      await vault.flush();
    };
    const { store, movedAside } = await openLevelStateStore({ folder: join(folder, 'store'), beforeCommit: flush });
    if (movedAside !== null) say(`The sync state was damaged and is now in ${movedAside}. Everything is fetched once more.`);
    const reporter = makeTerminalReporter(process.stderr, systemClock);
    try {
      return await work({ vault, http: new FetchHttpClient(), clock: systemClock, random: Math.random, state: store, reporter, readYaml, convertHtml: convertPages(async () => (await import('./platform/node/parse-html')).parseHtml), attachments: { files, downloader: new NodeDownloader() } });
    } finally {
      reporter.end();
      await vault.close();
      await store.close();
    }
  } finally {
    lock.release();
  }
}

async function convert({ file, from, out }: Named<'convert-template'>): Promise<number> {
  if (!isTemplateLanguage(from)) throw new CannotStart(`--from is one of ${TEMPLATE_LANGUAGES.join(', ')}`);
  return runTemplateConvert(
    { file, from, out },
    {
      read: readTemplateFile,
      write: (path, text) => Promise.resolve(writeFileSync(path, text)),
      print: (text) => process.stdout.write(text),
      report: say,
      readYaml,
    },
  );
}

function readTemplateFile(file: string): Promise<string> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new CannotStart(`There is no template file ${file}`);
  return Promise.resolve(readFileSync(file, 'utf8'));
}

async function check(command: Named<'check'>): Promise<number> {
  const { baseUrl } = settingsFor({ file: command.settings, vault: null, baseUrl: command.baseUrl });
  const token = await tokenFrom(command.tokenFile);
  const result = await checkToken({ http: new FetchHttpClient(), clock: systemClock, random: Math.random }, { baseUrl, token });
  say(result.ok ? `The token is good for ${baseUrl}.` : result.message);
  return result.ok ? EXIT.done : CHECKED[result.reason];
}

async function status(command: Named<'status'>): Promise<number> {
  requireVault(command.vault);
  const folder = stateFolderOf({ vault: command.vault, chosen: command.state, environment: process.env });
  const known = isFolder(join(folder, 'store')) ? await statusIn(folder, command.vault) : NEVER_SYNCED;
  process.stdout.write(command.isJson ? `${JSON.stringify(known)}\n` : `${statusText(known).join('\n')}\n`);
  return EXIT.done;
}

async function statusIn(folder: string, notes: string): Promise<SyncStatus> {
  const { store } = await openLevelStateStore({ folder: join(folder, 'store'), beforeCommit: () => Promise.resolve() });
  try {
    const vault = new NodeVault({ folder: notes, cacheFile: join(folder, 'notes.json') });
    return await readStatus({ state: store, vault });
  } finally {
    await store.close();
  }
}

function show(report: SyncReport, { isJson }: { readonly isJson: boolean }): void {
  for (const line of reportText(report)) say(line);
  if (isJson) process.stdout.write(`${JSON.stringify(report)}\n`);
}

function requireVault(folder: string): void {
  if (!isFolder(folder)) throw new CannotStart(`There is no vault folder ${folder}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function settingsFor(sources: SettingsSources): Settings {
  const result = loadSettings(sources);
  if (!result.ok) throw new CannotStart(result.problems.join('; '));
  return result.settings;
}

async function tokenFrom(file: string | null): Promise<string> {
  const result = await readToken({ file, environment: process.env, input: process.stdin });
  if (!result.ok) throw new CannotStart(result.problem);
  return result.token;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping; the note being written is finished first. Once more to stop at once.');
    interrupt.abort();
  });
}

try {
  process.exitCode = await run(parseArguments(process.argv.slice(2)), interrupt.signal);
} catch (error) {
  const isExpected = error instanceof CannotStart || error instanceof StateError || error instanceof VaultError;
  say(isExpected ? error.message : `Internal error, please report it:\n${error instanceof Error ? error.stack : String(error)}`);
  process.exitCode = isExpected ? EXIT.usageOrSettings : EXIT.internalError;
}
