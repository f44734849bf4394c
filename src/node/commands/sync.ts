import { sendAndDays, syncAndDays } from '../../features/daily/day-watch';
import { hasLibrary } from '../../features/adopt/plan-adoption';
import { openLook } from '../../features/preview/look-into';
import { planUndo } from '../../features/undo/plan-undo';
import { undoLastRun } from '../../features/undo/undo-last-run';
import { unifiedDiff } from '../../merge/diff/unified-diff';
import { OWN_STATE, type SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { countLocalChanges } from '../../features/hand-changes/local-changes';
import type { SendResult } from '../../outbox/send-changes';
import { readOutbox } from '../../store/outbox-store';
import type { SyncDependencies, SyncOptions } from '../../sync/context/sync-options';
import { renderNotes } from '../../sync/render-notes';
import { EXIT, exitCodeOf } from '../exit-code';
import { NodeCalendar } from '../node-calendar';
import { print, printJson, printMessage } from '../output';
import { rememberSuccess } from '../state/state-folder';
import { systemClock } from '../system-clock';
import { sendingJson, sendingLines } from '../text/status';
import { reportText } from '../text/report';
import { undoText } from '../text/features';
import { reportJson } from '../text/report';
import { allowedToken, inState, stateIn, type TerminalDependencies } from './in-state';
import { requireVault, settingsFor, type Options } from './inputs';

export async function sync(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  const token = await allowedToken(options, settings);
  const dryRun = options.dryRun ?? false;
  const syncing: SyncOptions = {
    settings,
    token,
    full: options.full ?? false,
    asksAtOnce: options.full,
    dryRun,
    maxDelete: options.maxDelete ?? null,
    confirmation: confirmationOf(options),
    decision: options.refuseHeld === true ? { kind: 'keep-all' } : undefined,
    restore: restoreOf(options),
    signal,
  };
  const code = await reported({
    options,
    settings,
    signal,
    work: (deps) => syncAndDays(deps, syncing, new NodeCalendar(options.vault)),
    after: async (deps, { outcome }) => {
      if (dryRun || outcome === 'failed') return null;
      const isWaiting = (await readOutbox(deps.state)).length > 0;
      const sending = { settings, token, signal, onlyDue: true };
      const sent = isWaiting ? await sendAndDays(deps, sending, new NodeCalendar(options.vault)) : null;
      printLocalChanges(await countLocalChanges({ ...deps, signal }, settings));
      return sent;
    },
  });
  if (options.dryRun !== true && (code === EXIT.done || code === EXIT.held))
    rememberSuccess(stateIn(options), new Date(systemClock.now()).toISOString());
  return code;
}

function printLocalChanges(count: number): void {
  if (count === 0) return;
  const changes = count === 1 ? '1 change that you made' : `${count} changes that you made`;
  printMessage(`${changes} by hand in notes can be sent to Readwise: florilegium send`);
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
  const work = async (deps: TerminalDependencies): Promise<SyncReport> => {
    if (!(await hasLibrary(deps))) printMessage(NOTHING_TO_RENDER);
    return renderNotes(deps, { settings, dryRun: options.dryRun ?? false, signal });
  };
  return reported({ options, settings, signal, work });
}

interface Run {
  readonly options: Options;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly work: (deps: TerminalDependencies) => Promise<SyncReport>;
  /** Sends what waits after the work; null when nothing waits. */
  readonly after?: (deps: TerminalDependencies, report: SyncReport) => Promise<SendResult | null>;
}

/** Runs work on a vault and its state, and prints the report. */
function reported({ options, settings, signal, work, after }: Run): Promise<number> {
  return inState(options, signal, async (deps) => {
    const report = withNotices(await work(deps), deps);
    const sent = (await after?.(deps, report)) ?? null;
    deps.reporter.end();
    const isResult = report.plan !== undefined && report.outcome !== 'failed';
    if (isResult && options.json !== true && options.diff !== true) print(reportText(report));
    else reportText(report).forEach(printMessage);
    if (options.diff === true) await printDiffs(report, deps, settings);
    if (sent !== null) sendingLines(sent).forEach(printMessage);
    const outbox = sent === null ? {} : { outbox: sendingJson(sent) };
    if (options.json === true) printJson({ ...reportJson(report), ...outbox });
    const code = exitCodeOf(report);
    // As a hold, a conflict is told after each sync until a person settles it.
    return code === EXIT.done && sent?.outcome === 'conflict' ? EXIT.held : code;
  });
}

const withNotices = (report: SyncReport, { notices }: TerminalDependencies): SyncReport => ({
  ...report,
  notices: [...report.notices, ...notices.map((problem) => ({ id: OWN_STATE, path: null, problem }))],
});

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
