import type { AdoptedNote } from './adopt-note';
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
import { readNote } from '../../store/note-places';
import { prefixes } from '../../store/keys';
import { libraryRecords } from '../../store/library-records';
import { Pace } from '../../model/pace';
import {
  adoptContext,
  adopterOf,
  ownNoteOf,
  type AdoptContext,
  type AdoptDependencies,
  type Adopter,
} from './adoption-context';

export interface PlanAdoptionOptions {
  readonly settings: Settings;
  /** Notes that are looked at, in the order in which they are told of. */
  readonly paths: readonly string[];
  /** What another plugin remembers of its notes, by their paths. */
  readonly known?: ReadonlyMap<string, KnownId>;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many notes were looked at. */
  readonly progress?: (done: number, total: number) => void;
}

interface Search extends PlanAdoptionOptions {
  readonly context: AdoptContext;
  readonly items: ItemIndex;
}

/** Says which notes of other plugins can be taken over, and what would become of each. Writes nothing. */
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
    const decision = await judge({ ...options, context, items }, path);
    if (decision.kind === 'adopt') adoptions.push(decision.adoption);
    if (decision.kind === 'leave') left.push({ path, reason: decision.reason });
  }
  return { looked: paths.length, adoptions: withRivals(adoptions), left };
}

/** What the items that the device holds are known by. */
async function itemsOf({ state }: Pick<AdoptDependencies, 'state'>, pace: Pace): Promise<ItemIndex> {
  const items = new ItemIndex();
  for await (const record of libraryRecords(state, pace)) items.add(record);
  return items;
}

/** Whether the device has the library: before its first pull nobody can say what a note is of. */
export const hasLibrary = async ({ state }: Pick<AdoptDependencies, 'state'>): Promise<boolean> =>
  (await state.keys({ prefix: prefixes.item, limit: 1 })).length > 0;

type Decision =
  | { readonly kind: 'adopt'; readonly adoption: Adoption }
  | { readonly kind: 'leave'; readonly reason: LeftReason }
  | { readonly kind: 'pass' };

const PASS: Decision = { kind: 'pass' };
const leave = (reason: LeftReason): Decision => ({ kind: 'leave', reason });

async function judge(search: Search, path: string): Promise<Decision> {
  const { text, isUnread } = await readNote(search.context.deps.vault, path);
  if (text === null) return isUnread ? leave('closed') : PASS;
  const recognised = recognise({ path, text });
  switch (recognised.kind) {
    case 'ours':
    case 'other':
      return PASS;
    case 'full text':
      return leave('full text');
    case 'candidate':
      return judgeCandidate(search, { path, text, evidence: recognised.evidence });
  }
}

interface Candidate {
  readonly path: string;
  readonly text: string;
  readonly evidence: NoteEvidence;
}

async function judgeCandidate(search: Search, candidate: Candidate): Promise<Decision> {
  const { evidence, path } = candidate;
  const found = search.items.find(evidence, search.known?.get(path) ?? null);
  // A link or two in a person's own note make it nobody's.
  const isMeant = evidence.origin !== 'by hand';
  switch (found.kind) {
    case 'none':
      return isMeant ? leave('unknown') : PASS;
    case 'several':
      return isMeant ? leave('several') : PASS;
    case 'found': {
      const adopter = await adopterOf(search.context, found.itemKey);
      if (adopter === null) return isMeant ? leave('left out') : PASS;
      return judgeNote(search, { candidate, found, adopter });
    }
  }
}

interface Match {
  readonly candidate: Candidate;
  readonly found: Extract<FoundItem, { kind: 'found' }>;
  readonly adopter: Adopter;
}

async function judgeNote(search: Search, match: Match): Promise<Decision> {
  const { candidate, found, adopter } = match;
  const { evidence, path } = candidate;
  const adopted = adopter.adopt({ ...candidate, origin: evidence.origin });
  if (adopted === null) return leave('unreadable');
  const isOwn = search.items.hasTitle(evidence, found.itemKey);
  const half = adopter.item.highlights.length / 2;
  const isSlight = evidence.origin === 'by hand' && !isOwn && adopted.found.length < Math.max(2, half);
  if (isSlight && found.proof === 'highlights') return PASS;
  const own = await ownNoteOf(search.context, adopter);
  if (own !== null && !isUntouched(splitNote(own.text))) return leave('has a note');
  const proof =
    found.proof === 'title' && adopted.found.length > 0 && adopted.found.length >= half
      ? 'texts'
      : found.proof;
  const certainty = certaintyOf(proof);
  const doubt: Doubt | null =
    own !== null
      ? { kind: 'replaces', path: own.path }
      : certainty === 'uncertain' || isSlight
        ? { kind: 'weak' }
        : null;
  return {
    kind: 'adopt',
    adoption: {
      path,
      origin: evidence.origin,
      itemKey: found.itemKey,
      ...namesOf(adopter),
      proof,
      certainty,
      ...countsOf(adopted),
      doubt,
    },
  };
}

const namesOf = ({ item: { book, document } }: Adopter): Pick<Adoption, 'title' | 'author'> => ({
  title: document?.title ?? book?.title ?? '',
  author: document?.author ?? book?.author ?? '',
});

const countsOf = ({
  found,
  edited,
  unmarkable,
  missing,
}: AdoptedNote): Pick<Adoption, 'found' | 'edited' | 'unmarkable' | 'missing'> => ({
  found: found.length,
  edited: edited.length,
  unmarkable: unmarkable.length,
  missing: missing.length,
});
