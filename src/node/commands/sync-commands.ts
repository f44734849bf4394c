import { InvalidArgumentError, Option, type Command } from 'commander';
import { unifiedDiff } from '../../merge/diff/unified-diff';
import type { SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { EXIT, exitCodeOf } from '../exit-code';
import { reportText } from '../text/report-text';
import { undoText } from '../text/undo-text';
import { ViewCalendar } from '../view-calendar';
import { planUndo } from '../../features/undo/plan-undo';
import { undoLastRun } from '../../features/undo/undo-last-run';
import { openLook } from '../../features/preview/look-into';
import type { SyncDependencies } from '../../sync/sync-options';
import { syncAndDays } from '../../features/daily/day-watch';
import { renderNotes } from '../../sync/write/render-notes';
import { reportJson } from '../text/report-json';
import { print, printJson, requireVault, say, settingsFor, tokenFrom } from './can-start';
import { inState } from './in-state';
import {
  notEmpty,
  withDryRun,
  withService,
  withSettings,
  withVault,
  type ServiceOptions,
  type VaultOptions,
} from './options';

interface RenderOptions extends VaultOptions {
  readonly settings?: string;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}

interface SyncOptions extends RenderOptions, ServiceOptions {
  readonly full?: boolean;
  readonly maxDelete?: number;
  readonly refuseHeld?: boolean;
  readonly restore?: readonly string[];
  readonly relink?: boolean;
  readonly acceptMissing?: boolean;
}

type UndoOptions = VaultOptions & { readonly dryRun?: boolean };

/** `sync`, `render` and `undo`. */
export function addSyncCommands(program: Command, signal: AbortSignal): void {
  const syncCommand = withDiff(withDryRun(withService(withVault(program.command('sync')))))
    .description('bring the notes up to date')
    .option('--full', 'fetch everything again')
    .option(
      '--max-delete <n>',
      'allow up to N notes to be moved to the trash or the archive in this run',
      wholeNumber,
    )
    .option('--refuse-held', 'keep the notes that the last sync held back')
    .option(
      '--restore <id>',
      'bring back what you deleted of this item; may be repeated; “all” for all notes',
      oneMore,
    )
    .addOption(
      new Option('--relink', 'let the vault follow the account of this token from now on').conflicts([
        'dryRun',
        'acceptMissing',
      ]),
    )
    .option('--accept-missing', 'the notes that are missing in the vault were deleted on purpose')
    .action(async (options: SyncOptions) => {
      requireDryRunForDiff(syncCommand, options);
      process.exitCode = await sync(options, signal);
    });
  const renderCommand = withDiff(withDryRun(withSettings(withVault(program.command('render')))))
    .description('write the notes again from what is known, without asking the service')
    .action(async (options: RenderOptions) => {
      requireDryRunForDiff(renderCommand, options);
      process.exitCode = await render(options, signal);
    });
  withDryRun(withVault(program.command('undo')))
    .description('take back what the last sync did to the notes')
    .action(async (options: UndoOptions) => {
      process.exitCode = await undo(options, signal);
    });
}

const withDiff = (command: Command): Command =>
  command.addOption(
    new Option('--diff', 'with --dry-run: print how the text of each note would change').conflicts('json'),
  );

function requireDryRunForDiff(command: Command, { diff, dryRun }: RenderOptions): void {
  if (diff === true && dryRun !== true) command.error("error: option '--diff' goes with --dry-run only");
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It takes a whole number of notes.');
  return Number(value);
}

const oneMore = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  notEmpty(value),
];

async function sync(options: SyncOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  const token = await tokenFrom(options.tokenFile);
  const { restore: ids = [], relink, acceptMissing } = options;
  return reported({ options, settings, signal }, (deps) =>
    syncAndDays(
      deps,
      {
        settings,
        token,
        full: options.full ?? false,
        dryRun: options.dryRun ?? false,
        maxDelete: options.maxDelete ?? null,
        confirmation: acceptMissing === true ? 'accept-missing' : relink === true ? 'relink' : undefined,
        decision: options.refuseHeld === true ? { kind: 'keep-all' } : undefined,
        restore: restoreOf(ids),
        signal,
      },
      new ViewCalendar(options.vault),
    ),
  );
}

function restoreOf(ids: readonly string[]) {
  if (ids.length === 0) return undefined;
  return ids.includes('all') ? ({ kind: 'all' } as const) : ({ kind: 'items', ids } as const);
}

async function render(options: RenderOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return reported({ options, settings, signal }, (deps) =>
    renderNotes(deps, { settings, dryRun: options.dryRun ?? false, signal }),
  );
}

interface Run {
  readonly options: RenderOptions;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** Runs something on a vault and its state, and shows the report. */
function reported(
  { options, settings, signal }: Run,
  work: (deps: SyncDependencies) => Promise<SyncReport>,
): Promise<number> {
  return inState(options, signal, async (deps) => {
    const report = await work(deps);
    deps.reporter.end();
    for (const line of reportText(report)) say(line);
    if (options.diff === true) await printDiffs(report, deps, settings);
    if (options.json === true) printJson(reportJson(report));
    return exitCodeOf(report);
  });
}

/** How the text of each note would change. Nothing in a text may move the cursor or colour the terminal. */
async function printDiffs(
  { plan = [] }: SyncReport,
  deps: SyncDependencies,
  settings: Settings,
): Promise<void> {
  const look = await openLook(deps, settings);
  for (const { action, note, path, from = path } of plan) {
    const found = action === 'skip' ? null : await look(note);
    if (found === null) continue;
    const lines = unifiedDiff({
      ...found,
      from: action === 'create' ? null : from,
      to: action === 'trash' ? null : path,
    });
    print(lines.map((line) => line.replace(/(?!\t)[\p{Cc}\u2028\u2029]/gu, ' ')));
  }
}

const NOTHING_TO_UNDO = { run: null, kind: null, ended: null, isPartial: false, steps: [], stays: [] };

/** Says what the last run did that can be taken back, and takes it back unless that was only asked for. */
async function undo(options: UndoOptions, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  return inState(options, signal, async (deps) => {
    const plan = await planUndo(deps);
    for (const line of undoText(plan)) say(line);
    if (plan === null || options.dryRun === true) {
      if (options.json === true) printJson(plan ?? NOTHING_TO_UNDO);
      return EXIT.done;
    }
    const report = await undoLastRun(deps, { run: plan.run, signal });
    deps.reporter.end();
    for (const line of reportText(report)) say(line);
    if (options.json === true) printJson(reportJson(report));
    return exitCodeOf(report);
  });
}
