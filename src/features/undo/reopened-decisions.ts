import { itemKeyOf, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import type { HeldNote, Hold } from '../../model/report';
import { keys } from '../../store/keys';
import { currentHold, readOne } from '../../store/read-state';
import { readHold } from '../../store/stored';
import type { BeforeImage } from '../../sync/journal/before-image';
import { isMarked } from '../../sync/plan/plan';
import { UserDecisions } from '../../sync/plan/user-decisions';

/** A note that undo is about to put back. */
export interface ReturningNote {
  readonly noteKey: string;
  readonly image: BeforeImage | null;
}

export interface Reopened {
  readonly noteKeys: ReadonlySet<string>;
  /** Of the items that have to be planned again. */
  readonly itemKeys: readonly string[];
  readonly changes: readonly StateChange[];
  /** Null where nothing is open again. */
  readonly hold: Hold | null;
}

const NOTHING: Reopened = { noteKeys: new Set(), itemKeys: [], changes: [], hold: null };

/**
 * Where the undone run marked notes because the person chose to keep them, that decision is taken back with it: notes
 * that were on hold are so again, as they were.
 */
export async function reopenDecisions(
  { state }: { readonly state: StateStore },
  returning: readonly ReturningNote[],
): Promise<Reopened> {
  const marked = returning.flatMap(({ noteKey, image }) =>
    image?.kind === 'changed' && isOnlyMarked(image) ? [{ noteKey, path: image.path }] : [],
  );
  if (marked.length === 0) return NOTHING;
  const decisions = await UserDecisions.read(state);
  const before = await currentHold(state);
  const heldBefore = new Set(before?.notes.map(({ id }) => id));
  const answered = await readOne(state, keys.answeredHold, readHold);
  const asked: HeldNote[] = [];
  const noteKeys = new Set<string>();
  for (const { noteKey, path } of marked) {
    // An undo that was interrupted may have put it on hold already.
    const isDecided = decisions.of(noteKey) === 'keep' || heldBefore.has(shownId(noteKey));
    if (!isDecided) continue;
    noteKeys.add(noteKey);
    decisions.forget(noteKey);
    const held = answered?.notes.find(({ id }) => id === shownId(noteKey));
    if (held !== undefined) asked.push({ ...held, path });
  }
  if (noteKeys.size === 0) return NOTHING;
  const hold = asked.length === 0 ? before : holdAgain(asked, { before, answered });
  return {
    noteKeys,
    itemKeys: [...new Set([...noteKeys].map(itemKeyOf))],
    changes: [...decisions.takeChanges(), ...(hold === null ? [] : [{ put: keys.hold, value: hold }])],
    hold,
  };
}

function holdAgain(
  asked: readonly HeldNote[],
  { before, answered }: { readonly before: Hold | null; readonly answered: Hold | null },
): Hold {
  const others = (before?.notes ?? []).filter(({ id }) => asked.every((note) => note.id !== id));
  const notes = [...others, ...asked];
  // Its numbers are of all notes that were on hold.
  const isWhole = answered?.notes.length === notes.length;
  return { reason: isWhole ? answered.reason : { code: 'held-before', wanted: notes.length }, notes };
}

const isOnlyMarked = ({ text, newText }: Extract<BeforeImage, { kind: 'changed' }>): boolean =>
  !isMarked(text) && isMarked(newText);
