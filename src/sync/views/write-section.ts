import type { SectionResult } from '../../core/views/view-result';
import type { SectionVerdict } from '../../core/views/note-section';
import type { Vault } from '../../ports';

export interface SectionToWrite {
  readonly path: string;
  /** What a new note begins with. */
  readonly beginning: () => Promise<string | null>;
  readonly section: (current: string | null) => SectionVerdict;
}

/** Writes a section into a note, and makes the note where there is none. */
export async function writeSection(vault: Vault, { path, beginning, section }: SectionToWrite): Promise<SectionResult['result']> {
  if (!(await vault.has(path))) {
    const verdict = section(await beginning());
    if (verdict.kind === 'unchanged') return 'unchanged';
    if ((await vault.create(path, verdict.text)) === 'created') return 'created';
  }
  const written = await vault.update(path, (text) => {
    const verdict = section(text);
    return verdict.kind === 'unchanged' ? text : verdict.text;
  });
  return written === 'written' ? 'updated' : 'unchanged';
}
