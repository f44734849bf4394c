import { hasLibrary } from '../../src/features/adopt/plan-adoption';
import { syncWithDailyNotes } from '../../src/features/daily/complete-sections';
import { countLocalChanges } from '../../src/features/hand-changes/local-changes';
import { planUndo } from '../../src/features/undo/plan-undo';
import { undoLastRun } from '../../src/features/undo/undo-last-run';
import { unifiedDiff } from '../../src/merge/diff/unified-diff';
import { problemMessage } from '../../src/messages/messages';
import { OWN_STATE, type SyncReport } from '../../src/model/report';
import { sendChanges, type SendResult } from '../../src/outbox/send-changes';
import { sentSince } from '../../src/outbox/sent-since';
import { readOutbox } from '../../src/store/outbox-store';
import type { SyncOptions } from '../../src/sync/context/sync-options';
import { itemsToRestore } from '../../src/sync/plan/restorable-notes';
import { requireVault } from '../../src/sync/plan/vault-health';
import type { DryRun } from '../../src/sync/dry-run';
import { isQuiet } from '../../src/sync/journal/run-history';
import { planRender, renderNotes } from '../../src/sync/render-notes';
import { planSync } from '../../src/sync/run-sync';
import { CannotStart } from '../errors';
import { EXIT, exitCodeOfSync } from '../exit-code';
import { print, printJson, printMessage } from '../output';
import { rememberQuietSync } from '../state/state-folder';
import { machineTimeZone } from '../host';
import { advice, timeZoneAdvice } from '../text/advice-text';
import { reportJson, reportText, toldOnce, undoneLines } from '../../src/messages/report-messages';
import { changeJson, localTime, sendingJson, sendingLines } from '../text/status-text';
import { LIBRARY } from '../text/refusal-text';
import { undoText, whyConfirm } from '../text/undo-text';
import { confirm } from './confirm';
import { inState, type TerminalDependencies } from './in-state';
import { allowedToken, settingsFor, stateIn } from './inputs';
import type { Options } from './options';

export async function sync(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  const token = await allowedToken(options, settings);
  const { full = false, maxDelete = null } = options;
  const syncing: SyncOptions = {
    settings,
    token,
    full,
    asksAtOnce: full,
    maxDelete,
    confirmation: confirmationOf(options),
    decision: options.refuseHeld === true ? { kind: 'keep-all' } : undefined,
    restore: restoreOf(options),
    signal,
  };
  return inState(options, signal, async (deps) => {
    await refuseUnknown(deps, syncing);
    if (!(await hasLibrary(deps))) timeZoneAdvice(settings.timeZone, machineTimeZone()).forEach(printMessage);
    if (options.dryRun === true) return showDryRun(deps, options, await planSync(deps, syncing));
    const report = await syncWithDailyNotes(deps, syncing, deps.calendar);
    if (report.outcome === 'failed') return showReport(deps, { options, report });
    if (isQuiet(report)) rememberQuietSync(stateIn(options), new Date(deps.clock.now()).toISOString());
    const isWaiting = (await readOutbox(deps.outbox)).length > 0;
    const sent = isWaiting ? await sendChanges(deps, { settings, token, signal }) : null;
    const localChanges = await countLocalChanges(deps, settings);
    return showReport(deps, { options, report, sent, localChanges });
  });
}

function confirmationOf({ acceptMissing, leaveOthers, relink }: Options) {
  if (leaveOthers === true) return 'leave-others';
  if (acceptMissing === true) return 'accept-missing';
  return relink === true ? 'relink' : undefined;
}

/** Before anything is asked for: no later sync could restore these either. */
async function refuseUnknown(deps: TerminalDependencies, { restore, settings }: SyncOptions): Promise<void> {
  if (restore?.kind !== 'items') return;
  const wanted = await itemsToRestore({ ...deps, settings }, restore.ids);
  const refused = wanted.flatMap(({ id, obstacle: why }) =>
    why === null ? [] : `${id}: ${problemMessage({ code: 'cannot-restore', why })}`,
  );
  if (refused.length === 0) return;
  throw new CannotStart([...refused, LIBRARY.restorable].join('\n'));
}

function restoreOf({ restore: ids = [] }: Options) {
  if (ids.length === 0) return undefined;
  if (ids.includes('all')) return { kind: 'all' } as const;
  return ids.includes('undone') ? ({ kind: 'undone' } as const) : ({ kind: 'items', ids } as const);
}

