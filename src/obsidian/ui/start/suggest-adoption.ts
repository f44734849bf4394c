import { addButton } from '../components/elements';
import type { App, Setting } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { identityIn, hasNoId, hasOwnNotes } from '../../vault/identity-index';
import { vaultReady } from '../../vault/vault-ready';
import { START } from '../../strings/window-strings';
import { openMoveIn } from '../windows/move-in';

const MOST_READ = 25;
const LIKELY_PATH = /readwise/i;
const LIKELY_TEXT = /readwise\.io\/|^#+ metadata\b/im;

/** Whether another plugin seems to have made notes here; reads a few whose path suggests it. */
async function hasOtherNotes(app: App): Promise<boolean> {
  const candidates = app.vault
    .getMarkdownFiles()
    .filter((file) => LIKELY_PATH.test(file.path) && hasNoId(identityIn(app, file)));
  for (const file of candidates.slice(0, MOST_READ))
    if (LIKELY_TEXT.test(await app.vault.cachedRead(file))) return true;
  return false;
}

/** Whether the vault has notes of another plugin and none of this one. */
export async function hasOnlyOtherNotes(app: App): Promise<boolean> {
  if (hasOwnNotes(app)) return false;
  // Notes without an index entry have no identity yet.
  await vaultReady(app, new AbortController().signal);
  return !hasOwnNotes(app) && hasOtherNotes(app);
}

/** Suggests in a row to move in notes of another plugin, if there are any. */
export async function suggestAdoption(context: PluginContext, row: () => Setting): Promise<void> {
  if (!(await hasOtherNotes(context.app))) return;
  addButton(row().setDesc(START.notes.others), {
    text: START.notes.moveIn,
    act: () => openMoveIn(context),
    onError: context.onError,
  });
}
