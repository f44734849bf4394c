import { wellFormed, identityOf } from '../../sync/plan/note-identity';
import { addToList } from '../../model/collections';
import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { anchorLines, cutRaw, findTrailers } from '../unmark/note-marks';
import { FAULTS, type Fault, type Finding, type LibraryCheck } from './finding';
import { createDecide } from '../../notes/layout/create-decide';
import type { Decide } from '../../notes/layout/decision';
import { partKey, textPartId } from '../../model/note-part';
import { assembleItem, livingHighlights } from '../../model/item';
import { titleOf, nameableItem } from '../../notes/names/naming';
import { isConflictCopy } from '../../sync/plan/locate-note';
import { type ItemRecord, isSample } from '../../model/record';
import { archiveFolderOf, type Settings } from '../../model/settings';
import type { Clock, StateStore, SurveyedNote, Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { keys, prefixes } from '../../store/keys';
import { readText, type NotePlace } from '../../store/stored';
import { closedNotes, notePlaces, readNote } from '../../store/note-places';
import { libraryRecords } from '../../store/read-library';
import { keyRange } from '../../store/read-state';

export interface CheckContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly settings: Settings;
}

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** How many of the library's items were looked at. */
  readonly progress?: (done: number) => void;
}

/**
 * Looks through vault and state for all that is not in order, and changes no note. Asks the service nothing.
 * Rejects with the signal's reason when it is aborted.
 */
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
    await check.lookAt(record);
    items += 1;
    progress(items);
    signal?.throwIfAborted();
  }
  check.lookAtRest(survey);
  const closed = await closedNotes(check.places, { vault, seen: new Set(survey.map(({ path }) => path)) });
  return {
    findings: inOrder(check.findings),
    notes: survey.length,
    unread: [...check.unread, ...closed.map(({ path }) => path)],
    isComplete: check.isComplete,
  };
}

/** By what is wrong, then by path. */
const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (left, right) =>
      FAULTS.indexOf(left.fault) - FAULTS.indexOf(right.fault) || (left.path < right.path ? -1 : 1),
  );

