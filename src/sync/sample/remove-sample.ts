import { withoutMarks } from '../../core/leave/without-marks';
import { isSample } from '../../core/library/sample-id';
import { isUntouched, splitNote } from '../../core/note/note';
import type { ReadYaml } from '../../core/properties/yaml-entries';
import type { Vault } from '../../ports';

export interface SampleRemoval {
  readonly trashed: number;
  /** Notes that a person wrote in: they stay, as plain notes of theirs. */
  readonly kept: readonly string[];
}

/** Puts the notes of the sample library into the trash, wherever they are by now. One that a person wrote in stays and loses its marks. */
export async function removeSample({ vault, readYaml }: { readonly vault: Vault; readonly readYaml: ReadYaml }): Promise<SampleRemoval> {
  let trashed = 0;
  const kept: string[] = [];
  for (const { path } of (await vault.survey()).filter(isSample)) {
    const text = await vault.read(path);
    if (text === null) continue;
    if (isUntouched(splitNote(text))) {
      if ((await vault.moveToTrash(path)) === 'trashed') trashed += 1;
    } else {
      // The anchors are of no library, but the person may have linked to them.
      await vault.update(path, (current) => withoutMarks(current, { keepsAnchor: () => true, readYaml }));
      kept.push(path);
    }
  }
  return { trashed, kept: kept.sort() };
}
