import { withoutMarks } from '../unmark/without-marks';
import { isSample } from '../../model/record';
import type { Vault } from '../../model/ports';
import { trashUntouched } from '../../sync/write/note-applier';

export interface SampleRemoval {
  readonly trashed: number;
  /** Notes that a person wrote in: they stay, as plain notes of theirs. */
  readonly kept: readonly string[];
}

/** Puts the notes of the sample library into the trash, wherever they are by now. One that a person wrote in stays and loses its marks. */
export async function removeSample({ vault }: { readonly vault: Vault }): Promise<SampleRemoval> {
  let trashed = 0;
  const kept: string[] = [];
  for (const { path } of (await vault.survey()).filter(isSample)) {
    const result = await trashUntouched(vault, path);
    if (result === 'trashed') trashed += 1;
    if (result !== 'written-in') continue;
    // The anchors are of no library, but the person may have linked to them.
    await vault.update(path, (current) => withoutMarks(current, { keepsAnchor: () => true }));
    kept.push(path);
  }
  return { trashed, kept: kept.sort() };
}
