import type { Settings } from '../../core/settings';
import { baseFile, mergeBase } from '../../core/views/base-file';
import type { BaseResult } from '../../core/views/view-result';

/** Files of text that are no notes. Paths are relative to the vault and end in `.base`. */
export interface TextFiles {
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>;
  /** Makes folders as needed; never overwrites. */
  create(path: string, text: string): Promise<'created' | 'exists'>;
  /** Reads, changes and writes as one step; a result equal to its input writes nothing. */
  update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'>;
}

/** Makes a Base of the library in the folder of the notes. One that a person changed, or made, is left alone. */
export async function makeBase({
  files,
  settings,
}: {
  readonly files: TextFiles;
  readonly settings: Settings;
}): Promise<BaseResult> {
  const path = `${settings.folder}/Library.base`;
  const fresh = baseFile({ folder: settings.folder });
  if ((await files.read(path)) === null && (await files.create(path, fresh)) === 'created')
    return { view: 'base', path, result: 'created' };
  let isTheirs = false;
  const result = await files.update(path, (current) => {
    const verdict = mergeBase({ current, fresh });
    isTheirs = verdict.kind === 'theirs';
    return verdict.kind === 'update' ? verdict.text : current;
  });
  return { view: 'base', path, result: isTheirs ? 'theirs' : result === 'written' ? 'updated' : 'unchanged' };
}
