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
import { readDue, readPaths, type Due } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';
import type { SyncStats } from '../context/sync-stats';
import { identityIn } from './note-identity';

interface BrokenFrontMatterOptions extends Pick<SyncDependencies, 'vault' | 'state'> {
  readonly stats: SyncStats;
  readonly dryRun: boolean;
}

/**
 * Reports every note whose properties cannot be read, until they are mended. Their items stay due, because a
 * merge leaves such properties alone. Looks at the notes that the host names, those that this run merged, and
 * those reported before: a host may not look through a large vault in each run.
 */
export async function reportBrokenFrontMatter(options: BrokenFrontMatterOptions): Promise<void> {
  const { vault, state, stats, dryRun } = options;
  const reported = await readOne(state, keys.brokenNotes, readPaths);
  const named = new Map(((await vault.brokenNotes?.()) ?? []).map((note) => [note.path, note]));
  const merged = stats.conflicts.filter(({ block }) => block === 'properties').map(({ path }) => path);
  const broken: string[] = [];
  for (const path of new Set([...named.keys(), ...merged, ...reported])) {
    if (await reportIfBroken(path, { ...options, named })) broken.push(path);
  }
  if (dryRun || broken.sort().join('\n') === reported.join('\n')) return;
  await state.commit([
    broken.length === 0 ? { remove: keys.brokenNotes } : { put: keys.brokenNotes, value: broken },
  ]);
}

async function reportIfBroken(
  path: string,
  { named, ...options }: BrokenFrontMatterOptions & { readonly named: ReadonlyMap<string, SurveyedNote> },
): Promise<boolean> {
  const { text } = await readNote(options.vault, path);
  if (text === null) return false;
  const note = named.get(path) ?? { path, ...identityIn(text) };
  const isOfItem = note.bookId !== null || note.documentId !== null || note.partId !== null;
  if (!isOfItem || isSample(note)) return false;
  const mistake = frontMatterMistake(splitNote(text).yaml ?? '');
  if (mistake === null) return false;
  await reportBroken(note, { code: 'front-matter-broken', ...mistake }, options);
  return true;
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
