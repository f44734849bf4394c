import { shownId } from '../../model/note-part';
import { isSample } from '../../model/record';
import type { Problem } from '../../model/problem';
import type { SurveyedNote } from '../../model/ports';
import { frontMatterMistake } from '../../notes/front-matter/mistake';
import { splitNote } from '../../notes/note/note';
import { headOf } from '../../store/item-records';
import { keys } from '../../store/keys';
import { namedNotes, readNote } from '../../store/note-places';
import { readOne } from '../../store/read-state';
import { readDue, type Due } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';
import type { SyncStats } from '../context/sync-stats';

interface BrokenFrontMatterOptions extends Pick<SyncDependencies, 'vault' | 'state'> {
  readonly stats: SyncStats;
  readonly dryRun: boolean;
}

/**
 * Reports every note whose properties cannot be read, until they are mended. Their items stay due, because a
 * merge leaves such properties alone.
 */
export async function reportBrokenFrontMatter(options: BrokenFrontMatterOptions): Promise<void> {
  const { vault } = options;
  for (const note of (await vault.brokenNotes?.()) ?? []) {
    if (isSample(note)) continue;
    const { text } = await readNote(vault, note.path);
    const mistake = text === null ? null : frontMatterMistake(splitNote(text).yaml ?? '');
    if (mistake !== null) await reportBroken(note, { code: 'front-matter-broken', ...mistake }, options);
  }
}

async function reportBroken(
  { path, bookId, documentId, partId }: SurveyedNote,
  problem: Problem,
  { state, stats, dryRun }: BrokenFrontMatterOptions,
): Promise<void> {
  const id = documentId ?? bookId;
  const itemKey = partId === null && id !== null ? ((await namedNotes(state, [id]))[0] ?? null) : null;
  const head = itemKey === null ? null : await headOf(state, itemKey);
  if (head === null) {
    stats.failNote(path, { id: partId ?? id ?? '', path, problem });
    return;
  }
  stats.failNote(head.key, { id: shownId(head.key), path, problem });
  if (dryRun) return;
  const mark = (await readOne(state, keys.due(head.key), readDue)) ?? { revision: head.revision };
  const due: Due = { ...mark, failure: { path, problem } };
  await state.commit([{ put: keys.due(head.key), value: due }]);
}
