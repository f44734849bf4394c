import { wellFormed, identityOf } from '../../sync/plan/note-identity';
import { addToList } from '../../model/collections';
import { unixText } from '../../model/text';
import { frontMatterMistake } from '../../notes/front-matter/mistake';
import { gitConflictLine } from '../../notes/note/git-conflict';
import { linesInCode } from '../../notes/markdown/code-ranges';
import { anchorAtEnd } from '../../notes/note/block-anchor';
import { frontMatterOf, splitNote } from '../../notes/note/note';
import { FAULTS, type Finding, type LibraryCheck } from './finding';
import { createDecide } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { partKey, textPartId } from '../../model/note-part';
import { assembleItem, livingHighlights } from '../../model/item';
import { titleOf, nameableItem } from '../../notes/names/naming';
import { TRAILER_START, trailerMark, writeTrailer } from '../../notes/note/trailer';
import { isConflictCopy, type LocatedNote } from '../../sync/plan/locate-note';
import { type ItemRecord, isSample } from '../../model/record';
import { archiveFolderOf, type Settings } from '../../model/settings';
import type { Clock, StateStore, SurveyedNote, Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { keys, prefixes } from '../../store/keys';
import { readPull, type NotePlace } from '../../store/stored';
import { closedNotes, notePlaces, readNote } from '../../store/note-places';
import { libraryRecords } from '../../store/library';
import { keyRange } from '../../store/read-state';

export interface CheckContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly settings: Settings;
}

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of examined items. */
  readonly progress?: (done: number) => void;
}

/** Looks for problems in vault and state. Changes nothing, sends no request. Rejects when aborted. */
export async function checkLibrary(
  context: CheckContext,
  { signal, progress = () => undefined }: CheckOptions = {},
): Promise<LibraryCheck> {
  const { vault, state, clock } = context;
  const pace = new Pace(clock, signal);
  const survey = (await vault.survey()).filter((note) => !isSample(note));
  const check = await Check.of(context, survey);
  let items = 0;
  for await (const record of libraryRecords(state, pace)) {
    await check.checkItem(record);
    items += 1;
    progress(items);
    signal?.throwIfAborted();
  }
  check.reportUnclaimed(survey);
  const closed = await closedNotes(check.places, { vault, seen: new Set(survey.map(({ path }) => path)) });
  return {
    findings: sorted(check.findings),
    notes: survey.length,
    unread: [...check.unread, ...closed.map(({ path }) => path)],
    isComplete: check.isComplete,
  };
}

/** By fault, then by path. */
const sorted = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (left, right) =>
      FAULTS.indexOf(left.fault) - FAULTS.indexOf(right.fault) || (left.path < right.path ? -1 : 1),
  );

type ItemKind = ReturnType<typeof assembleItem>['kind'];

class Check {
  readonly findings: Finding[] = [];
  readonly unread: string[] = [];
  private readonly claimed = new Set<SurveyedNote>();
  private readonly malformed = new Set<string>();
  private readonly byBook = new Map<string, SurveyedNote[]>();
  private readonly byDocument = new Map<string, SurveyedNote[]>();
  private readonly byPart = new Map<string, SurveyedNote[]>();

  private constructor(
    private readonly context: CheckContext,
    readonly places: ReadonlyMap<string, NotePlace>,
    /** Items whose notes are still to be written. */
    private readonly due: ReadonlySet<string>,
    /** Whether both pulls have completed once. */
    readonly isComplete: boolean,
    /** Null if names or rules are broken: then no sync writes anything. */
    private readonly decide: Decide | null,
  ) {}

  static async of(context: CheckContext, survey: readonly SurveyedNote[]): Promise<Check> {
    const { state, clock, settings } = context;
    const due = new Set<string>();
    for await (const dueKeys of keyRange(state, prefixes.due))
      dueKeys.forEach((key) => due.add(key.slice(prefixes.due.length)));
    const pulls = await state.getMany([keys.pull('highlights'), keys.pull('documents')]);
    const isComplete = pulls.every((stored) => readPull(stored).watermark !== null);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const decided = createDecide({ ...settings, today });
    const decide = decided.ok ? decided.decide : null;
    const check = new Check(context, await notePlaces(state), due, isComplete, decide);
    survey.forEach((note) => check.addNote(note));
    return check;
  }

