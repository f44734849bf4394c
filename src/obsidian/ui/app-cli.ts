import type { CliData } from 'obsidian';
import { readStatus } from '../../features/status/library-overview';
import { checkLines } from '../../messages/check-messages';
import { errorText, problemMessage } from '../../messages/messages';
import {
  reportJson,
  reportText,
  statusJson,
  ALL_UNDONE_KINDS,
  undoneTexts,
  type Advice,
} from '../../messages/report-messages';
import { isOperational } from '../../model/errors';
import type { SyncStatus } from '../../model/report';
import { reported } from '../../sync/run-report';
import type { PluginContext } from '../app/plugin-context';
import { readQuietSync } from '../app/quiet-sync';
import { checkNotes, planNextSync } from '../app/run-once';
import { RESULT } from '../strings/strings';
import { OUTSIDE } from '../strings/outside-strings';
import { resultLines } from './components/result-text';
import { isId, openById } from './follow-link';
import { lastText } from './pane/connection';

const { cli: TEXT, counts: COUNTS } = OUTSIDE;

/** What a command found, for people and for scripts. */
interface Answer {
  readonly lines: readonly string[];
  readonly value: object;
}

type Command = (context: PluginContext, closed: AbortSignal, params: CliData) => Promise<Answer>;

export type CliName = keyof typeof TEXT.commands;

/** None can change a setting or remove anything. */
const COMMANDS: Readonly<Record<CliName, Command>> = { sync, status, preview, check, open };

/** Answers a command of Obsidian's command line, as text or as JSON. Stops when `closed` aborts. */
export async function answerCli(
  context: PluginContext,
  name: CliName,
  { params, closed }: { readonly params: CliData; readonly closed: AbortSignal },
): Promise<string> {
  const { lines, value } = await COMMANDS[name](context, closed, params).catch(failed);
  return params['json'] === undefined ? lines.join('\n') : JSON.stringify(value);
}

const refused = (message: string): Answer => ({ lines: [message], value: { outcome: 'failed', message } });

function failed(error: unknown): Answer {
  if (isOperational(error)) return refused(errorText(error));
  console.error(error);
  return refused(RESULT.crashed(error instanceof Error ? error.message : String(error)));
}

const ADVICE: Advice = (step) => (step === 'choose-left-out' ? TEXT.inSettings : TEXT.inStatus);

/** Why nothing can start now; null when it can. */
const obstacle = (context: PluginContext, needsToken: boolean): string | null =>
  context.syncs.isRunning ? RESULT.alreadyRunning : context.problem(needsToken);

async function sync(context: PluginContext): Promise<Answer> {
  if (context.syncs.isRunning) return refused(context.problem(true) ?? RESULT.alreadyRunning);
  const report = await context.sync({ origin: 'schedule' });
  if (report === null) return refused(context.problem(true) ?? TEXT.noReport);
  return { lines: resultLines(report), value: reportJson(report) };
}

async function status(context: PluginContext): Promise<Answer> {
  const { clock } = context.host;
  const { settings } = context;
  const known = await context.withBoth((both) =>
    readStatus({ ...both, clock, settings, quietAt: readQuietSync(context.app) }),
  );
  const { last } = await context.readLastRuns();
  return { lines: [lastText(last), ...countTexts(known)], value: statusJson(known) };
}

/** Plans the next sync, as the terminal's dry run does. */
async function preview(context: PluginContext, closed: AbortSignal): Promise<Answer> {
  const problem = obstacle(context, true);
  if (problem !== null) return refused(problem);
  const report = await context.syncs.runExclusively(
    closed,
    (signal) =>
      reported(async () => {
        await context.ready(signal);
        const { progress: reporter, settings } = context;
        return (await planNextSync(context, settings, { signal, reporter })).report;
      }),
    { showsProgress: true },
  );
  return { lines: reportText(report, ADVICE), value: reportJson(report) };
}

async function check(context: PluginContext, closed: AbortSignal): Promise<Answer> {
  const problem = obstacle(context, false);
  if (problem !== null) return refused(problem);
  const found = await context.syncs.runExclusively(closed, (signal) => checkNotes(context, { signal }));
  return { lines: checkLines(found), value: found };
}

async function open({ app }: PluginContext, closed: AbortSignal, { id }: CliData): Promise<Answer> {
  if (!isId(id)) return refused(TEXT.noId);
  const path = await openById(app, id, closed);
  if (path === null) return refused(OUTSIDE.notFound(id));
  return { lines: [OUTSIDE.opened(path)], value: { outcome: 'done', path } };
}

function countTexts(status: SyncStatus): readonly string[] {
  const { items, due, retries, hold, vault, deletedNotes, undoneNotes, leftOut } = status;
  const held = hold?.notes.length ?? 0;
  const lines = [COUNTS.items(items)];
  if (vault !== null) lines.push(problemMessage(vault));
  if (due > 0) lines.push(COUNTS.due(due));
  if (retries.length > 0) lines.push(COUNTS.retries(retries.length));
  if (held > 0) lines.push(COUNTS.held(held));
  if (deletedNotes.length > 0) lines.push(COUNTS.deleted(deletedNotes.length));
  if (leftOut.length > 0) lines.push(RESULT.leftOut(leftOut.length));
  for (const kind of ALL_UNDONE_KINDS) {
    const count = undoneNotes[kind].length;
    if (count > 0) lines.push(undoneTexts[kind](count));
  }
  return lines;
}
