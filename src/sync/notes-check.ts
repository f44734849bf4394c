import { assembleItem } from '../model/item';
import { itemKeyOf } from '../model/note-part';
import type { StateChange, Vault } from '../model/ports';
import { findConflicts } from '../merge/resolve-conflict';
import { gitConflictLine } from '../notes/note/git-conflict';
import { marks } from '../notes/template/built-in-templates';
import { trailerMark } from '../notes/note/trailer';
import { keys, prefixes } from '../store/keys';
import { fileMarkChanges, storedFileMarks } from '../store/file-marks';
import { notePlaces, putPlace, readNote } from '../store/note-places';
import { countKeys } from '../store/read-state';
import type { Replica } from '../store/replica';
import { readNotePlace, type NotePlace } from '../store/stored';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { brokenFrontMatter } from './plan/broken-front-matter';
import { isPartlyThere } from './plan/vault-health';
import { hasIdentity, identityOfKey, identityOfNote } from './plan/note-identity';
import { vaultWith } from './vault-with';

type Host = Pick<SyncDependencies, 'vault' | 'state'>;
type Options = Pick<SyncOptions, 'settings' | 'full' | 'signal'>;

/** A known note whose file changed since the note was last checked or written. */
interface ChangedNote {
  readonly noteKey: string;
  /** Where this device last saw it. */
  readonly lastPath: string;
  /** Where it is now. */
  readonly path: string;
  /** The mark of its file before the pulls. */
  readonly mark: string;
}

const PURPOSES = ['files', 'conflicts', 'missing'] as const;

/**
 * What is kept of the known notes between two syncs, by path: the marks of their files; of these, those of notes with
 * conflicts; and the keys of notes that have no file.
 */
type Kept<Values> = Readonly<Record<(typeof PURPOSES)[number], Values>>;
type Stored = Kept<ReadonlyMap<string, string>>;

/** What the files of the known notes tell before the pulls. */
interface Found {
  readonly now: Kept<Map<string, string>>;
  readonly changed: readonly ChangedNote[];
  /** Whether so many known notes are not in their places that the vault may be only partly there. */
  readonly missesMany: boolean;
}

/** Notes opened between two commits. */
const BATCH = 50;

/**
 * Finds notes that an older version replaced (from a backup, by a file sync, by undo in an editor), that came back
 * after being missing, whose properties can no longer be read, or in which git left a conflict; makes them due.
 */
export class NotesCheck {
  private readonly now: Found['now'];
  readonly missesMany: boolean;

  private constructor(
    private readonly host: Host,
    private readonly options: Options,
    private readonly stored: Stored,
    private readonly found: Found,
  ) {
    this.now = found.now;
    this.missesMany = found.missesMany;
  }

  /**
   * Reads the file marks of all known notes. Call before the first request of a pull: what another device writes
   * from then on may be newer than what this sync fetches, and is left to the next one.
   */
  static async begin(host: Host, options: Options): Promise<NotesCheck> {
    const stored: Stored = {
      files: await storedFileMarks(host.state, 'files'),
      conflicts: await storedFileMarks(host.state, 'conflicts'),
      missing: await storedFileMarks(host.state, 'missing'),
    };
    if (options.full !== true && (await isAsStored(host, stored)))
      return new NotesCheck(host, options, stored, {
        now: {
          files: new Map(stored.files),
          conflicts: new Map(stored.conflicts),
          missing: new Map(stored.missing),
        },
        changed: [],
        missesMany: false,
      });
    return new NotesCheck(host, options, stored, await compareAll(host, options, stored));
  }

