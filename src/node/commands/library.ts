import { errorText } from '../../messages/messages';
import { chosenByDefault } from '../../features/adopt/adoption';
import { applyAdoption } from '../../features/adopt/apply-adoption';
import { OFFICIAL_DATA, officialMemory } from '../../features/adopt/find-item';
import { hasLibrary, planAdoption } from '../../features/adopt/plan-adoption';
import { checkLibrary } from '../../features/check/check-library';
import { runDaily, type DailyRequest } from '../../features/daily/run-daily';
import { planUnmark, removeMarks } from '../../features/unmark/remove-marks';
import type { ChangeResult } from '../../model/outbox';
import { isOperational } from '../../model/errors';
import type { SyncStatus } from '../../model/report';
import { listChanges } from '../../outbox/send-changes';
import { checkToken } from '../../readwise/account';
import { readStatus } from '../../features/status/library-overview';
import { causeOf } from '../../sync/run-report';
import { EXIT, exitCodeOf } from '../exit-code';
import { NodeHttpClient } from '../network/http';
import { NodeCalendar } from '../node-calendar';
import { print, printJson, printMessage } from '../output';
import { systemClock } from '../system-clock';
import { adoptionLines, adoptionPlanLines } from '../text/features';
import { failureJson, statusJson } from '../text/report';
import { dailyText } from '../text/features';
import { checkLines, unmarkLines, unmarkPlanLines } from '../text/features';
import { changeJson, outboxLines } from '../text/status';
import { NEVER_SYNCED, statusText } from '../text/status';
import { readLastSuccess } from '../state/state-folder';
import { NodeVault } from '../vault/node-vault';
import { createTextFile, NodeTexts, walkNotes } from '../vault/vault-files';
import { allowedToken, inState, stateIn, withStore } from './in-state';
import { CannotStart, readPluginFile, requireVault, settingsFor, type Options } from './inputs';
import { hasStore } from '../state/current-store';

const CODE_BY_REASON = {
  refused: EXIT.tokenRefused,
  unreachable: EXIT.noService,
  'not-the-api': EXIT.noService,
} as const;

/** Checks the token. */
export async function check(options: Partial<Options>): Promise<number> {
  if (options.vault !== undefined) requireVault(options.vault);
  const settings = settingsFor(options);
  const token = await allowedToken(options, settings);
  const { baseUrl } = settings;
  const result = await checkToken(
    { http: new NodeHttpClient(), clock: systemClock, random: Math.random },
    { baseUrl, token },
  );
  const message = result.ok ? `The token is valid for ${baseUrl}.` : result.message;
  if (options.json === true) printJson({ outcome: result.ok ? 'done' : 'failed', baseUrl, message });
  else if (result.ok) print([message]);
  if (!result.ok) printMessage(message);
  return result.ok ? EXIT.done : CODE_BY_REASON[result.reason];
}

/** Creates nothing, even if there is no state yet. */
export async function status(options: Options): Promise<number> {
  requireVault(options.vault);
  const folder = stateIn(options);
  const { stored, outbox } = hasStore(folder)
    ? await statusIn(folder, options.vault)
    : { stored: NEVER_SYNCED, outbox: [] };
  const lastSuccess = readLastSuccess(folder) ?? stored.lastSuccess;
  const known = { ...stored, lastSuccess };
  if (options.json === true) printJson({ ...statusJson(known), outbox: outbox.map(changeJson) });
  else print([...statusText(known), ...outboxLines(outbox)]);
  return EXIT.done;
}

interface StoredStatus {
  readonly stored: SyncStatus;
  readonly outbox: readonly ChangeResult[];
}

function statusIn(folder: string, notes: string): Promise<StoredStatus> {
  const vault = new NodeVault({ folder: notes });
  const beforeCommit = (): Promise<void> => Promise.resolve();
  return withStore(folder, beforeCommit, async (state) => ({
    stored: await readStatus({ state, vault, clock: systemClock }),
    outbox: await listChanges(state),
  }));
}

/** Adopts the notes without a doubt; the user can choose the others in the app. */
export async function adopt(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    if (!(await hasLibrary(deps)))
      throw new CannotStart(
        'This device has not fetched the library yet. Run florilegium sync --dry-run first, which writes no notes.',
      );
    const paths = [...walkNotes(options.vault)].map((path) => path.normalize('NFC')).sort();
    const known = officialMemory(readPluginFile(options.vault, OFFICIAL_DATA) ?? '');
    const plan = await planAdoption(deps, { settings, paths, known, signal });
    if (options.json !== true) print(adoptionPlanLines(plan));
    if (options.dryRun === true) {
      if (options.json === true) printJson({ plan });
      return EXIT.done;
    }
    const report = await applyAdoption(deps, { settings, chosen: chosenByDefault(plan), signal });
    adoptionLines(report).forEach(printMessage);
    if (options.json === true)
      printJson({ plan, report: { ...report, failures: report.failures.map(failureJson) } });
    if (report.isCancelled) return EXIT.interrupted;
    return report.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** Reports problems. Changes nothing. */
export async function checkVault(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const result = await checkLibrary({ ...deps, settings }, { signal });
    if (options.json === true) printJson(result);
    else print(checkLines(result));
    const isInOrder = result.findings.length + result.unread.length === 0;
    return isInOrder ? EXIT.done : EXIT.someFailed;
  });
}

/** Turns all notes into plain markdown. */
export async function unmark(options: Options, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  return inState(options, signal, async (deps) => {
    const context = { ...deps, texts: new NodeTexts(options.vault) };
    const unmarking = { paths: null, keepsAnchors: false, signal };
    if (options.dryRun === true) {
      const plan = await planUnmark(context, unmarking);
      const { notes, anchors, keptAnchors, failures } = plan;
      if (options.json === true) printJson({ notes, anchors, keptAnchors, failures });
      else print(unmarkPlanLines(plan));
      return EXIT.done;
    }
    const result = await removeMarks(context, unmarking);
    if (options.json === true) printJson(result);
    else unmarkLines(result).forEach(printMessage);
    if (result.left > 0) return EXIT.interrupted;
    return result.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** Writes the Base, the daily review, or the highlights of a day. */
export async function daily(options: Options, request: DailyRequest, signal: AbortSignal): Promise<number> {
  requireVault(options.vault);
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const context = { ...deps, settings, calendar: new NodeCalendar(options.vault), signal };
    const createFile = (path: string, text: string): Promise<'created' | 'exists'> =>
      createTextFile(options.vault, path, text);
    const token = (): Promise<string> => allowedToken(options, settings);
    try {
      const result = await runDaily({ context, createFile, service: deps, token }, request);
      if (options.json !== true) print(dailyText(result));
      else {
        dailyText(result).forEach(printMessage);
        printJson({ outcome: 'done', ...result });
      }
      return EXIT.done;
    } catch (error) {
      if (!isOperational(error)) throw error;
      const message = errorText(error);
      const cause = causeOf(error);
      printMessage(message);
      if (options.json === true) printJson({ outcome: 'failed', view: request.view, cause, message });
      return exitCodeOf({ outcome: 'failed', cause });
    }
  });
}
