import { itemKeyOf, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import type { Reason } from '../../model/problem';
import type { HeldNote, Hold } from '../../model/report';
import type { Settings } from '../../model/settings';
import type { NoteStatus } from '../../notes/note/note';
import { keys } from '../../store/keys';
import { currentHold } from '../../store/read-state';
import type { BeforeImage } from '../../sync/journal/before-image';
import { statusIn } from '../../sync/plan/plan';
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
 * Where the undone run marked notes because the person chose to keep them, that decision is taken back with it: the
 * notes are on hold again.
 */
export async function reopenDecisions(
  { state, settings }: { readonly state: StateStore; readonly settings: Settings },
  returning: readonly ReturningNote[],
): Promise<Reopened> {
  const marked = returning.flatMap(({ noteKey, image }) => {
    const status = statusOfKept(image);
    return image === null || status === null ? [] : [{ noteKey, path: image.path, status }];
  });
  if (marked.length === 0) return NOTHING;
  const decisions = await UserDecisions.read(state);
  const before = await currentHold(state);
  const heldBefore = new Set(before?.notes.map(({ id }) => id));
  const asked: HeldNote[] = [];
  const noteKeys = new Set<string>();
  for (const { noteKey, path, status } of marked) {
    // An undo that was interrupted may have put it on hold already.
    const isDecided = decisions.of(noteKey) === 'keep' || heldBefore.has(shownId(noteKey));
    if (!isDecided) continue;
    noteKeys.add(noteKey);
    asked.push(heldAgain(noteKey, { path, status, settings }));
    decisions.forget(noteKey);
  }
  if (noteKeys.size === 0) return NOTHING;
  const others = (before?.notes ?? []).filter(({ id }) => asked.every((note) => note.id !== id));
  const notes = [...others, ...asked];
  const hold: Hold = { reason: { code: 'held-before', wanted: notes.length }, notes };
  return {
    noteKeys,
    itemKeys: [...new Set([...noteKeys].map(itemKeyOf))],
    changes: [...decisions.takeChanges(), { put: keys.hold, value: hold }],
    hold,
  };
}

/** What a note was marked with that only got its mark; null for any other. */
function statusOfKept(image: BeforeImage | null): NoteStatus | null {
  if (image?.kind !== 'changed' || statusIn(image.text) !== null) return null;
  return statusIn(image.newText);
}

const REASON_OF: Readonly<Record<NoteStatus, Reason>> = {
  deleted: 'deleted',
  'left-out': 'out-of-scope',
  'no-own-note': 'no-own-note',
  joined: 'joined',
};

function heldAgain(
  noteKey: string,
  {
    path,
    status,
    settings: { deletions, outOfScope },
  }: { readonly path: string; readonly status: NoteStatus; readonly settings: Settings },
): HeldNote {
  const going = status === 'left-out' ? outOfScope : deletions.untouched;
  return {
    id: shownId(noteKey),
    path,
    action: going === 'archive' ? 'archive' : 'trash',
    reasons: [REASON_OF[status]],
  };
}
