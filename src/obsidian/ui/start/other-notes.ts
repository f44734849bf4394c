import type { App, Setting } from 'obsidian';
import { isSample } from '../../../model/record';
import type { PluginContext } from '../../app/plugin-context';
import { addButton } from '../settings/page-context';
import { identityIn, isNobodys } from '../../vault/identity-index';
import { vaultReady } from '../../vault/vault-ready';
import { START } from '../../strings/window-strings';
import { openAdopt } from '../windows/adopt-modal';

const LOOKED_AT = 25;
const PLACE = /readwise/i;
const TRACE = /readwise\.io\/|^#+ metadata\b/im;

/** Whether another plugin seems to have made notes here: looks into a few whose path says so. */
async function hasOtherNotes(app: App): Promise<boolean> {
  const candidates = app.vault
    .getMarkdownFiles()
    .filter((file) => PLACE.test(file.path) && isNobodys(identityIn(app, file)));
  for (const file of candidates.slice(0, LOOKED_AT))
    if (TRACE.test(await app.vault.cachedRead(file))) return true;
  return false;
}

/** Whether such notes are all that the vault has of a library. */
export async function hasOnlyOtherNotes(app: App): Promise<boolean> {
  const identities = () => app.vault.getMarkdownFiles().map((file) => identityIn(app, file));
  const hasOurs = (): boolean => identities().some((identity) => !isNobodys(identity) && !isSample(identity));
  if (hasOurs()) return false;
  // Notes that are not indexed yet have no identity.
  await vaultReady(app, new AbortController().signal);
  return !hasOurs() && hasOtherNotes(app);
}

/** Says in a row, where there are such notes, that they should be adopted before the first sync. */
export async function tellOfOtherNotes(context: PluginContext, row: () => Setting): Promise<void> {
  if (!(await hasOtherNotes(context.app))) return;
  addButton(row().setDesc(START.coming.others), {
    text: START.coming.adopt,
    act: () => openAdopt(context),
    failed: context.failed,
  });
}
