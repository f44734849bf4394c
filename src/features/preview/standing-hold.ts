import { shownId } from '../../notes/layout/note-part';
import type { Hold } from '../../model/report';
import type { StateChange, StateStore } from '../../model/ports';
import { committing } from '../../store/state-stores';
import { keys } from '../../store/keys';
import { readHold } from '../../store/stored';
import { currentHold } from '../../store/read-state';

const keyOf = (change: StateChange): string => ('put' in change ? change.put : change.remove);

/** The same store, in which a hold keeps every note that a run does not look at: it is not for that run to let it go. */
export const keepingHold = (state: StateStore, isLookedAt: (id: string) => boolean): StateStore =>
  committing(state, async (changes) => {
    const change = changes.find((each) => keyOf(each) === keys.hold);
    if (change === undefined) return state.commit(changes);
    const before = await currentHold(state);
    const next = 'put' in change ? readHold(change.value) : null;
    const notes = [...(next?.notes ?? []), ...(before?.notes ?? []).filter(({ id }) => !isLookedAt(id))];
    const reason = next?.reason ?? before?.reason;
    const kept: StateChange =
      notes.length === 0 || reason === undefined
        ? { remove: keys.hold }
        : { put: keys.hold, value: { reason, notes } satisfies Hold };
    return state.commit([...changes.filter((each) => keyOf(each) !== keys.hold), kept]);
  });

/** What the guard held back when a person looked, and what they did not let go, waits for their word from now on. */
export async function keepHeld(
  state: StateStore,
  { hold, remove }: { readonly hold?: Hold | undefined; readonly remove: ReadonlySet<string> },
): Promise<void> {
  if (hold === undefined) return;
  const before = await currentHold(state);
  const known = new Set([...(before?.notes ?? []).map(({ id }) => id), ...[...remove].map(shownId)]);
  const notes = hold.notes.filter(({ id }) => !known.has(id));
  if (notes.length > 0)
    await state.commit([
      {
        put: keys.hold,
        value: { reason: before?.reason ?? hold.reason, notes: [...(before?.notes ?? []), ...notes] },
      },
    ]);
}
