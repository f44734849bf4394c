import { syncAndDays } from '../../features/daily/day-watch';
import { hasLibrary } from '../../features/adopt/plan-adoption';
import { openLook } from '../../features/preview/look-into';
import { planUndo } from '../../features/undo/plan-undo';
import { undoLastRun } from '../../features/undo/undo-last-run';
import { unifiedDiff } from '../../merge/diff/unified-diff';
import type { SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { renderNotes } from '../../sync/render-notes';
import { EXIT, exitCodeOf } from '../exit-code';
import { NodeCalendar } from '../node-calendar';
import { print, printJson, printMessage } from '../output';
import { rememberSuccess } from '../state/last-success';
import { systemClock } from '../system-clock';
import { reportText } from '../text/report-text';
import { undoText } from '../text/undo-text';
import { reportJson } from '../text/report-json';
import { requireVault, settingsFor, tokenFrom, type Options } from './inputs';
import { inState, stateIn, type TerminalDependencies } from './in-state';

export async function sync(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  const token = await tokenFrom(options.tokenFile);
  const code = await reported({ options, settings, signal }, (deps) =>
    syncAndDays(
      deps,
      {
        settings,
        token,
        full: options.full ?? false,
        dryRun: options.dryRun ?? false,
        maxDelete: options.maxDelete ?? null,
        confirmation: confirmationOf(options),
        decision: options.refuseHeld === true ? { kind: 'keep-all' } : undefined,
        restore: restoreOf(options),
        signal,
      },
      new NodeCalendar(options.vault),
    ),
  );
  if (options.dryRun !== true && (code === EXIT.done || code === EXIT.held))
    rememberSuccess(stateIn(options), new Date(systemClock.now()).toISOString());
  return code;
}

function confirmationOf({ acceptMissing, relink }: Options) {
  if (acceptMissing === true) return 'accept-missing';
  return relink === true ? 'relink' : undefined;
}

function restoreOf({ restore: ids = [] }: Options) {
  if (ids.length === 0) return undefined;
  return ids.includes('all') ? ({ kind: 'all' } as const) : ({ kind: 'items', ids } as const);
}

const NOTHING_TO_RENDER =
  'This vault has not been synced on this device yet, so there is nothing to render. Run florilegium sync first.';

export async function render(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return reported({ options, settings, signal }, async (deps) => {
    if (!(await hasLibrary(deps))) printMessage(NOTHING_TO_RENDER);
    return renderNotes(deps, { settings, dryRun: options.dryRun ?? false, signal });
  });
}

interface Run {
  readonly options: Options;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** Runs work on a vault and its state, and prints the report. */
function reported(
  { options, settings, signal }: Run,
  work: (deps: TerminalDependencies) => Promise<SyncReport>,
): Promise<number> {
  return inState(options, signal, async (deps) => {
    const report = withNotices(await work(deps), deps);
    deps.reporter.end();
    const isResult = report.plan !== undefined && report.outcome !== 'failed';
    if (isResult && options.json !== true && options.diff !== true) print(reportText(report));
    else reportText(report).forEach(printMessage);
    if (options.diff === true) await printDiffs(report, deps, settings);
    if (options.json === true) printJson(reportJson(report));
    return exitCodeOf(report);
  });
}

const withNotices = (report: SyncReport, { notices }: TerminalDependencies): SyncReport =>
  notices.length === 0 ? report : { ...report, notices };

/** Prints how each note would change, without control characters, which could move the cursor. */
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

/** Prints what can be undone, and undoes it unless it is a dry run. */
export async function undo(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  return inState(options, signal, async (deps) => {
    const plan = await planUndo(deps);
    if (options.dryRun === true && options.json !== true) print(undoText(plan));
    else undoText(plan).forEach(printMessage);
    if (plan === null || options.dryRun === true) {
      if (options.json === true) printJson(plan ?? NOTHING_TO_UNDO);
      return EXIT.done;
    }
    const report = withNotices(await undoLastRun(deps, { run: plan.run, signal }), deps);
    deps.reporter.end();
    reportText(report).forEach(printMessage);
    if (options.json === true) printJson(reportJson(report));
    return exitCodeOf(report);
  });
}
