import type { Finding, LibraryCheck } from '../../core/check/finding';
import { FAULTS } from '../../core/check/finding';
import { createDecide } from '../../core/layout/create-decide';
import { isSample } from '../../core/library/sample-id';
import type { StateStore } from '../../ports';
import type { StoredConflict } from '../history/stored-history';
import { keys } from '../state/keys';
import { closedNotes, notePlaces } from '../state/note-places';
import { readText } from '../state/stored';
import { Pace } from '../../pace';
import type { CheckContext } from './check-context';
import { GroupCheck } from './group-check';
import { heldItems, ITEMS_AT_ONCE } from './held-item';
import { Holdings } from './holdings';
import { findMissing } from './find-missing';
import { groupNotes, itemOf } from './note-groups';

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** `total` null: while the library is read. */
  readonly progress?: (done: number, total: number | null) => void;
}

/**
 * Looks through vault and state for all that is not in order, and proposes what to do about each. Asks the service nothing and
 * changes no note; conflicts that another device's sync met are remembered, to be listed. Rejects with the signal's reason when it is aborted.
 */
export async function checkLibrary(
  context: CheckContext,
  { signal, progress = () => undefined }: CheckOptions = {},
): Promise<LibraryCheck> {
  const { vault, state, clock, settings } = context;
  const pace = new Pace(clock, signal);
  const places = await notePlaces(state);
  const survey = (await vault.survey()).filter((note) => !isSample(note));
  const wantedParts = new Set(survey.flatMap(({ partId }) => partId ?? []));
  const holdings = await Holdings.read(state, {
    scope: settings.scope,
    wantedParts,
    pace,
    heard: (items) => progress(items, null),
  });
  const groups = await groupNotes(survey, { vault, holdings, places, pace });
  const isComplete = (await state.getMany([keys.watermark('highlights'), keys.watermark('documents')])).every(
    (mark) => readText(mark) !== null,
  );
  const decided = createDecide({ ...settings, today: new Date(clock.now()).toISOString().slice(0, 10) });
  const decide = decided.ok ? decided.decide : null;
  const checked = new GroupCheck({ ...context, holdings, places, isComplete, decide });
  const findings: Finding[] = [];
  for (let start = 0; start < groups.length; start += ITEMS_AT_ONCE) {
    const some = groups.slice(start, start + ITEMS_AT_ONCE);
    const held = await heldItems(
      state,
      some.flatMap((group) => itemOf(group) ?? []),
    );
    for (const [index, group] of some.entries()) {
      signal?.throwIfAborted();
      findings.push(...(await checked.findingsOf(group, held.get(itemOf(group) ?? '') ?? null)));
      progress(start + index + 1, groups.length);
      await pace.breathe();
    }
  }
  if (isComplete && decide !== null)
    findings.push(
      ...(await findMissing(context, {
        decide,
        holdings,
        groups,
        places,
        pace,
        check: (noteKey, note) => checked.findingsOfHeld(noteKey, note),
      })),
    );
  await rememberConflicts(state, checked.conflicts);
  const closed = await closedNotes(places, { vault, seen: new Set(survey.map(({ path }) => path)) });
  return {
    findings: inOrder(findings),
    notes: survey.length,
    unread: [...checked.unread, ...closed.map(({ path }) => path)],
    isComplete,
  };
}

async function rememberConflicts(state: StateStore, found: GroupCheck['conflicts']): Promise<void> {
  const noteKeys = [...found.keys()];
  const known = await state.getMany(noteKeys.map(keys.conflict));
  const changes = [...found].flatMap(([noteKey, conflict], index) =>
    known[index] === undefined
      ? [{ put: keys.conflict(noteKey), value: { ...conflict, run: 0 } satisfies StoredConflict }]
      : [],
  );
  if (changes.length > 0) await state.commit(changes);
}

/** By what is wrong, then by path. */
const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (left, right) =>
      FAULTS.indexOf(left.fault) - FAULTS.indexOf(right.fault) ||
      (left.path < right.path ? -1 : left.path > right.path ? 1 : 0),
  );
