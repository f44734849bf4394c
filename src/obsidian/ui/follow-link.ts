import type { App } from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { RESULT } from '../strings/strings';
import { OUTSIDE } from '../strings/outside-strings';
import { vaultReady } from '../vault/vault-ready';
import { openNote } from './components/elements';
import { findPlace } from './find-place';

/** Does what a link (`obsidian://florilegium/…`) asks for, until `closed` aborts. */
export async function followLink(
  context: PluginContext,
  params: Readonly<Record<string, string>>,
  closed: AbortSignal,
): Promise<void> {
  const { app, notices } = context;
  const request = readLink(params);
  // Any page can hold such a link, so what it says names its sender.
  if (request.kind === 'sync') context.request();
  else if (request.kind === 'unknown') notices.say(RESULT.unasked(OUTSIDE.unknownLink));
  else if ((await openById(app, request.id, closed)) === null)
    notices.say(RESULT.unasked(OUTSIDE.notFound(request.id)));
}

/** Opens a note at what has this id, once Obsidian knows all notes. Returns its path, or null. */
export async function openById(app: App, id: string, closed: AbortSignal): Promise<string | null> {
  await vaultReady(app, closed);
  const place = findPlace(app, id);
  if (place === null) return null;
  await openNote(app, place.path, place.anchor);
  return place.path;
}

/** What a link may request. Neither can change a setting or remove anything. */
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
