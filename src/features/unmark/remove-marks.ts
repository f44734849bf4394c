import { isOperational } from '../../model/errors';
import { problemOf } from '../../model/problem';
import type { Clock, StateChange, StateStore, Vault } from '../../model/ports';
import { partIdOf } from '../../model/note-part';
import { Pace } from '../../model/pace';
import type { WrittenText } from '../../sync/journal/undo-state';
import { anchorsIn, linkedAnchors } from '../../notes/note/block-anchor';
import { splitNote } from '../../notes/note/note';
import { writeTrailer, type Trailer } from '../../notes/note/trailer';
import { keys } from '../../store/keys';
import {
  unreadableNotes,
  notePlaces,
  putAbsent,
  readNote,
  type UnreadableNote,
} from '../../store/note-places';
import type { Stores } from '../../store/outbox-store';
import type { NotePlace } from '../../store/stored';
import { recover } from '../../sync/journal/recover';
import { hasIdentity, identityIn, identityOfKey } from '../../sync/plan/note-identity';
import { mayHoldMarks, withoutMarks } from './without-marks';

/** The vault's text files that may hold links or marks: notes and others. */
export interface VaultTexts {
  paths(): Promise<readonly string[]>;
  read(path: string): Promise<string | null>;
}

export interface UnmarkContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly texts: VaultTexts;
  readonly clock: Clock;
}