  /** Wraps the vault so that the marks of written notes are recorded. */
  through(vault: Vault): Vault {
    const recordMark = async (path: string, note: { readonly hasConflict: boolean }): Promise<void> =>
      this.setMark(path, (await vault.fileMarks([path])).get(path), note);
    return vaultWith(vault, {
      create: async (path, text) => {
        const result = await vault.create(path, text);
        if (result === 'created') await recordMark(path, { hasConflict: false });
        return result;
      },
      update: async (path, merge) => {
        let merged = '';
        const result = await vault.update(path, (text) => (merged = merge(text)));
        if (result === 'written') await recordMark(path, { hasConflict: hasConflict(merged) });
        return result;
      },
      rename: async (from, to) => {
        const result = await vault.rename(from, to);
        if (result !== 'renamed') return result;
        // A note that was not checked yet may have a conflict.
        const moved = { hasConflict: !this.now.files.has(from) || this.now.conflicts.has(from) };
        this.setMark(from, undefined, moved);
        await recordMark(to, moved);
        return result;
      },
      moveToTrash: async (path) => {
        const result = await vault.moveToTrash(path);
        if (result === 'trashed') this.setMark(path, undefined, { hasConflict: false });
        return result;
      },
    });
  }

  private setMark(path: string, mark: string | undefined, note: { readonly hasConflict: boolean }): void {
    const { files, conflicts, missing } = this.now;
    files.delete(path);
    conflicts.delete(path);
    if (mark === undefined) return;
    missing.delete(path);
    files.set(path, mark);
    if (note.hasConflict) conflicts.set(path, mark);
  }

  /** Opens the changed notes and makes those due that must be written. Call when both pulls have ended. */
  async makeChangedDue(replica: Replica): Promise<void> {
    const { changed } = this.found;
    const displaced = new Set<string>();
    for (let start = 0; start < changed.length; start += BATCH) {
      this.options.signal?.throwIfAborted();
      const found = await this.checkNotes(changed.slice(start, start + BATCH), replica);
      for (const noteKey of found) displaced.add(noteKey);
    }
    if (displaced.size > 0) await this.placeAnew(displaced);
  }

  /** Stores the marks. Call at the end: until then a crash costs opening some notes once more. */
  async end(): Promise<void> {
    const changes = PURPOSES.flatMap((what) => fileMarkChanges(what, this.stored[what], this.now[what]));
    if (changes.length > 0) await this.host.state.commit(changes);
  }

  /** Returns the keys of notes in whose places something else is now. */
  private async checkNotes(notes: readonly ChangedNote[], replica: Replica): Promise<readonly string[]> {
    const now = await this.host.vault.fileMarks(notes.map(({ path }) => path));
    const records = await replica.records(notes.map(({ noteKey }) => itemKeyOf(noteKey)));
    const stored = await this.host.state.getMany(notes.map(({ noteKey }) => keys.note(noteKey)));
    const places = stored.map(readNotePlace);
    const due = new Set<string>();
    const displaced: string[] = [];
    const changes: StateChange[] = [];
    for (const [index, { noteKey, lastPath, path, mark }] of notes.entries()) {
      const place = places[index] ?? null;
      // Written during the pulls.
      if (place?.path !== lastPath) continue;
      const { text, isUnreadable } = await readNote(this.host.vault, path);
      if (isUnreadable) continue;
      const record = records[index] ?? null;
      // With git's conflict markers around its properties, a note has no readable ids.
      const isConflicted = text !== null && gitConflictLine(text) !== null;
      const isOther =
        text !== null &&
        record !== null &&
        !isConflicted &&
        !hasIdentity(text, identityOfNote(record, noteKey));
      if (isOther && place.absence === undefined) displaced.push(noteKey);
      if (now.get(path) !== mark) continue;
      this.setMark(path, mark, { hasConflict: text !== null && hasConflict(text) });
      if (text === null || record === null || isOther) continue;
      if (place.absence !== undefined) {
        changes.push(putPlace(noteKey, { path }));
        due.add(record.key);
        continue;
      }
      if (path !== lastPath) changes.push(putPlace(noteKey, { ...place, path }));
      // A note that is kept although its item is out of scope stays as it is.
      const isGone = assembleItem(record, this.options.settings).kind === 'gone';
      if (isConflicted || (!isGone && needsWriting(text, place))) due.add(record.key);
    }
    await replica.makeDue([...due], changes);
    return displaced;
  }