  private addNote(note: SurveyedNote): void {
    const { bookId, documentId, partId } = wellFormed(note);
    const isMalformed = bookId !== note.bookId || documentId !== note.documentId || partId !== note.partId;
    if (isMalformed || (bookId ?? documentId ?? partId) === null) {
      this.malformed.add(note.path);
      this.findings.push({ fault: 'id-malformed', path: note.path, about: [] });
    }
    if (partId !== null) addToList(this.byPart, partId, note);
    else if (documentId !== null) addToList(this.byDocument, documentId, note);
    if (partId === null && bookId !== null) addToList(this.byBook, bookId, note);
  }

  /** Checks the notes of one item, and reports a missing one. */
  async checkItem(record: ItemRecord): Promise<void> {
    const { bookId, documentId } = identityOf(record);
    const candidates = [
      ...(this.byDocument.get(documentId ?? '') ?? []),
      ...(this.byBook.get(bookId ?? '') ?? []),
    ];
    const { kind } = assembleItem(record, { scope: this.context.settings.scope });
    const notes = this.claim(candidates);
    if (notes.length > 0) await this.checkNotes(record.key, notes, record, kind);
    else if (kind === 'live') await this.checkMissing(record);
    if (this.byPart.size > 0) await this.checkParts(record, kind);
  }

  /** Claims the notes that no item has claimed yet. */
  private claim(notes: readonly SurveyedNote[]): readonly SurveyedNote[] {
    const free = [...new Set(notes)].filter((note) => !this.claimed.has(note));
    free.forEach((note) => this.claimed.add(note));
    return free;
  }

  private async checkParts(record: ItemRecord, kind: ItemKind): Promise<void> {
    const living = new Set(
      livingHighlights(record).flatMap(({ anchor, otherAnchor }) => [anchor, otherAnchor ?? anchor]),
    );
    if (record.document !== null) living.add(textPartId(record.document.id));
    for (const partId of partIdsOf(record)) {
      const notes = this.claim(this.byPart.get(partId) ?? []);
      const partKind = living.has(partId) ? kind : 'gone';
      if (notes.length > 0) await this.checkNotes(partKey(record.key, partId), notes, record, partKind);
    }
  }

  private async checkNotes(
    noteKey: string,
    notes: readonly SurveyedNote[],
    record: ItemRecord,
    kind: ItemKind,
  ): Promise<void> {
    const path = this.mainPathOf(noteKey, notes);
    for (const other of notes) {
      if (other.path !== path) this.findings.push({ fault: 'second-note', path: other.path, about: [path] });
    }
    const { text, isUnread } = await readNote(this.context.vault, path);
    if (isUnread) this.unread.push(path);
    if (text === null) return;
    if (kind === 'live') {
      this.checkText(text, path, record);
      this.checkVersion(noteKey, { path, text }, record);
    }
    // Due items are still to be handled by a sync, and notes in the archive of deleted items stay on purpose.
    const isArchived = path.startsWith(`${archiveFolderOf(this.context.settings)}/`);
    if (kind === 'gone' && !this.due.has(record.key) && !isArchived)
      this.findings.push({ fault: 'item-gone', path, about: [] });
  }

  /** Of several notes with one identity, the one that a sync updates. */
  private mainPathOf(noteKey: string, notes: readonly SurveyedNote[]): string {
    const paths = notes.map(({ path }) => path).sort();
    const last = this.places.get(noteKey)?.path;
    return (
      paths.find((path) => path === last) ??
      paths.find((path) => !isConflictCopy(path, paths)) ??
      paths[0] ??
      ''
    );
  }

  private checkText(text: string, path: string, record: ItemRecord): void {
    const isWritten = this.isWritten(record);
    for (const found of checkNote(text)) {
      // No sync writes the note if a rule excludes the item; the next one repairs the trailer if it is due.
      if (found.fault === 'trailer-lost' && (!isWritten || this.due.has(record.key))) continue;
      this.findings.push({ ...found, path });
    }
  }

