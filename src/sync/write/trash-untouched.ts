import { isUntouched, splitNote } from '../../notes/note/note';
import type { Vault } from '../../model/ports';

/** Moves a note to the trash, if it holds nothing but what a sync wrote, at the last moment: somebody may have written in it since it was planned to go. */
export async function trashUntouched(
  vault: Pick<Vault, 'read' | 'moveToTrash'>,
  path: string,
): Promise<'trashed' | 'missing' | 'written-in'> {
  const text = await vault.read(path);
  return text !== null && !isUntouched(splitNote(text)) ? 'written-in' : vault.moveToTrash(path);
}