  /**
   * Records where the displaced notes are now, and missing ones that are in their places. The marks of these files
   * are forgotten: the next sync checks the notes, with marks from before its pulls.
   */
  private async placeAnew(displaced: ReadonlySet<string>): Promise<void> {
    const { vault, state } = this.host;
    const places = await notePlaces(state);
    const known = new Set<string>();
    for (const [noteKey, { path }] of places) if (!displaced.has(noteKey)) known.add(path);
    // Written during the pulls, in the place of a displaced note.
    for (const [lastPath, noteKey] of [...this.now.missing])
      if (places.get(noteKey)?.path !== lastPath) this.now.missing.delete(lastPath);
    const changes: StateChange[] = [];
    for (const noteKey of [...displaced, ...this.now.missing.values()]) {
      const place = places.get(noteKey);
      if (place === undefined) continue;
      const moved = await movedNote({ vault, known }, { noteKey, lastPath: place.path });
      if (moved === null || moved.path === place.path) continue;
      known.add(moved.path);
      this.now.missing.delete(place.path);
      this.setMark(moved.path, undefined, { hasConflict: false });
      changes.push(putPlace(noteKey, { ...place, path: moved.path }));
    }
    if (changes.length > 0) await state.commit(changes);
  }
}

const hasConflict = (text: string): boolean => findConflicts(text, marks.conflict).length > 0;

function needsWriting(text: string, { base }: NotePlace): boolean {
  return trailerMark(text) !== base || brokenFrontMatter(text) !== null;
}

/**
 * Whether all known notes and their files are as the last sync left them: by their number, the marks of their files,
 * and that none is found that was missing. So none has to be looked up in the state.
 */
async function isAsStored({ vault, state }: Host, { files, missing }: Stored): Promise<boolean> {
  if ((await countKeys(state, prefixes.note)) !== files.size + missing.size) return false;
  const present = await vault.fileMarks([...files.keys(), ...missing.keys()]);
  if (present.size !== files.size) return false;
  for (const [path, mark] of files) if (present.get(path) !== mark) return false;
  const known = { has: (path: string) => files.has(path) || missing.has(path) };
  for (const [lastPath, noteKey] of missing)
    if ((await movedNote({ vault, known }, { noteKey, lastPath })) !== null) return false;
  return true;
}

/** Looks at each known note. */
async function compareAll({ vault, state }: Host, options: Options, stored: Stored): Promise<Found> {
  const places = [...(await notePlaces(state))];
  const known = new Set(places.map(([, { path }]) => path));
  const present = await vault.fileMarks([...known]);
  const now: Found['now'] = { files: new Map(), conflicts: new Map(), missing: new Map() };
  const changed: ChangedNote[] = [];
  for (const [noteKey, { path }] of places) {
    const mark = present.get(path);
    if (mark === undefined) {
      const moved = await movedNote({ vault, known }, { noteKey, lastPath: path });
      if (moved === null) now.missing.set(path, noteKey);
      else changed.push(moved);
      continue;
    }
    const isSame = mark === stored.files.get(path);
    if (isSame) now.files.set(path, mark);
    if (isSame && mark === stored.conflicts.get(path)) now.conflicts.set(path, mark);
    if (!isSame || options.full === true) changed.push({ noteKey, lastPath: path, path, mark });
  }
  const expected = places.flatMap(([noteKey, { path, absence }]) =>
    absence !== undefined ? [] : [{ noteKey, path }],
  );
  const missing = expected.filter(({ path }) => !present.has(path));
  const missesMany = isPartlyThere({ known: expected, missing, folder: options.settings.folder });
  return { now, changed, missesMany };
}

/** The note if the person moved it: if it is in exactly one other place, where no other note is known to be. */
async function movedNote(
  { vault, known }: { readonly vault: Vault; readonly known: Pick<ReadonlySet<string>, 'has'> },
  { noteKey, lastPath }: Pick<ChangedNote, 'noteKey' | 'lastPath'>,
): Promise<ChangedNote | null> {
  const [path, other] = await vault.locate(identityOfKey(noteKey));
  if (path === undefined || other !== undefined || known.has(path)) return null;
  const mark = (await vault.fileMarks([path])).get(path);
  return mark === undefined ? null : { noteKey, lastPath, path, mark };
}
