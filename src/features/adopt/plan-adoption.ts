import type { LocatedNote } from '../../sync/plan/locate-note';
import {
  withRivals,
  type Adoption,
  type AdoptionPlan,
  type Doubt,
  type LeftNote,
  type LeftReason,
} from './adoption';
import { certaintyOf, ItemIndex, type FoundItem, type KnownId } from './find-item';
import { recognise, type NoteEvidence } from './recognise';
import { isUntouched, splitNote } from '../../notes/note/note';
import type { Settings } from '../../model/settings';
import { prefixes } from '../../store/keys';
import { Pace } from '../../model/pace';
import {
  adoptContext,
  adopterOf,
  ownNoteOf,
  type AdoptContext,
  type AdoptDependencies,
  type Adopter,
} from './adoption-context';
import { readNote } from '../../store/note-places';
import { libraryRecords } from '../../store/library';

export interface PlanAdoptionOptions {
  readonly settings: Settings;
  readonly paths: readonly string[];
  /** The items that another plugin recorded for its notes, by path. */
  readonly known?: ReadonlyMap<string, KnownId>;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of examined notes. */
  readonly progress?: (done: number, total: number) => void;
}

interface Search extends PlanAdoptionOptions {
  readonly context: AdoptContext;
  readonly items: ItemIndex;
}

/** Plans which notes of other plugins can be adopted, and what would happen to each. Writes nothing. */
export async function planAdoption(
  deps: AdoptDependencies,
  options: PlanAdoptionOptions,
): Promise<AdoptionPlan> {
  const { clock } = deps;
  const context = await adoptContext(deps, options.settings);
  const pace = new Pace(clock, options.signal);
  const items = await itemsOf(deps, pace);
  const { paths } = options;
  const adoptions: Adoption[] = [];
  const left: LeftNote[] = [];
  for (const [done, path] of paths.entries()) {
    options.signal?.throwIfAborted();
    if (pace.isDue) options.progress?.(done, paths.length);
    await pace.yieldIfDue();
    const decision = await decide({ ...options, context, items }, path);
    if (decision.kind === 'adopt') adoptions.push(decision.adoption);
    if (decision.kind === 'leave') left.push({ path, reason: decision.reason });
  }
  return { looked: paths.length, adoptions: withRivals(adoptions), left };
}

async function itemsOf({ state }: Pick<AdoptDependencies, 'state'>, pace: Pace): Promise<ItemIndex> {
  const items = new ItemIndex();
  for await (const record of libraryRecords(state, pace)) items.add(record);
  return items;
}

/** False before the first pull: no item can be found then. */
export const hasLibrary = async ({ state }: Pick<AdoptDependencies, 'state'>): Promise<boolean> =>
  (await state.keys({ prefix: prefixes.item, limit: 1 })).length > 0;

type Decision =
  | { readonly kind: 'adopt'; readonly adoption: Adoption }
  | { readonly kind: 'leave'; readonly reason: LeftReason }
  /** Not a note of another plugin. */
  | { readonly kind: 'ignore' };

const IGNORE: Decision = { kind: 'ignore' };
const leave = (reason: LeftReason): Decision => ({ kind: 'leave', reason });

async function decide(search: Search, path: string): Promise<Decision> {
  const { text, isUnread } = await readNote(search.context.deps.vault, path);
  if (text === null) return isUnread ? leave('closed') : IGNORE;
  const recognised = recognise({ path, text });
  if (recognised.kind === 'full text') return leave('full text');
  if (recognised.kind !== 'candidate') return IGNORE;
  const { evidence } = recognised;
  const found = search.items.find(evidence, search.known?.get(path) ?? null);
  const adopter =
    found.kind === 'found'
      ? await adopterOf(search.context, { itemKey: found.itemKey, origin: evidence.origin })
      : null;
  if (found.kind === 'found' && adopter !== null)
    return decideFound(search, { path, text, evidence, found, adopter });
  // The user's own note may contain a link or two to an item.
  if (evidence.origin === 'by hand') return IGNORE;
  if (found.kind === 'found') return leave('left out');
  return leave(found.kind === 'several' ? 'several' : 'unknown');
}

interface Match {
  readonly path: string;
  readonly text: string;
  readonly evidence: NoteEvidence;
  readonly found: Extract<FoundItem, { kind: 'found' }>;
  readonly adopter: Adopter;
}

async function decideFound(
  search: Search,
  { path, text, evidence, found, adopter }: Match,
): Promise<Decision> {
  const { origin } = evidence;
  const { book, document, highlights } = adopter.item;
  const adopted = adopter.adopt({ path, text, origin });
  if (adopted === null) return leave('unreadable');
  const half = highlights.length / 2;
  const hasTitle = search.items.hasTitle(evidence, found.itemKey);
  const hasFew = origin === 'by hand' && !hasTitle && adopted.found.length < Math.max(2, half);
  if (hasFew && found.proof === 'highlights') return IGNORE;
  const own = await ownNoteOf(search.context, adopter);
  if (own !== null && !isUntouched(splitNote(own.text))) return leave('has a note');
  const hasHighlights = found.proof === 'title' && adopted.found.length > 0 && adopted.found.length >= half;
  const proof = hasHighlights ? 'texts' : found.proof;
  const certainty = certaintyOf(proof);
  const adoption = {
    path,
    origin,
    itemKey: found.itemKey,
    title: document?.title ?? book?.title ?? '',
    author: document?.author ?? book?.author ?? '',
    proof,
    certainty,
    found: adopted.found.length,
    edited: adopted.edited.length,
    unmarkable: adopted.unmarkable.length,
    missing: adopted.missing.length,
  };
  const isWeak = certainty === 'uncertain' || hasFew;
  return { kind: 'adopt', adoption: { ...adoption, doubt: doubtOf(own, isWeak) } };
}

function doubtOf(own: LocatedNote | null, isWeak: boolean): Doubt | null {
  if (own !== null) return { kind: 'replaces', path: own.path };
  return isWeak ? { kind: 'weak' } : null;
}
