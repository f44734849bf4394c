import { Pace } from '../../model/pace';
import { ProblemError } from '../../model/problem';
import type { StateChange, StateStore } from '../../model/ports';
import { isOurs } from '../../notes/note/identity';
import { namedHighlights } from '../../notes/other-plugins/as-served';
import { hasTitle, isDoubtful, isFullText, isHeadedBy } from '../../notes/other-plugins/doubts';
import { itemInNotes } from '../../notes/layout/decision';
import { findPassages } from '../../notes/other-plugins/find-passages';
import { LibraryIndex } from '../../notes/other-plugins/library-index';
import { namesIn } from '../../notes/other-plugins/named';
import { splitNote } from '../../notes/note/note';
import { keys, prefixes } from '../../store/keys';
import { libraryRecords, recordOf } from '../../store/library';
import { readNote } from '../../store/note-places';
import { readOne } from '../../store/read-state';
import { readOtherNotes, readPull, type OtherNotesDecision } from '../../store/stored';
import type { WriterParts } from '../run';
import { identityOf } from './note-identity';

/** Lets the next sync look for other notes of another plugin, unless a person chose to leave them. */
export async function lookForOtherNotes(state: StateStore): Promise<readonly StateChange[]> {
  const decision = await readOne(state, keys.otherNotes, readOtherNotes);
  const looks: OtherNotesDecision = 'moving-in';
  return decision === null ? [{ put: keys.otherNotes, value: looks }] : [];
}

/** Keeps the first notes of a device from duplicating notes that another plugin made for the same items. */
export class OtherNotes {
  private opened: Promise<boolean> | null = null;
  private checked: Promise<void> | null = null;

  constructor(private readonly parts: WriterParts) {}

  /** Whether the vault may have such notes. Which ones is known once the library has been fetched. */
  mayExist(): Promise<boolean> {
    return (this.opened ??= this.open());
  }

  /** Call before a note is created. Throws a `ProblemError` when a person has to decide first. */
  check(): Promise<void> {
    return (this.checked ??= this.find());
  }

  private async open(): Promise<boolean> {
    const { state } = this.parts.deps;
    if (this.parts.options.confirmation === 'leave-others') {
      const left: OtherNotesDecision = 'left';
      await state.commit([{ put: keys.otherNotes, value: left }]);
      return false;
    }
    const decision = await readOne(state, keys.otherNotes, readOtherNotes);
    if (decision === 'left') return false;
    if (decision === null && !(await isFirst(state))) return false;
    for await (const { text } of this.others()) if (namesIn(text).length > 0) return true;
    await this.recordNone();
    return false;
  }

  private async find(): Promise<void> {
    if (!(await this.mayExist())) return;
    const { deps, options } = this.parts;
    const index = new LibraryIndex();
    const pace = new Pace(deps.clock, options.signal);
    for await (const record of libraryRecords(deps.state, pace)) index.add(record);
    const found = new Map<string, string>();
    for await (const { path, text } of this.others()) {
      const match = index.match(text);
      if (match.kind !== 'item' || found.has(match.itemKey) || isFullText(path, text)) continue;
      if (await this.isNoteOf(match.itemKey, path, text)) found.set(match.itemKey, path);
    }
    const [example] = found.values();
    if (example !== undefined) throw new ProblemError({ code: 'other-notes', notes: found.size, example });
    await this.recordNone();
  }

  private async recordNone(): Promise<void> {
    const { state } = this.parts.deps;
    if ((await readOne(state, keys.otherNotes, readOtherNotes)) === null) return;
    await state.commit([{ remove: keys.otherNotes }]);
  }

  /** Whether it is surely a note for an item that would get another one. */
  private async isNoteOf(itemKey: string, path: string, text: string): Promise<boolean> {
    const { deps, options, rendering } = this.parts;
    const { vault, state } = deps;
    const record = await recordOf(state, itemKey);
    if (record === null) return false;
    const item = itemInNotes(record, options.settings.scope, rendering.decide(record));
    if (item === null) return false;
    const found = findPassages(splitNote(text).body.split('\n'), namedHighlights(record, item));
    const isUnsure = isDoubtful(found, item, hasTitle(item, path, text));
    if (isUnsure && !isHeadedBy(record, path, text)) return false;
    const [place] = await state.getMany([keys.note(itemKey)]);
    return place === undefined && (await vault.locate(identityOf(record))).length === 0;
  }

  /** The readable notes of the vault that belong to no item. */
  private async *others(): AsyncGenerator<{ readonly path: string; readonly text: string }> {
    const { deps, options } = this.parts;
    const { vault, clock } = deps;
    const { signal } = options;
    const pace = new Pace(clock, signal);
    for (const path of [...(await vault.list())].sort()) {
      signal?.throwIfAborted();
      await pace.yieldIfDue();
      const { text } = await readNote(vault, path);
      if (text !== null && !isOurs(text)) yield { path, text };
    }
  }
}

/** Whether this device knows no notes yet, or not everything they are made from. */
async function isFirst(state: StateStore): Promise<boolean> {
  const known = await state.keys({ prefix: prefixes.note, limit: 1 });
  return known.length === 0 || (await readOne(state, keys.pull('highlights'), readPull)).watermark === null;
}
