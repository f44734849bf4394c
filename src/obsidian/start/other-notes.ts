import type { App, Setting } from 'obsidian';
import { isSample } from '../../model/record';
import { identityIn, isNobodys } from '../vault/identity-in';
import { addButton } from '../settings/page-context';
import { START } from './start-strings';
import { vaultReady } from '../vault/vault-ready';

const LOOKED_AT = 25;
const PLACE = /readwise/i;
const TRACE = /readwise\.io\/|^#+ metadata\b/im;

/** Whether the vault seems to have notes that another plugin made of a Readwise library: by a look at a few in folders or under names that say so. */
export async function hasOtherNotes(app: App): Promise<boolean> {
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
  // What is not indexed yet counts as nobody's.
  await vaultReady(app, new AbortController().signal);
  return !hasOurs() && hasOtherNotes(app);
}

export interface OtherNotesOptions {
  readonly app: App;
  readonly openAdopt: (() => void) | null;
  readonly failed: (error: unknown) => void;
}

/** Says in a row, where there are such notes, that they are to be adopted before the first sync, and leads there. */
export async function tellOfOtherNotes(
  { app, openAdopt, failed }: OtherNotesOptions,
  row: () => Setting,
): Promise<void> {
  if (openAdopt !== null && (await hasOtherNotes(app)))
    addButton(row().setDesc(START.coming.others), { text: START.coming.adopt, act: openAdopt, failed });
}