export interface UnmarkOptions {
  /** Only these notes; null for all. */
  readonly paths: readonly string[] | null;
  /** Keep all anchors, not only linked ones. */
  readonly keepsAnchors: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** What unmarking would do. */
export interface UnmarkPlan {
  readonly notes: readonly string[];
  /** Anchors that something in the vault links to. */
  readonly linked: ReadonlySet<string>;
  /** Number of anchors in the notes. */
  readonly anchors: number;
  /** How many of those stay. */
  readonly keptAnchors: number;
  /** Notes at their last known path that cannot be read; they keep their marks. */
  readonly failures: readonly UnreadableNote[];
}

export interface UnmarkResult {
  readonly changed: number;
  /** Number of notes not reached when it was stopped. */
  readonly left: number;
  readonly failures: readonly UnreadableNote[];
}

/** Notes per commit. */
const BATCH = 50;

/** Finds the notes with sync marks. Writes nothing. Rejects when aborted. */
export async function planUnmark(
  { vault, state, texts, clock }: UnmarkContext,
  { paths, keepsAnchors, signal, progress = () => undefined }: UnmarkOptions,
): Promise<UnmarkPlan> {
  const pace = new Pace(clock, signal);
  const all = await texts.paths();
  const wanted = paths === null ? null : new Set(paths);
  const linked = new Set<string>();
  const marked: { readonly path: string; readonly anchors: readonly string[] }[] = [];
  for (const [index, path] of all.entries()) {
    const text = await texts.read(path);
    if (text !== null) {
      for (const anchor of linkedAnchors(text)) linked.add(anchor);
      const isWanted = path.endsWith('.md') && wanted?.has(path) !== false;
      const anchors = isWanted && mayHoldMarks(text) ? removableAnchors(text) : null;
      if (anchors !== null) marked.push({ path, anchors });
    }
    progress(index + 1, all.length);
    await pace.yieldIfDue();
  }
  const anchors = marked.flatMap((note) => note.anchors);
  const isKept = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
  const notes = marked.map(({ path }) => path);
  const failures =
    paths === null ? await unreadableNotes(await notePlaces(state), { vault, seen: new Set(notes) }) : [];
  return { notes, linked, anchors: anchors.length, keptAnchors: anchors.filter(isKept).length, failures };
}

/** The anchors that are removed unless something links to them; null for a note without any mark. */
function removableAnchors(text: string): readonly string[] | null {
  const anchors = new Set<string>();
  const keepsAnchor = (anchor: string): boolean => {
    anchors.add(anchor);
    return false;
  };
  return withoutMarks(text, { keepsAnchor }) === text ? null : [...anchors];
}

/**
 * Turns notes into plain markdown. A failure does not stop the others; after an interruption it can be run
 * again. It cannot be undone. No sync updates them or misses them from then on.
 */
export async function removeMarks(context: UnmarkContext, options: UnmarkOptions): Promise<UnmarkResult> {
  const { state, vault, clock } = context;
  const { signal, progress = () => undefined } = options;
  await recover({ vault, state });
  const { notes, linked, failures: unreadable } = await planUnmark(context, options);
  const places = await notePlaces(state);
  const change = (text: string): string =>
    withoutMarks(text, { keepsAnchor: (anchor) => options.keepsAnchors || linked.has(anchor) });
  const pace = new Pace(clock);
  const failures: UnreadableNote[] = [...unreadable];
  const isStopped = (): boolean => signal?.aborted === true;
  let changed = 0;
  let done = 0;
  let halfDone: readonly WrittenText[] = [];
  for (let start = 0; start < notes.length && !isStopped(); start += BATCH) {
    const batch = notes.slice(start, start + BATCH);
    const noteKeys = await noteKeysOf(vault, { paths: batch, places });
    const texts = await rememberNotes(context, { paths: batch, noteKeys, change, halfDone });
    const absent: StateChange[] = [];
    for (const path of batch) {
      if (isStopped()) break;
      const outcome = await changeNote(vault, path, change);
      const noteKey = noteKeys.get(path);
      if (outcome === 'written') changed += 1;
      if (typeof outcome !== 'string') failures.push(outcome);
      else if (noteKey !== undefined) absent.push(putAbsent(noteKey, path, 'plain'));
      done += 1;
      progress(done, notes.length);
      await pace.yieldIfDue();
    }
    // What could not be written may be empty now; the next run puts it back.
    halfDone = texts.filter(({ path }) => failures.some((failure) => failure.path === path));
    const stored = halfDone.length === 0 ? { remove: keys.section } : { put: keys.section, value: halfDone };
    await state.commit([stored, ...absent]);
  }
  return { changed, left: notes.length - done, failures };
}

interface KnownPlaces {
  readonly paths: readonly string[];
  readonly places: ReadonlyMap<string, NotePlace>;
}

/** The keys of the notes at these paths, by path, also of those that the person moved since the last sync. */
async function noteKeysOf(
  vault: Vault,
  { paths, places }: KnownPlaces,
): Promise<ReadonlyMap<string, string>> {
  const byPath = new Map([...places].map(([noteKey, { path }]) => [path, noteKey]));
  const noteKeys = new Map<string, string>();
  for (const path of paths) {
    const noteKey = byPath.get(path) ?? (await keyOfMoved(vault, { path, places }));
    if (noteKey !== null) noteKeys.set(path, noteKey);
  }
  return noteKeys;
}

/** Null also for a copy: the note of its item is still where this device last saw it. */
async function keyOfMoved(
  vault: Vault,
  { path, places }: { readonly path: string; readonly places: KnownPlaces['places'] },
): Promise<string | null> {
  const { text } = await readNote(vault, path);
  const { bookId, documentId, partId } = identityIn(text ?? '');
  const keysOfItem = [`d:${documentId ?? ''}`, `b:${bookId ?? ''}`];
  const noteKey = [...places.keys()].find((key) =>
    partId === null ? keysOfItem.includes(key) : partIdOf(key) === partId,
  );
  const place = noteKey === undefined ? undefined : places.get(noteKey);
  if (noteKey === undefined || place === undefined) return null;
  const former = await readNote(vault, place.path);
  return hasIdentity(former.text ?? '', identityOfKey(noteKey)) ? null : noteKey;
}

interface ToRemember {
  readonly paths: readonly string[];
  readonly noteKeys: ReadonlyMap<string, string>;
  readonly change: (text: string) => string;
  /** Notes of earlier batches that could not be written. */
  readonly halfDone: readonly WrittenText[];
}

/**
 * Stores the texts before the notes are written: a crash while writing may leave an empty file. Their trailers are
 * kept, so that a note that is adopted again has the base of what was last written. Returns the stored texts.
 */
async function rememberNotes(
  { vault, state }: UnmarkContext,
  { paths, noteKeys, change, halfDone }: ToRemember,
): Promise<readonly WrittenText[]> {
  const texts = [...halfDone];
  const trailers: StateChange[] = [];
  for (const path of paths) {
    const { text } = await readNote(vault, path);
    if (text === null) continue;
    texts.push({ path, was: text, becomes: change(text) });
    const noteKey = noteKeys.get(path);
    const trailer = currentTrailer(text);
    if (noteKey !== undefined && trailer !== null)
      trailers.push({ put: keys.trailer(noteKey), value: writeTrailer(trailer) });
  }
  await state.commit([{ put: keys.section, value: texts }, ...trailers]);
  return texts;
}

/** A block that is in the trailer and not in the note was deleted by the person. */
function currentTrailer(text: string): Trailer | null {
  const { body, trailer } = splitNote(text);
  if (trailer === null) return null;
  const present = anchorsIn(body);
  const deleted = [...trailer.blocks.keys()].filter((anchor) => !present.has(anchor));
  const blocks = new Map([...trailer.blocks].filter(([anchor]) => present.has(anchor)));
  return { ...trailer, blocks, removed: new Set([...trailer.removed, ...deleted]) };
}

async function changeNote(
  vault: Vault,
  path: string,
  change: (text: string) => string,
): Promise<'written' | 'unchanged' | 'missing' | UnreadableNote> {
  try {
    return await vault.update(path, change);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { path, problem: problemOf(error) };
  }
}

/** Deletes all that this device knows of the library, and what waits to be sent. */
export async function forgetState({ state, outbox }: Stores): Promise<void> {
  await outbox.clear('');
  await state.clear('');
}
