import { textAfter, type BeforeImage } from '../../core/history/before-image';
import { reverseNote } from '../../core/history/reverse-note';
import { movesBack, type NotUndone, type UndoPlan, type UndoStep } from '../../core/history/undo-plan';
import { isUntouched, splitNote } from '../../core/note/note';
import type { RunKind } from '../../core/report';
import type { Vault } from '../../ports';
import { bears, identityIn } from '../plan/note-identity';
import { keys, prefixes } from '../state/keys';
import { CHUNK_OF_TEXTS, stateRange } from '../state/state-range';
import type { NotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import { pathOfKey } from './path-key';
import { kindOfUndone, readImage, readRun, undoOf, type UndoState } from './stored-history';
import { findNote, madeBy, otherPath, placesOf, type MadeNote, type UndoScene } from './undo-scene';
import { readOne } from '../state/read-one';

type Planned = { readonly step: UndoStep } | { readonly stays: NotUndone };

/** What undoing the last run that wrote would do; null where there is none, or it was undone. Reads the vault, changes nothing. */
export async function planUndo(scene: UndoScene): Promise<UndoPlan | null> {
  const { state } = scene;
  const undo = await undoOf(state);
  if (undo.run === 0) return null;
  const ended = await readOne(state, keys.run(undo.run), readRun);
  const kind = kindOfUndone(ended, undo);
  const planned: Planned[] = [];
  const reverted = new Set<string>();
  for (const made of await madeBy(undo, state)) planned.push(...(await planMade(scene, made)));
  for await (const entries of stateRange(state, prefixes.before, CHUNK_OF_TEXTS)) {
    const places = await placesOf(
      state,
      entries.map(({ key }) => key.slice(prefixes.before.length)),
    );
    for (const { key, value } of entries) {
      const noteKey = key.slice(prefixes.before.length);
      const image = readImage(value);
      const found =
        image === null
          ? []
          : await planImage(scene, {
              noteKey,
              image,
              place: places.get(noteKey) ?? null,
              undo,
              kind,
              reverted,
            });
      for (const each of found)
        if ('step' in each && each.step.kind === 'revert') reverted.add(each.step.path);
      planned.push(...found);
    }
  }
  const steps = planned.flatMap((each) => ('step' in each ? each.step : []));
  const stays = planned.flatMap((each) => ('stays' in each ? each.stays : []));
  return {
    run: undo.run,
    kind,
    ended,
    isPartial: undo.isPartial,
    ...(await settleMoves(scene, { steps, stays })),
  };
}

/** A note that is not there any more, or was left alone once, asks for nothing. */
async function planMade(scene: UndoScene, made: MadeNote): Promise<readonly Planned[]> {
  const { noteKey, place } = made;
  const note = await findNote(scene, made);
  if (note === null) return [];
  if (note === 'unreadable') return [{ stays: { noteKey, path: place.path, why: 'unreadable' } }];
  const { path, text } = note;
  if (!isUntouched(splitNote(text))) return [{ stays: { noteKey, path, why: 'written-in' } }];
  return path === place.path || place.made === undefined
    ? [{ step: { kind: 'trash', noteKey, path } }]
    : [{ stays: { noteKey, path, why: 'moved' } }];
}

async function planImage(
  scene: UndoScene,
  {
    noteKey,
    image,
    place,
    undo,
    kind,
    reverted,
  }: {
    readonly noteKey: string;
    readonly image: BeforeImage;
    readonly place: NotePlace | null;
    readonly undo: UndoState;
    readonly kind: RunKind;
    readonly reverted: ReadonlySet<string>;
  },
): Promise<readonly Planned[]> {
  const note = await findNote(scene, { noteKey, place: place ?? { path: image.path } });
  if (note === 'unreadable')
    return [{ stays: { noteKey, path: place?.path ?? image.path, why: 'unreadable' } }];
  // A repair that made one of two notes plain, or took one away, may be undone: both were there before.
  const isLone = pathOfKey(noteKey) !== null && (kind !== 'repair' || image.givesUp !== undefined);
  if (image.patch === null) {
    if (note !== null) return [];
    // Notes that were taken over are planned before the one that they were taken over for.
    if (isLone && !(await scene.vault.locate(identityIn(image.text))).every((path) => reverted.has(path)))
      return [{ stays: { noteKey, path: image.path, why: 'has-note' } }];
    return [
      {
        step: {
          kind: 'recreate',
          noteKey,
          paths: pathOfKey(noteKey) === null ? [image.path, otherPath(noteKey, image.path)] : [image.path],
        },
      },
    ];
  }
  if (note === null) {
    const path = place?.path ?? image.path;
    // One that was being brought back may be empty, and is looked for again once it has its text.
    return [
      undo.undoing?.includes(noteKey) === true
        ? { step: { kind: 'revert', noteKey, path, to: null, isMerged: false } }
        : { stays: { noteKey, path, why: 'gone' } },
    ];
  }
  const { path, text } = note;
  const after = textAfter(image);
  const reversed = reverseNote({ before: image.text, after, current: text });
  if (reversed === null) return [{ stays: { noteKey, path, why: 'edited' } }];
  const isWhereLeft = path === place?.path || path === place?.movingTo;
  const to = isWhereLeft && path !== image.path ? image.path : null;
  if (isLone && (await wouldBeSecond(scene.vault, { path, text, reversed })))
    return [{ stays: { noteKey, path, why: 'has-note' } }];
  const isDone = reversed === text && to === null && place?.movingTo === undefined;
  return isDone ? [] : [{ step: { kind: 'revert', noteKey, path, to, isMerged: reversed !== image.text } }];
}

/** Whether a note that names no item now would name, as it was, one of which another note has come to be. */
async function wouldBeSecond(
  vault: Vault,
  { path, text, reversed }: { readonly path: string; readonly text: string; readonly reversed: string },
): Promise<boolean> {
  const identity = identityIn(reversed);
  return !bears(text, identity) && (await vault.locate(identity)).some((other) => other !== path);
}

/** Notes whose old place another has by now keep the one that they have. */
async function settleMoves(
  { vault }: UndoScene,
  { steps, stays }: Pick<UndoPlan, 'steps' | 'stays'>,
): Promise<Pick<UndoPlan, 'steps' | 'stays'>> {
  const moves = steps.flatMap((step) =>
    step.kind === 'revert' && step.to !== null ? [{ path: step.path, to: step.to }] : [],
  );
  const taken = new Set<string>();
  for (const { to } of moves) if (await isThere(vault, to)) taken.add(to);
  const leaving = steps.flatMap((step) => (step.kind === 'trash' ? [step.path] : []));
  const able = new Set(
    movesBack(moves, { leaving, isTaken: (path) => taken.has(path) }).map(({ path }) => path),
  );
  const blocked = (step: UndoStep): boolean =>
    step.kind === 'revert' && step.to !== null && !able.has(step.path);
  return {
    steps: steps.map((step) => (step.kind === 'revert' && blocked(step) ? { ...step, to: null } : step)),
    stays: [
      ...stays,
      ...steps.flatMap((step) =>
        step.kind === 'revert' && blocked(step)
          ? [{ noteKey: step.noteKey, path: step.path, why: 'place-taken' as const }]
          : [],
      ),
    ],
  };
}

async function isThere(vault: Vault, path: string): Promise<boolean> {
  try {
    return await vault.has(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return true;
  }
}
