import { hasLibrary } from '../../features/adopt/plan-adoption';
import { syncAndDays } from '../../features/daily/complete-sections';
import { countLocalChanges } from '../../features/hand-changes/local-changes';
import { openLook } from '../../features/preview/look-into';
import { planUndo } from '../../features/undo/plan-undo';
import { undoLastRun } from '../../features/undo/undo-last-run';
import { unifiedDiff } from '../../merge/diff/unified-diff';
import { OWN_STATE, type SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { sendChanges, type SendResult } from '../../outbox/send-changes';
import { readOutbox } from '../../store/outbox-store';
import type { SyncOptions } from '../../sync/context/sync-options';
import { renderNotes } from '../../sync/render-notes';
import { EXIT, exitCodeOf } from '../exit-code';
import { systemClock } from '../host';
import { print, printJson, printMessage } from '../output';
import { rememberSuccess } from '../state/state-folder';
import { undoText } from '../text/features';
import { reportJson, reportText } from '../text/report';
import { sendingJson, sendingLines } from '../text/status';
import { inState, type TerminalDependencies } from './in-state';
import { allowedToken, settingsFor, stateIn } from './inputs';
import type { Options } from './options';

export async function sync(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  const token = await allowedToken(options, settings);
  const { dryRun = false, full = false, maxDelete = null } = options;
  const syncing: SyncOptions = {
    settings,
    token,
    full,
    asksAtOnce: full,
    dryRun,
    maxDelete,
    confirmation: confirmationOf(options),
    decision: options.refuseHeld === true ? { kind: 'keep-all' } : undefined,
    restore: restoreOf(options),
    signal,
  };
  const code = await inState(options, signal, async (deps) => {
    const report = await syncAndDays(deps, syncing, deps.calendar);
    if (dryRun || report.outcome === 'failed') return showRun(deps, { options, settings, report });
    const isWaiting = (await readOutbox(deps.state)).length > 0;
    const sending = { settings, token, signal, onlyDue: true };
    const sent = isWaiting ? await sendChanges(deps, sending) : null;
    const localChanges = await countLocalChanges(deps, settings);
    const code = showReport(deps, { options, report, sent });
    showLocalChanges(localChanges);
    return code;
  });
  if (!dryRun && (code === EXIT.done || code === EXIT.held))
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

function showLocalChanges(count: number): void {
  if (count === 0) return;
  const changes = count === 1 ? '1 change that you made' : `${count} changes that you made`;
  printMessage(`${changes} by hand in notes can be sent to Readwise: florilegium send`);
}

const NOTHING_TO_RENDER =
  'This vault has not been synced on this device yet, so there is nothing to render. Run florilegium sync first.';

export async function render(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    if (!(await hasLibrary(deps))) printMessage(NOTHING_TO_RENDER);
    const report = await renderNotes(deps, { settings, dryRun: options.dryRun ?? false, signal });
    return showRun(deps, { options, settings, report });
  });
}

const NOTHING_TO_UNDO = { run: null, kind: null, ended: null, isPartial: false, steps: [], stays: [] };

/** Prints what can be undone, and undoes it unless it is a dry run. */
export async function undo(options: Options, signal: AbortSignal): Promise<number> {
  return inState(options, signal, async (deps) => {
    const plan = await planUndo(deps);
    const lines = undoText(plan);
    if (options.dryRun === true && options.json !== true) print(lines);
    else lines.forEach(printMessage);
    if (plan === null || options.dryRun === true) {
      if (options.json === true) printJson(plan ?? NOTHING_TO_UNDO);
      return EXIT.done;
    }
    const report = await undoLastRun(deps, { run: plan.run, signal });
    return showReport(deps, { options, report });
  });
}

interface Shown {
  readonly options: Options;
  readonly report: SyncReport;
  /** What became of changes that waited; null when none did. */
  readonly sent?: SendResult | null;
}

/** Prints the report, and the diffs of a dry run if they are asked for. Returns the exit code. */
async function showRun(
  deps: TerminalDependencies,
  { settings, ...shown }: Shown & { readonly settings: Settings },
): Promise<number> {
  const code = showReport(deps, shown);
  if (shown.options.diff === true) await printDiffs(shown.report, deps, settings);
  return code;
}

function showReport(
  { reporter, notices }: TerminalDependencies,
  { options, report: own, sent = null }: Shown,
): number {
  const ofState = notices.map((problem) => ({ id: OWN_STATE, path: null, problem }));
  const report = { ...own, notices: [...own.notices, ...ofState] };
  reporter.end();
  const isResult = report.plan !== undefined && report.outcome !== 'failed';
  const lines = reportText(report);
  if (isResult && options.json !== true && options.diff !== true) print(lines);
  else lines.forEach(printMessage);
  if (sent !== null) sendingLines(sent).forEach(printMessage);
  const outbox = sent === null ? {} : { outbox: sendingJson(sent) };
  if (options.json === true) printJson({ ...reportJson(report), ...outbox });
  const code = exitCodeOf(report);
  // As a hold, a conflict is told after each sync until a person settles it.
  return code === EXIT.done && sent?.outcome === 'conflict' ? EXIT.held : code;
}

/** Prints how each note would change, without control characters, which could move the cursor. */
async function printDiffs(
  { plan = [] }: SyncReport,
  deps: TerminalDependencies,
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