/** The notes that have the same identity. */
interface NoteGroup {
  readonly noteKey: string;
  readonly notes: readonly SurveyedNote[];
}

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
    /** Items whose notes a sync is still to write. */
    private readonly due: ReadonlySet<string>,
    /** Whether a sync has gone through. */
    readonly isComplete: boolean,
    /** Null where names or rules have mistakes: then no sync writes anything. */
    private readonly decide: Decide | null,
  ) {}

  static async of(context: CheckContext, survey: readonly SurveyedNote[]): Promise<Check> {
    const { state, clock, settings } = context;
    const due = new Set<string>();
    for await (const some of keyRange(state, prefixes.due))
      some.forEach((key) => due.add(key.slice(prefixes.due.length)));
    const watermarks = await state.getMany([keys.watermark('highlights'), keys.watermark('documents')]);
    const isComplete = watermarks.every((mark) => readText(mark) !== null);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const decided = createDecide({ ...settings, today });
    const check = new Check(
      context,
      await notePlaces(state),
      due,
      isComplete,
      decided.ok ? decided.decide : null,
    );
    survey.forEach((note) => check.take(note));
    return check;
  }

  private take(note: SurveyedNote): void {
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

  /** The notes of one item of the library, and whether it lacks one. */
  async lookAt(record: ItemRecord): Promise<void> {
    const { bookId, documentId } = identityOf(record);
    const whole = [
      ...(this.byDocument.get(documentId ?? '') ?? []),
      ...(this.byBook.get(bookId ?? '') ?? []),
    ];
    const { kind } = assembleItem(record, { scope: this.context.settings.scope });
    const notes = this.claim(whole);
    if (notes.length > 0) await this.lookAtNotes({ noteKey: record.key, notes }, record, kind);
    else if (kind === 'live') await this.lookForNote(record);
    if (this.byPart.size > 0) await this.lookAtParts(record, kind);
  }

  /** Notes that no item has yet, each once. */
  private claim(notes: readonly SurveyedNote[]): readonly SurveyedNote[] {
    const free = [...new Set(notes)].filter((note) => !this.claimed.has(note));
    free.forEach((note) => this.claimed.add(note));
    return free;
  }

  private async lookAtParts(record: ItemRecord, kind: 'live' | 'gone' | 'out-of-scope'): Promise<void> {
    const living = new Set(
      livingHighlights(record).flatMap(({ anchor, otherAnchor }) => [anchor, otherAnchor ?? anchor]),
    );
    if (record.document !== null) living.add(textPartId(record.document.id));
    for (const partId of partIdsOf(record)) {
      const notes = this.claim(this.byPart.get(partId) ?? []);
      const partKind = living.has(partId) ? kind : 'gone';
      if (notes.length > 0)
        await this.lookAtNotes({ noteKey: partKey(record.key, partId), notes }, record, partKind);
    }
  }

  private async lookAtNotes(
    { noteKey, notes }: NoteGroup,
    record: ItemRecord,
    kind: 'live' | 'gone' | 'out-of-scope',
  ): Promise<void> {
    const path = this.mainPathOf(noteKey, notes);
    for (const other of notes) {
      if (other.path !== path) this.findings.push({ fault: 'second-note', path: other.path, about: [path] });
    }
    const { text, isUnread } = await readNote(this.context.vault, path);
    if (isUnread) this.unread.push(path);
    if (text === null) return;
    if (kind === 'live') this.lookAtText(text, { path, record });
    // What is due is still to be looked at by a sync; in the archive a note of a deleted item is where the
    // person wants it.
    const isArchived = path.startsWith(`${archiveFolderOf(this.context.settings)}/`);
    if (kind === 'gone' && !this.due.has(record.key) && !isArchived)
      this.findings.push({ fault: 'item-gone', path, about: [] });
  }

  /** Of several notes of one thing, the one that a sync takes. */
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

  private lookAtText(
    text: string,
    { path, record }: { readonly path: string; readonly record: ItemRecord },
  ): void {
    const isWritten = this.isWritten(record);
    for (const { fault, about } of checkNote(text)) {
      // A rule may leave the item out, so that no sync writes the note; or one is about to write it.
      if (fault === 'trailer-lost' && (!isWritten || this.due.has(record.key))) continue;
      this.findings.push({ fault, path, about });
    }
  }

  /** An item that should have a note has none; or its note has lost its id. */
  private async lookForNote(record: ItemRecord): Promise<void> {
    const place = this.places.get(record.key);
    if (!this.isComplete || place?.toTrash === true || !this.isWritten(record)) return;
    if (place !== undefined) {
      if (this.malformed.has(place.path)) return;
      const { text, isUnread } = await readNote(this.context.vault, place.path);
      if (isUnread) return;
      if (text !== null && hasTrailer(text)) {
        const faults = checkNote(text);
        const isBroken = faults.some(({ fault }) => fault === 'front-matter-broken');
        if (!isBroken) this.findings.push({ fault: 'id-lost', path: place.path, about: [] });
        this.lookAtText(text, { path: place.path, record });
        return;
      }
    }
    if (this.due.has(record.key) || place?.isMissing === true) return;
    const item = nameableItem(record);
    const about = item === null ? record.key : titleOf(item);
    this.findings.push({ fault: 'note-missing', path: place?.path ?? '', about: [about] });
  }

  /** Whether a sync writes the item's notes: not where a rule leaves it out. */
  private isWritten(record: ItemRecord): boolean {
    const decision = this.decide?.(record) ?? null;
    return decision !== null && !decision.isLeftOut;
  }

  /** The notes that are of nothing in the library. */
  lookAtRest(survey: readonly SurveyedNote[]): void {
    if (!this.isComplete) return;
    for (const note of survey) {
      if (this.claimed.has(note) || this.malformed.has(note.path)) continue;
      const about = note.partId ?? note.documentId ?? note.bookId ?? '';
      this.findings.push({ fault: 'item-unknown', path: note.path, about: [about] });
    }
  }
}

/** Of all parts that the item has or had a note of: highlights, and the full text. */
const partIdsOf = ({
  key,
  highlights,
  documentHighlights,
  removedDocumentHighlights,
}: ItemRecord): readonly string[] => [
  ...highlights.map(({ id }) => `rw${id}`),
  ...documentHighlights.map(({ id }) => `rd${id}`),
  ...removedDocumentHighlights.map((id) => `rd${id}`),
  ...(key.startsWith('d:') ? [textPartId(key.slice(2))] : []),
];

interface NoteFault {
  readonly fault: Fault;
  readonly about: readonly string[];
}

/** What is wrong with the text of an item's note. */
function checkNote(text: string): readonly NoteFault[] {
  const { yaml, lines } = cutRaw(text);
  const faults: NoteFault[] = [];
  if (!parseFrontMatter(yaml.replace(/\r\n/g, '\n')).ok)
    faults.push({ fault: 'front-matter-broken', about: [] });
  const trailer = trailerFault(lines);
  if (trailer !== null) faults.push({ fault: trailer, about: [] });
  const doubled = [...anchorLines(lines)].flatMap(([anchor, places]) => (places.length > 1 ? [anchor] : []));
  if (doubled.length > 0) faults.push({ fault: 'block-doubled', about: doubled });
  return faults;
}

function trailerFault(lines: readonly string[]): 'trailer-lost' | 'trailer-damaged' | null {
  const places = findTrailers(lines);
  const [first] = places;
  if (first === undefined) return 'trailer-lost';
  const isLast = lines.slice(first.index + 1).every((line) => line.trim() === '');
  return places.length === 1 && first.isWhole && isLast ? null : 'trailer-damaged';
}

/** Whether a note holds a trailer, or what is left of one: then a sync wrote it. */
const hasTrailer = (text: string): boolean => findTrailers(cutRaw(text).lines).length > 0;
