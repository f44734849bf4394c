import type { Vault } from '../../ports';
import { isOperational } from '../sync-errors';

/** `text` null: there is no such note. `isUnread`: it is in a cloud alone, or closed to us, so that nothing can be said about it. */
export interface NoteText {
  readonly text: string | null;
  readonly isUnread: boolean;
}

export async function readNote(vault: Pick<Vault, 'read'>, path: string): Promise<NoteText> {
  try {
    return { text: await vault.read(path), isUnread: false };
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { text: null, isUnread: true };
  }
}
