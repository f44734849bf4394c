import { sureOf } from '../../src/features/adopt/adoption';
import { applyAdoption } from '../../src/features/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../../src/features/adopt/plan-adoption';
import { checkLibrary } from '../../src/features/check/check-library';
import { runDaily, type DailyRequest } from '../../src/features/daily/run-daily';
import { readStatus, type OverviewContext } from '../../src/features/status/library-overview';
import { planUnmark, removeMarks, type UnmarkPlan } from '../../src/features/unmark/remove-marks';
import { checkLines } from '../../src/messages/check-messages';
import { errorText, problemMessage } from '../../src/messages/messages';
import { isOperational } from '../../src/model/errors';
import type { Vault } from '../../src/model/ports';
import type { NamedChange } from '../../src/model/outbox';
import type { SyncStatus } from '../../src/model/report';
import { listChanges } from '../../src/outbox/send-changes';
import { checkToken } from '../../src/readwise/check-token';
import { isReadwiseError } from '../../src/readwise/readwise-error';
import type { Stores } from '../../src/store/outbox-store';
import { OverlayStateStore } from '../../src/store/state-stores';
import { requireVault } from '../../src/sync/plan/vault-health';
import { causeOf } from '../../src/sync/run-report';
import { CannotStart, StateError } from '../errors';
import { EXIT, exitCodeOf } from '../exit-code';
import { machineTimeZone, systemClock } from '../host';
import { NodeHttpClient } from '../network/http';
import { print, printJson, printMessage, printResult } from '../output';
import { currentFolder, hasStore } from '../state/current-store';
import { readQuietSync } from '../state/state-folder';
import { readOutboxFile } from '../state/outbox-file';
import { readCopy } from '../state/store-copy';
import {
  adoptionLines,
  adoptionPlanLines,
  dailyText,
  unmarkLines,
  unmarkPlanLines,
  whyConfirmUnmark,
} from '../text/feature-text';
import { failureJson, statusJson } from '../../src/messages/report-messages';
import { LIBRARY, TOKEN } from '../text/refusal-text';
import { timeZoneAdvice } from '../text/advice-text';
import { changeJson, NEVER_SYNCED, outboxLines, statusText } from '../text/status-text';
import { NodeVault } from '../vault/node-vault';
import { createTextFile, NodeTexts, walkNotes } from '../vault/vault-files';
import { confirm } from './confirm';
import { inState } from './in-state';
import { allowedToken, settingsFor, stateIn } from './inputs';
import type { Options } from './options';

/** Checks the token. */
export async function check(options: Partial<Options>): Promise<number> {
  const settings = settingsFor(options);
  const token = await allowedToken(options, settings);
  const { baseUrl } = settings;
  const failure = await checkToken(
    { http: new NodeHttpClient(), clock: systemClock, random: Math.random },
    { baseUrl, token },
  );
  const message = failure === null ? TOKEN.valid(baseUrl) : errorText(failure);
  const zone = timeZoneAdvice(settings.timeZone, machineTimeZone());
  const value = { outcome: failure === null ? 'done' : 'failed', baseUrl, message };
  printResult(options, { value, lines: failure === null ? [message, ...zone] : [] });
  if (failure === null) return EXIT.done;
  printMessage(message);
  return isReadwiseError(failure, 'token-refused') ? EXIT.tokenRefused : EXIT.noService;
}

/** Creates nothing if there is no state yet. */
export async function status(options: Options, signal: AbortSignal): Promise<number> {
  const folder = stateIn(options);
  const show = ({ stored, outbox, isRunning = false }: Shown): number => {
    printResult(options, {
      value: { ...statusJson(stored), outbox: outbox.map(changeJson), isRunning },
      lines: [...(isRunning ? [LIBRARY.running] : []), ...statusText(stored), ...outboxLines(outbox)],
    });
    return EXIT.done;
  };
  const read = async (deps: OverviewContext & Stores & { readonly vault: Vault }) => ({
    stored: await readStatus({
      ...deps,
      settings: settingsFor(options),
      quietAt: readQuietSync(folder),
    }),
    outbox: await listChanges(deps),
  });
  if (!hasStore(folder))
    return show({
      stored: NEVER_SYNCED,
      outbox: await listChanges({ state: new OverlayStateStore(), outbox: readOutboxFile(folder) }),
    });
  try {
    return await inState(options, signal, async (deps) => show(await read(deps)));
  } catch (error) {
    if (!(error instanceof StateError) || error.kind !== 'locked') throw error;
  }
  const vault = new NodeVault({ folder: options.vault });
  const known = await readCopy(currentFolder(folder), (state) =>
    read({ vault, state, outbox: readOutboxFile(folder), clock: systemClock, signal }),
  );
  return show({ ...known, isRunning: true });
}

