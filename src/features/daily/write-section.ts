import type { SectionResult } from './view-result';
import type { SectionUpdate } from './note-section';
import type { StateStore, Vault } from '../../model/ports';
import { mendCutTexts } from '../../sync/journal/mend-cut-notes';
import type { WrittenText } from '../../sync/journal/undo-state';
import { keys } from '../../store/keys';
import { ProblemError } from '../../model/problem';

export interface SectionToWrite {
  readonly path: string;
  /** What a new note begins with. */
  readonly beginning: () => Promise<string | null>;
  readonly section: (current: string | null) => SectionUpdate;
}

interface SectionHost {
  readonly vault: Vault;
  readonly state: StateStore;
}

/** Writes a section into a note, and makes the note where there is none. Throws a `ProblemError` where something else has its name. */
export async function writeSection(
  { vault, state }: SectionHost,
  { path, beginning, section }: SectionToWrite,
): Promise<SectionResult['result']> {
  await mendCutTexts({ vault, state });
  const isNew = !(await vault.has(path));
  if (isNew) {
    const update = section(await beginning());
    if (update.kind === 'unchanged') return 'unchanged';
    if ((await vault.create(path, update.text)) === 'created') return 'created';
  }
  const change = (text: string): string => {
    const update = section(text);
    return update.kind === 'unchanged' ? text : update.text;
  };
  const was = await vault.read(path);
  if (isNew && was === null) throw new ProblemError({ code: 'cannot-write', path });
  const becomes = change(was ?? '');
  if (was === null || becomes === was) return 'unchanged';
  await state.commit([{ put: keys.section, value: [{ path, was, becomes }] satisfies WrittenText[] }]);
  const written = await vault.update(path, change);
  await state.commit([{ remove: keys.section }]);
  return written === 'written' ? 'updated' : 'unchanged';
}
