import { existsSync } from 'node:fs';
import { DamagedStateError } from '../../src/model/errors';
import type { NamedChange } from '../../src/model/outbox';
import type { StateStore } from '../../src/model/ports';
import { listChanges } from '../../src/outbox/send-changes';
import { OverlayStateStore } from '../../src/store/state-stores';
import { StateError } from '../errors';
import { EXIT } from '../exit-code';
import { printResult } from '../output';
import { currentFolder, hasStore } from '../state/current-store';
import { openLevelStateStore } from '../state/level-state-store';
import { hasUnreadableChanges, readOutboxFile } from '../state/outbox-file';
import { removeState } from '../state/remove-state';
import { forgottenLines, whyConfirmForget } from '../text/feature-text';
import { changeJson } from '../text/status-text';
import { confirm } from './confirm';
import { stateIn } from './inputs';
import type { Options } from './options';

/** Removes all that this device keeps for the vault. Needs no settings, and no state that can be read. */
export async function forget(options: Options, signal: AbortSignal): Promise<number> {
  const folder = stateIn(options);
  const isThere = existsSync(folder);
  const dropped = isThere ? await confirmed(folder, options, signal) : [];
  removeState(folder);
  printResult(options, {
    value: { outcome: 'done', folder, dropped: dropped.map(changeJson) },
    lines: forgottenLines(isThere, dropped),
  });
  return EXIT.done;
}

/** The changes that are lost with the state, once a person has confirmed that. */
async function confirmed(
  folder: string,
  options: Options,
  signal: AbortSignal,
): Promise<readonly NamedChange[]> {
  const state = await openIfPossible(folder);
  try {
    const unsent = await unsentIn(folder, state);
    const why = whyConfirmForget({ folder, unsent, isSomeUnread: hasUnreadableChanges(folder) });
    await confirm(options, why, signal);
    return unsent;
  } finally {
    await state?.close();
  }
}

/** Keeps other processes out. Null where there is no store, or none that opens. Throws while a sync runs. */
async function openIfPossible(folder: string): Promise<StateStore | null> {
  if (!hasStore(folder)) return null;
  try {
    return await openLevelStateStore({
      folder: currentFolder(folder),
      beforeCommit: () => Promise.resolve(),
    });
  } catch (error) {
    if (error instanceof DamagedStateError) return null;
    if (error instanceof StateError && error.kind !== 'locked') return null;
    throw error;
  }
}

/** By their ids, where the state cannot be read. */
async function unsentIn(folder: string, state: StateStore | null): Promise<readonly NamedChange[]> {
  const outbox = readOutboxFile(folder);
  const named = async (known: StateStore): Promise<readonly NamedChange[]> =>
    (await listChanges({ state: known, outbox })).filter((change) => change.state !== 'sent');
  if (state === null) return named(new OverlayStateStore());
  try {
    return await named(state);
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error;
    return named(new OverlayStateStore());
  }
}