  /** Reports a note that is not in the version that this device wrote last. */
  private checkVersion(noteKey: string, { path, text }: LocatedNote, record: ItemRecord): void {
    const base = this.places.get(noteKey)?.base;
    if (base === undefined || this.due.has(record.key) || !this.isWritten(record)) return;
    const isDamaged = trailerFault(text) !== null;
    if (!isDamaged && trailerMark(text) !== base)
      this.findings.push({ fault: 'note-older', path, about: [] });
  }

  /** Reports that an item has no note, or that its note lost its id. */
  private async checkMissing(record: ItemRecord): Promise<void> {
    const place = this.places.get(record.key);
    if (!this.isComplete || !this.isWritten(record)) return;
    if (place !== undefined) {
      if (this.malformed.has(place.path)) return;
      const { text, isUnread } = await readNote(this.context.vault, place.path);
      if (isUnread) return;
      if (text !== null && splitNote(text).trailer !== null) {
        const faults = checkNote(text);
        const isBroken = faults.some(({ fault }) => fault === 'front-matter-broken');
        if (!isBroken) this.findings.push({ fault: 'id-lost', path: place.path, about: [] });
        this.checkText(text, place.path, record);
        return;
      }
    }
    if (this.due.has(record.key) || place?.isMissing === true) return;
    const item = nameableItem(record);
    const about = item === null ? record.key : titleOf(item);
    this.findings.push({ fault: 'note-missing', path: place?.path ?? '', about: [about] });
  }

  /** Whether a sync writes the item's notes, unless a rule excludes it. */
  private isWritten(record: ItemRecord): boolean {
    const decision = this.decide?.(record) ?? null;
    return decision !== null && !decision.isLeftOut;
  }

  /** Reports the notes that belong to no item of the library. */
  reportUnclaimed(survey: readonly SurveyedNote[]): void {
    if (!this.isComplete) return;
    for (const note of survey) {
      if (this.claimed.has(note) || this.malformed.has(note.path)) continue;
      const about = note.partId ?? note.documentId ?? note.bookId ?? '';
      this.findings.push({ fault: 'item-unknown', path: note.path, about: [about] });
    }
  }
}

/** Ids of all parts that may have a note: living and deleted highlights, and the full text. */
const partIdsOf = ({ key, highlights, documentHighlights }: ItemRecord): readonly string[] => [
  ...highlights.map(({ id }) => `rw${id}`),
  ...documentHighlights.map(({ id }) => `rd${id}`),
  ...(key.startsWith('d:') ? [textPartId(key.slice(2))] : []),
];

function checkNote(text: string): readonly Omit<Finding, 'path'>[] {
  // Its other faults come from the marks and go with them.
  if (gitConflictLine(text) !== null) return [{ fault: 'git-conflict', about: [] }];
  const faults: Omit<Finding, 'path'>[] = [];
  const mistake = frontMatterMistake(frontMatterOf(text) ?? '');
  if (mistake !== null) faults.push({ fault: 'front-matter-broken', about: [], mistake });
  const trailer = trailerFault(text);
  if (trailer !== null) faults.push({ fault: trailer, about: [] });
  const doubled = anchorsTwice(text);
  if (doubled.length > 0) faults.push({ fault: 'block-doubled', about: doubled });
  return faults;
}

/** A note ends in its only trailer, which is as it was written. */
function trailerFault(text: string): 'trailer-lost' | 'trailer-damaged' | null {
  const { trailer, body } = splitNote(text);
  if (trailer === null) return 'trailer-lost';
  const endsInIt = unixText(text)
    .trimEnd()
    .endsWith(`\n${writeTrailer(trailer)}`);
  const hasOther = body.split('\n').some((line) => line.startsWith(TRAILER_START));
  return endsInIt && !hasOther ? null : 'trailer-damaged';
}

function anchorsTwice(text: string): readonly string[] {
  const lines = splitNote(text).body.split('\n');
  const inCode = linesInCode(lines);
  const anchors = lines.map((line, index) => (inCode.has(index) ? null : anchorAtEnd(line)));
  const isCopy = (anchor: string, index: number): boolean => anchors.indexOf(anchor) < index;
  const copies = anchors.flatMap((anchor, index) =>
    anchor !== null && isCopy(anchor, index) ? [anchor] : [],
  );
  return [...new Set(copies)];
}
