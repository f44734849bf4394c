import type { NoteLook } from '../../merge/diff/text-diff';
import { itemKeyOf } from '../../model/note-part';
import { joinNote, splitNote } from '../../notes/note/note';
import { resultOf, type Action } from '../../sync/plan/plan';
import type { Settings } from '../../model/settings';
import { Planner } from '../../sync/plan/planner';
import { planContextOf } from '../../sync/plan/plan-context';
import { prepareRendering } from '../../sync/templates/prepare-rendering';
import { Replica } from '../../store/replica';
import { UserDecisions } from '../../sync/plan/user-decisions';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { knownUpTo } from '../../store/read-state';

export type LookDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock' | 'attachments'>;

/** Plans a due note again and returns its text before and after; null if nothing would change. */
export type LookInto = (noteKey: string) => Promise<NoteLook | null>;

/** Prepares the preview of notes. */
export async function openLook(deps: LookDependencies, settings: Settings): Promise<LookInto> {
  const rendering = await prepareRendering(deps, settings);
  if (!rendering.ok) return () => Promise.resolve(null);
  const { state } = deps;
  const replica = new Replica(state);
  const planner = new Planner({
    context: planContextOf({ deps, options: { settings }, rendering }),
    state,
    replica,
    decisions: await UserDecisions.read(state),
    clock: deps.clock,
  });
  const v2 = { kind: 'complete', upTo: await knownUpTo(state) } as const;
  return async (noteKey) => {
    const { due } = await replica.due([itemKeyOf(noteKey)]);
    const [planned] = await planner.plan(due, {
      v2,
      failed: (_, { error }) => Promise.reject(asError(error)),
    });
    const note = planned?.plan.notes.find((each) => each.noteKey === noteKey);
    return note === undefined ? null : lookAt(note.action);
  };
}

function lookAt(action: Action): NoteLook | null {
  if (action.kind === 'skip') return null;
  if (action.kind === 'create') return { before: '', after: withoutTrailer(action.text(action.path)) };
  return { before: withoutTrailer(action.before), after: withoutTrailer(resultOf(action) ?? '') };
}

function withoutTrailer(text: string): string {
  const { yaml, body } = splitNote(text);
  return joinNote(yaml, body);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