interface Shown {
  readonly stored: SyncStatus;
  readonly outbox: readonly NamedChange[];
  /** Another process uses the state. */
  readonly isRunning?: boolean;
}

/** Adopts the notes whose item is certain; the user can choose the others in the app. */
export async function adopt(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    if (!(await hasLibrary(deps))) throw new CannotStart(LIBRARY.notFetched);
    const paths = [...walkNotes(options.vault)].map((path) => path.normalize('NFC')).sort();
    const plan = await planAdoption(deps, { settings, paths, signal });
    if (options.json !== true) print(adoptionPlanLines(plan));
    if (options.dryRun === true) {
      if (options.json === true) printJson({ plan });
      return EXIT.done;
    }
    const report = await applyAdoption(deps, { settings, chosen: sureOf(plan), signal });
    adoptionLines(report).forEach(printMessage);
    const { failures, isCancelled } = report;
    if (options.json === true)
      printJson({ plan, report: { ...report, failures: failures.map(failureJson) } });
    if (isCancelled) return EXIT.interrupted;
    return failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

/** Reports problems. Changes nothing. */
export async function checkVault(options: Options, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const result = await checkLibrary({ ...deps, settings }, { signal });
    printResult(options, { value: result, lines: checkLines(result) });
    const isInOrder = result.findings.length + result.unread.length === 0;
    return isInOrder ? EXIT.done : EXIT.someFailed;
  });
}

/** Turns all notes into plain markdown, once a person has said so: no undo brings the ids back. */
export async function unmark(options: Options, signal: AbortSignal): Promise<number> {
  const { folder } = settingsFor(options);
  return inState(options, signal, async (deps) => {
    await requireVault({ ...deps, folder });
    const context = { ...deps, texts: new NodeTexts(options.vault) };
    const unmarking = { paths: null, keepsAnchors: false, signal };
    if (options.dryRun === true) return showUnmark(options, await planUnmark(context, unmarking));
    if (options.yes !== true) {
      const { notes } = await planUnmark(context, unmarking);
      if (notes.length > 0) await confirm(options, whyConfirmUnmark(notes.length), signal);
    }
    const result = await removeMarks(context, unmarking);
    if (options.json === true) printJson({ ...result, failures: unreadJson(result.failures) });
    else unmarkLines(result).forEach(printMessage);
    if (result.left > 0) return EXIT.interrupted;
    return result.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

function showUnmark(options: Options, plan: UnmarkPlan): number {
  const { notes, anchors, keptAnchors, failures } = plan;
  const value = { notes, anchors, keptAnchors, failures: unreadJson(failures) };
  printResult(options, { value, lines: unmarkPlanLines(plan) });
  return EXIT.done;
}

const unreadJson = (failures: UnmarkPlan['failures']): readonly object[] =>
  failures.map(({ path, problem }) => ({ path, message: problemMessage(problem) }));

export const base = (options: Options, signal: AbortSignal): Promise<number> =>
  daily(options, { view: 'base' }, signal);

export const review = (options: Options, signal: AbortSignal): Promise<number> =>
  daily(options, { view: 'review' }, signal);

/** Today for no day. */
export const day = (options: Options, signal: AbortSignal, of: string): Promise<number> =>
  daily(options, { view: 'day', day: of === '' ? null : of }, signal);

async function daily(options: Options, request: DailyRequest, signal: AbortSignal): Promise<number> {
  const settings = settingsFor(options);
  return inState(options, signal, async (deps) => {
    const createFile = (path: string, text: string): Promise<'created' | 'exists'> =>
      createTextFile(options.vault, path, text);
    const token = (): Promise<string> => allowedToken(options, settings);
    try {
      const context = { ...deps, settings };
      const result = await runDaily({ context, createFile, service: deps, token }, request);
      const lines = dailyText(result);
      if (options.json === true) lines.forEach(printMessage);
      printResult(options, { value: { outcome: 'done', ...result }, lines });
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
