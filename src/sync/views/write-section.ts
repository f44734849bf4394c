import type { SectionResult } from '../../core/views/view-result';
import type { SectionVerdict } from '../../core/views/note-section';
import type { StateStore, Vault } from '../../ports';
import { nameTaken } from '../write/note-error';

export interface SectionToWrite {
  readonly path: string;
  /** What a new note begins with. */
  readonly beginning: () => Promise<string | null>;
  readonly section: (current: string | null) => SectionVerdict;
}

interface SectionHost {
  readonly vault: Vault;
  readonly state: StateStore;
}

/** Writes a section into a note, and makes the note where there is none. Throws a `NoteError` where something else has its name. */
export async function writeSection({ vault }: SectionHost, { path, beginning, section }: SectionToWrite): Promise<SectionResult['result']> {
  const isNew = !(await vault.has(path));
  if (isNew) {
    const verdict = section(await beginning());
    if (verdict.kind === 'unchanged') return 'unchanged';
    if ((await vault.create(path, verdict.text)) === 'created') return 'created';
  }
  const written = await vault.update(path, (text) => {
    const verdict = section(text);
    return verdict.kind === 'unchanged' ? text : verdict.text;
  });
  if (isNew && written === 'missing') throw nameTaken(path);
  return written === 'written' ? 'updated' : 'unchanged';
}
