import { Notice, type CliData, type CliFlags } from 'obsidian';
import type { SyncStatus } from '../../model/report';
import { readStatus } from '../../sync/status';
import { openNote } from '../open-note';
import type { PluginContext } from '../plugin-context';
import { RESULT } from '../strings';
import { failureLines, resultText } from '../syncing/result-text';
import { vaultReady } from '../vault/vault-ready';
import { OUTSIDE } from '../window-strings';
import { findPlace } from './find-place';
import { isId, readLink } from './read-link';
import { lastText } from './status/connection-section';

const ACTIONS = ['florilegium', 'florilegium/sync', 'florilegium/open'];
const JSON_FLAG: CliFlags = { json: { description: OUTSIDE.cli.json } };

/** Links (`obsidian://florilegium/…`) and the app's command line. */
export function addLinks(context: PluginContext): void {
  const { app, plugin, failed } = context;
  const closed = new AbortController();
  plugin.register(() => closed.abort());

  /** Answers with the path of the note that was opened; null when there is none. */
  const open = async (id: string): Promise<string | null> => {
    await vaultReady(app, closed.signal);
    const place = findPlace(app, id);
    if (place === null) return null;
    await openNote(app, place.path, place.anchor);
    return place.path;
  };
  const follow = async (params: Readonly<Record<string, string>>): Promise<void> => {
    const request = readLink(params);
    if (request.kind === 'sync') context.request();
    else if (request.kind === 'unknown') new Notice(OUTSIDE.unknownLink);
    else if ((await open(request.id)) === null) new Notice(OUTSIDE.notFound(request.id));
  };
  for (const action of ACTIONS)
    plugin.registerObsidianProtocolHandler(action, (params) => {
      follow(params).catch((error: unknown) => {
        if (!closed.signal.aborted) failed(error);
      });
    });

  const { cli } = OUTSIDE;
  plugin.registerCliHandler('florilegium:sync', cli.sync, JSON_FLAG, (params) => sync(context, params));
  plugin.registerCliHandler('florilegium:status', cli.status, JSON_FLAG, (params) => status(context, params));
  const idFlag = { id: { value: '<id>', description: cli.id, required: true } };
  plugin.registerCliHandler('florilegium:open', cli.open, idFlag, async ({ id }: CliData) => {
    if (!isId(id)) return cli.noId;
    const path = await open(id);
    return path === null ? OUTSIDE.notFound(id) : OUTSIDE.opened(path);
  });
}

async function sync(context: PluginContext, { json }: CliData): Promise<string> {
  if (context.syncs.isRunning) return context.problem(true) ?? RESULT.alreadyRunning;
  const report = await context.sync({ origin: 'schedule' });
  if (report === null) return context.problem(true) ?? OUTSIDE.cli.noReport;
  return json === undefined
    ? [resultText(report), ...failureLines(report)].join('\n')
    : JSON.stringify(report);
}

async function status(context: PluginContext, { json }: CliData): Promise<string> {
  const { clock } = context.host;
  const known = await context.withBoth((both) => readStatus({ ...both, clock }));
  if (json !== undefined) return JSON.stringify(known);
  return [lastText(context.app), ...countTexts(known)].join('\n');
}

function countTexts({ items, due, retries, hold, deletedNotes }: SyncStatus): readonly string[] {
  const { counts } = OUTSIDE;
  const held = hold?.notes.length ?? 0;
  const lines = [counts.items(items)];
  if (due > 0) lines.push(counts.due(due));
  if (retries.length > 0) lines.push(counts.retries(retries.length));
  if (held > 0) lines.push(counts.held(held));
  if (deletedNotes.length > 0) lines.push(counts.deleted(deletedNotes.length));
  return lines;
}