export async function render(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    if (!(await hasLibrary(deps))) printMessage(LIBRARY.neverSynced);
    const rendering = { settings, signal };
    if (options.dryRun === true) return showDryRun(deps, options, await planRender(deps, rendering));
    return showReport(deps, { options, report: await renderNotes(deps, rendering) });
  });
}

const NOTHING_TO_UNDO = { run: null, kind: null, ended: null, isPartial: false, steps: [], stays: [] };

/** Prints what can be undone, and undoes it unless it is a dry run. Where that may not be meant, a person confirms it. */
export async function undo(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    await requireVault({ ...deps, folder: settings.folder });
    const plan = await planUndo(deps);
    const sent = await sentSince(deps.state);
    const lines = undoText(plan, sent);
    if (options.dryRun === true && options.json !== true) print(lines);
    else lines.forEach(printMessage);
    if (plan === null || options.dryRun === true) {
      const sentJson = sent.map(({ change, ...others }) => ({ change: changeJson(change), ...others }));
      if (options.json === true) printJson({ ...(plan ?? NOTHING_TO_UNDO), sent: sentJson });
      return EXIT.done;
    }
    const why = whyConfirm(plan, sent);
    if (why !== null) await confirm(options, why, signal);
    const report = await undoLastRun(deps, { run: plan.run, settings, signal });
    return showReport(deps, { options, report });
  });
}

interface Shown {
  readonly options: Options;
  readonly report: SyncReport;
  /** What became of changes that waited; null when none did. */
  readonly sent?: SendResult | null;
  /** How many changes made by hand can be sent. */
  readonly localChanges?: number;
}

/** Prints the report, and the diffs if they are asked for. Returns the exit code. */
function showDryRun(deps: TerminalDependencies, options: Options, { report, look }: DryRun): number {
  const code = showReport(deps, { options, report });
  if (options.diff === true) printDiffs(report, look);
  return code;
}

function showReport(
  { reporter, notices }: TerminalDependencies,
  { options, report: own, ...more }: Shown,
): number {
  const ofState = notices.map((problem) => ({ id: OWN_STATE, path: null, problem }));
  const report = { ...own, notices: [...own.notices, ...ofState] };
  const { sent = null } = more;
  reporter.end();
  const code = exitCodeOfSync(report, sent);
  showLines({ options, report, ...more }, code);
  const outbox = sent === null ? {} : { outbox: sendingJson(sent) };
  if (options.json === true) printJson({ ...reportJson(report), ...outbox });
  return code;
}

function showLines({ options, report, sent = null, localChanges = 0 }: Shown, code: number): void {
  const { quiet = false, json = false } = options;
  const [headline = '', ...details] = reportText(report, advice);
  const isPlan = report.plan !== undefined && report.outcome !== 'failed';
  if (isPlan && !json) return print([headline, ...details]);
  const isTerminal = process.stderr.isTTY;
  const first = isTerminal && !quiet ? headline : `${localTime(new Date().toISOString())} ${headline}`;
  const isNew = report.vaultWrites > 0 || sent !== null;
  // What undo left is told a timer only with something else.
  const undone = options.full === true ? [] : undoneLines(report, advice);
  const isAllTold = details.length === undone.length && localChanges === 0;
  if (code === EXIT.done && quiet) {
    if (isNew && !json) print([first]);
    return toldOnce(report, advice).forEach(printMessage);
  }
  if (code === EXIT.done && !isTerminal && !isNew && isAllTold) return;
  [first, ...details].forEach(printMessage);
  if (sent !== null) sendingLines(sent).forEach(printMessage);
  if (localChanges > 0) printMessage(LIBRARY.localChanges(localChanges));
}

/** Prints how each note would change, without control characters, which could move the cursor. */
function printDiffs({ plan = [] }: SyncReport, look: DryRun['look']): void {
  for (const planned of plan) {
    const { action, path, from = path } = planned;
    const found = look(planned);
    if (found === null) continue;
    const lines = unifiedDiff({
      ...found,
      from: action === 'create' ? null : from,
      to: action === 'trash' ? null : path,
    });
    print(lines.map((line) => line.replace(/(?!\t)[\p{Cc}\u2028\u2029]/gu, ' ')));
  }
}
