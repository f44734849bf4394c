import type { HoldVerdict } from '../plan/hold-verdict';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { namedNotes } from '../../store/named-notes';
import { hearRestoreWish } from './restore';
import { StandingWords } from './standing-words';
import type { SyncDependencies, SyncOptions } from '../sync-options';
import type { Tally } from '../tally';
import { currentHold } from '../../store/read-one';

/**
 * What stands of what a person said about single items, together with what they say with this sync. That is kept before the
 * service is asked for anything, so that a sync which does not get through does not forget it. A dry run keeps nothing.
 */
export async function hearPerson({
  deps,
  options,
  tally,
}: {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly tally: Tally;
}): Promise<StandingWords> {
  const { state, vault } = deps;
  const words = await StandingWords.read(state);
  const decided = options.verdict === undefined ? [] : await hearVerdict(options.verdict, { state, words });
  if (options.restore !== undefined)
    await hearRestoreWish(options.restore, { state, vault, words, tally, scope: options.settings.scope });
  if (options.dryRun) return words;
  const changes = [...decided, ...words.takeChanges()];
  if (changes.length > 0) await state.commit(changes);
  return words;
}

/** Only about notes that the hold names: a verdict is on what a person saw. Returns what remains of the hold. */
async function hearVerdict(
  verdict: HoldVerdict,
  { state, words }: { readonly state: StateStore; readonly words: StandingWords },
): Promise<readonly StateChange[]> {
  const hold = await currentHold(state);
  if (hold === null) return [];
  const ids = hold.notes.map(({ id }) => id);
  const named = await namedNotes(state, ids);
  const itemKeys = new Map(ids.map((id, index) => [id, named[index] ?? null]));
  const saidOf = (wanted: readonly string[]): readonly string[] =>
    wanted.flatMap((id) => itemKeys.get(id) ?? []);
  const [remove, keep] = verdict.kind === 'keep-all' ? [[], ids] : [verdict.remove, verdict.keep];
  words.say('remove', saidOf(remove));
  words.say('keep', saidOf(keep));
  const decided = new Set([...remove, ...keep]);
  const rest = hold.notes.filter(({ id }) => !decided.has(id));
  return [rest.length === 0 ? { remove: keys.hold } : { put: keys.hold, value: { ...hold, notes: rest } }];
}
