import { addToList } from '../../model/collections';
import { partIdOf } from '../../model/note-part';
import { Pace } from '../../model/pace';
import type { Settings } from '../../model/settings';
import { isUntouched, splitNote } from '../../notes/note/note';
import { prefixes } from '../../store/keys';
import { libraryRecords } from '../../store/library';
import { readNote } from '../../store/note-places';
import { isOurs } from '../../notes/note/identity';
import type { Adoption, AdoptionPlan, Doubt, LeftNote } from './adoption';
import {
  adoptContext,
  adopterOf,
  ownNoteOf,
  type AdoptContext,
  type AdoptDependencies,
} from './adoption-context';
import { hasTitle, isDoubtful, isFullText, isHeadedBy, isMention } from '../../notes/other-plugins/doubts';
import { LibraryIndex } from '../../notes/other-plugins/library-index';
import type { LocatedNote } from '../../sync/plan/locate-note';

export interface PlanAdoptionOptions {
  readonly settings: Settings;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of examined notes. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Plans which notes can be adopted, and what would happen to each. Every note with something of the library is
 * either adopted or left for a reason. Writes nothing.
 */
export async function planAdoption(
  deps: AdoptDependencies,
  { settings, paths, signal, progress }: PlanAdoptionOptions,
): Promise<AdoptionPlan> {
  const context = await adoptContext(deps, settings);
  const pace = new Pace(deps.clock, signal);
  const index = await indexOf(deps, pace);
  const adoptions: Adoption[] = [];
  const left: LeftNote[] = [];
  for (const [done, path] of paths.entries()) {
    signal?.throwIfAborted();
    if (pace.isDue) progress?.(done, paths.length);
    await pace.yieldIfDue();
    const decision = await decide(context, index, path);
    if (decision === null) continue;
    if ('reason' in decision) left.push({ path, ...decision });
    else adoptions.push(decision);
  }
  const best = bestOfEach(adoptions);
  const others = adoptions.filter((adoption) => !best.has(adoption));
  return {
    looked: paths.length,
    adoptions: adoptions.filter((adoption) => best.has(adoption)),
    left: [...left, ...others.map(({ path }): LeftNote => ({ path, reason: 'other note' }))],
  };
}

async function indexOf({ state }: AdoptDependencies, pace: Pace): Promise<LibraryIndex> {
  const index = new LibraryIndex();
  for await (const record of libraryRecords(state, pace)) index.add(record);
  return index;
}

/** False before the first pull: no item can be found then. */
export const hasLibrary = async ({ state }: Pick<AdoptDependencies, 'state'>): Promise<boolean> =>
  (await state.keys({ prefix: prefixes.item, limit: 1 })).length > 0;

/** For each note of an item, the adoption without a doubt, else with most highlights, else with the shorter path. */
function bestOfEach(adoptions: readonly Adoption[]): ReadonlySet<Adoption> {
  const byNote = new Map<string, Adoption[]>();
  for (const adoption of adoptions) addToList(byNote, adoption.noteKey, adoption);
  const isBetter = (one: Adoption, other: Adoption): boolean =>
    (one.doubt?.kind === 'few') === (other.doubt?.kind === 'few')
      ? one.found > other.found || (one.found === other.found && one.path.length < other.path.length)
      : other.doubt?.kind === 'few';
  return new Set(
    [...byNote.values()].map((notes) => notes.reduce((best, next) => (isBetter(next, best) ? next : best))),
  );
}

type Decision = Adoption | Omit<LeftNote, 'path'> | null;

/** Null for a note with nothing from the library, or one that already belongs to an item. */
async function decide(context: AdoptContext, index: LibraryIndex, path: string): Promise<Decision> {
  const { text, isUnreadable } = await readNote(context.deps.vault, path);
  if (text === null) return isUnreadable ? { reason: 'closed' } : null;
  if (isOurs(text)) return null;
  const match = index.match(text);
  if (match.kind === 'nothing') return null;
  if (isFullText(path, text)) return { reason: 'full text' };
  if (match.kind !== 'item') return { reason: match.kind };
  return decideMatched(context, { path, text, itemKey: match.itemKey });
}

async function decideMatched(
  context: AdoptContext,
  note: { readonly path: string; readonly text: string; readonly itemKey: string },
): Promise<Decision> {
  const { path, text } = note;
  const adopter = await adopterOf(context, note);
  if (adopter === null) return { reason: 'left out' };
  const adopted = adopter.adopt(text);
  if (adopted === null) return null;
  const { record, item, noteKey, highlights } = adopter;
  const { passages, unmarkable, missing, edited, unclear } = adopted;
  const isTitled = hasTitle(item, path, text);
  const isHeaded = isHeadedBy(record, path, text);
  if (!isHeaded && isMention(adopted, isTitled)) return { reason: 'mention' };
  // A part's note that has the part is beyond doubt.
  const isPart = partIdOf(noteKey) !== null;
  if (isPart && passages.length === 0) return { reason: 'other note' };
  const isUnsure = !isPart && !isHeaded && isDoubtful(adopted, { highlights }, isTitled);
  const own = await ownNoteOf(context, adopter);
  if (own !== null && !isUntouched(splitNote(own.text))) return { reason: 'has a note', own: own.path };
  if (own !== null && isUnsure) return { reason: 'other note' };
  const { book, document } = item;
  return {
    path,
    noteKey,
    title: document?.title ?? book?.title ?? '',
    author: document?.author ?? book?.author ?? '',
    found: passages.length,
    edited: edited.length,
    unclear: unclear.length,
    unmarkable: unmarkable.length,
    missing: missing.length,
    doubt: doubtOf(own, isUnsure),
  };
}

function doubtOf(own: LocatedNote | null, isUnsure: boolean): Doubt | null {
  if (own !== null) return { kind: 'replaces', path: own.path };
  return isUnsure ? { kind: 'few' } : null;
}
