import { type CliData, type CliFlags, Notice } from 'obsidian';
import type { SyncStatus } from '../../model/report';
import type { PluginContext } from '../app/plugin-context';
import { openNote } from './components/elements';
import { findPlace } from './find-place';
import { failureLines, resultText } from './components/result-text';
import { lastText } from './pane/connection';
import { RESULT } from '../strings/strings';
import { OUTSIDE } from '../strings/window-strings';
import { vaultReady } from '../vault/vault-ready';
import { readStatus } from '../../features/status/library-overview';

const ACTIONS = ['florilegium', 'florilegium/sync', 'florilegium/open'];
const JSON_FLAG: CliFlags = { json: { description: OUTSIDE.cli.json } };

/** Registers links (`obsidian://florilegium/…`) and Obsidian's command line. */
export function addLinks(context: PluginContext): void {
  const { app, plugin, onError } = context;
  const closed = new AbortController();
  plugin.register(() => closed.abort());

  /** Returns the path of the opened note, or null. */
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
        if (!closed.signal.aborted) onError(error);
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

/** What a link or a command line may request. Neither can change a setting or remove anything. */
export type Request =
  { readonly kind: 'sync' } | { readonly kind: 'open'; readonly id: string } | { readonly kind: 'unknown' };

const UNKNOWN: Request = { kind: 'unknown' };
const KNOWN = new Set(['action', 'id', 'vault']);
const ID = /^[\w-]{1,64}$/;

/**
 * Obsidian passes the link's path, or in some versions its query parameter, as `action`. Unknown parameters
 * make the link unknown.
 */
export function readLink(params: Readonly<Record<string, string>>): Request {
  const action = (params['action'] ?? '').replace(/^florilegium\//, '');
  const { id } = params;
  if (Object.keys(params).some((name) => !KNOWN.has(name))) return UNKNOWN;
  if (action === 'sync') return id === undefined ? { kind: 'sync' } : UNKNOWN;
  return action === 'open' && isId(id) ? { kind: 'open', id } : UNKNOWN;
}

/** An id of a book, document or highlight, or a block's anchor. */
export const isId = (id: string | undefined): id is string => id !== undefined && ID.test(id);
