import { Notice, type Plugin } from 'obsidian';
import { openNote } from '../open-note';
import { LastEnd } from '../library/last-end';
import { REACH } from './reach-strings';
import { vaultReady } from '../vault/vault-ready';
import { addCliHandlers } from './cli';
import { findPlace } from './find-place';
import { addMenus } from './menus';
import type { ReachOptions } from './reach-options';
import { readLink } from './read-link';

const ACTIONS = ['florilegium', 'florilegium/sync', 'florilegium/open'];

/** The ways to the plugin from outside its own windows: links, the app's command line, and the menus of files and of the editor. */
export function addReach(options: ReachOptions): void {
  const { plugin, failed } = options;
  const closed = new AbortController();
  plugin.register(() => closed.abort());
  const open = async (id: string): Promise<string | null> => {
    await vaultReady(plugin.app, closed.signal);
    return openPlace(plugin, id);
  };
  const follow = async (params: Readonly<Record<string, string>>): Promise<void> => {
    const request = readLink(params);
    switch (request.kind) {
      case 'sync':
        await options.sync({ origin: 'person' });
        return;
      case 'open':
        if ((await open(request.id)) === null) new Notice(REACH.notFound(request.id));
        return;
      case 'unknown':
        new Notice(REACH.unknownLink);
    }
  };
  for (const action of ACTIONS)
    plugin.registerObsidianProtocolHandler(
      action,
      (params) => void follow(params).catch((error: unknown) => closed.signal.aborted || failed(error)),
    );
  addCliHandlers({ ...options, lastEnd: new LastEnd(plugin.app), open });
  addMenus(options);
}

/** Opens what the id is of, at its block; null when it is not in the vault. */
async function openPlace({ app }: Plugin, id: string): Promise<string | null> {
  const place = findPlace(app, id);
  if (place === null) return null;
  await openNote(app, place.path, place);
  return place.path;
}
