import { utcDay } from '../../model/time-zone';
import { addToList } from '../../model/collections';
import { assembleItem, livingHighlights } from '../../model/item';
import { partIdOf, partKey, textPartId } from '../../model/note-part';
import { Pace } from '../../model/pace';
import type { Clock, StateStore, SurveyedNote, Vault } from '../../model/ports';
import { bookKey, documentKey, type ItemRecord } from '../../model/record';
import { archiveFolderOf, type Settings } from '../../model/settings';
import { createDecide } from '../../notes/layout/create-decide';
import { scopeFor, type Decide } from '../../notes/layout/decision';
import { titleOf } from '../../notes/names/naming';
import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { IDENTITY_PROPERTIES, isUntouched, NOTE_STATUSES, splitNote } from '../../notes/note/note';
import { trailerMark } from '../../notes/note/trailer';
import { keys, prefixes } from '../../store/keys';
import { libraryRecords } from '../../store/library';
import { unreadableNotes, notePlaces, readNote } from '../../store/note-places';
import { currentHold, keyRange } from '../../store/read-state';
import { readPull, type NotePlace } from '../../store/stored';
import { isConflictCopy } from '../../sync/plan/locate-note';
import { identityOf, wellFormed } from '../../sync/plan/note-identity';
import { requireVault } from '../../sync/plan/vault-health';
import { FAULTS, type Finding, type KeptBecause, type LibraryCheck } from '../../model/library-check';
import { openConflicts } from '../conflicts/open-conflicts';
import { damageIn, type FoundDamage } from './note-damage';

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

/**
 * Compares each note with what the device knows of its item. Changes nothing, sends no request. Rejects when
 * aborted, and where the vault is only partly there: of such a one it could say nothing that is true.
 */
export async function checkLibrary(
  context: CheckContext,
  { signal, progress = () => undefined }: CheckOptions = {},
): Promise<LibraryCheck> {
  const { vault, state, clock, settings } = context;
  await requireVault({ vault, state, folder: settings.folder });
  const survey = await vault.survey();
  const check = new Check(context, { survey, known: await readKnown(context) });
  let items = 0;
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    await check.checkItem(record);
    items += 1;
    progress(items);
    signal?.throwIfAborted();
  }
  return check.finish();
}

/** What the device knows besides the items. */
interface Known {
  readonly places: ReadonlyMap<string, NotePlace>;
  /** Items whose notes are still to be written. */
  readonly due: ReadonlySet<string>;
  /** Whether both pulls have completed once. */
  readonly isComplete: boolean;
  /** Null if names or rules are broken: then no sync writes anything. */
  readonly decide: Decide | null;
}

async function readKnown({ state, clock, settings }: CheckContext): Promise<Known> {
  const due = new Set<string>();
  for await (const dueKeys of keyRange(state, prefixes.due))
    for (const key of dueKeys) due.add(key.slice(prefixes.due.length));
  const pulls = await state.getMany([keys.pull('highlights'), keys.pull('documents')]);
  const today = utcDay(clock.now());
  const decided = createDecide({ ...settings, today });
  return {
    places: await notePlaces(state),
    due,
    isComplete: pulls.every((stored) => readPull(stored).watermark !== null),
    decide: decided.ok ? decided.decide : null,
  };
}

class Check {
  private readonly findings: Finding[] = [];
  private readonly unread: string[] = [];
  private readonly survey: readonly SurveyedNote[];
  private readonly known: Known;
  /** By item key or part id. */
  private readonly byId = new Map<string, SurveyedNote[]>();
  /** Notes that belong to an item, or have no valid id. */
  private readonly claimed = new Set<SurveyedNote>();
  private readonly hasParts: boolean;
  /** Parts with a note that an item no longer has. Another item may have them now. */
  private readonly lostParts: CheckedItem[] = [];

  constructor(
    private readonly context: CheckContext,
    { survey, known }: { readonly survey: readonly SurveyedNote[]; readonly known: Known },
  ) {
    this.survey = survey;
    this.known = known;
    for (const note of survey) this.addNote(note);
    this.hasParts = survey.some(({ partId }) => partId !== null);
  }

  private addNote(note: SurveyedNote): void {
    const { bookId, documentId, partId } = wellFormed(note);
    const ids = partId === null ? itemIds({ bookId, documentId }) : [partId];
    for (const id of ids) addToList(this.byId, id, note);
    if (ids.length === 0) this.claimed.add(note);
    const isWellFormed = bookId === note.bookId && documentId === note.documentId && partId === note.partId;
    if (ids.length === 0 || !isWellFormed) this.addDamage(note.path, [{ damage: 'id', about: [] }]);
  }

  async checkItem(record: ItemRecord): Promise<void> {
    const decision = this.known.decide?.(record) ?? null;
    const { kind } = assembleItem(record, { scope: scopeFor(this.context.settings.scope, decision) });
    const notes = this.claim(itemIds(identityOf(record)));
    if (notes.length > 0) await this.checkNotes(notes, { noteKey: record.key, record, kind });
    else if (kind === 'live') await this.checkMissing(record);
    if (this.hasParts) await this.checkParts(record, kind);
  }

  private async checkParts(record: ItemRecord, itemKind: Assembled): Promise<void> {
    const living = new Set(
      livingHighlights(record).flatMap(({ anchor, otherAnchor }) => [anchor, otherAnchor ?? anchor]),
    );
    if (record.document !== null) living.add(textPartId(record.document.id));
    for (const partId of partIdsOf(record).filter((id) => this.byId.has(id))) {
      const noteKey = partKey(record.key, partId);
      if (living.has(partId)) await this.checkPart(partId, { noteKey, record, kind: itemKind });
      else this.lostParts.push({ noteKey, record, kind: 'gone' });
    }
  }

  private async checkPart(partId: string, item: CheckedItem): Promise<void> {
    const notes = this.claim([partId]);
    if (notes.length > 0) await this.checkNotes(notes, item);
  }

  /** Claims the notes with one of these ids that no item has claimed yet. */
  private claim(ids: readonly string[]): readonly SurveyedNote[] {
    const notes = new Set(ids.flatMap((id) => this.byId.get(id) ?? []));
    const free = [...notes].filter((note) => !this.claimed.has(note));
    for (const note of free) this.claimed.add(note);
    return free;
  }

  private async checkNotes(notes: readonly SurveyedNote[], item: CheckedItem): Promise<void> {
    const { noteKey, record, kind } = item;
    const path = this.mainPath(noteKey, notes);
    for (const other of notes)
      if (other.path !== path) this.findings.push({ fault: 'double', path: other.path, about: [path] });
    const { text, isUnreadable } = await readNote(this.context.vault, path);
    if (isUnreadable) this.unread.push(path);
    if (text === null) return;
    const isDue = this.known.due.has(record.key);
    if (kind === 'gone') this.addOrphan(path, text, { place: this.known.places.get(noteKey), isDue });
    if (kind !== 'live') return;
    // The next sync writes what is due, and none writes what a rule leaves out.
    const isSettled = !isDue && this.isWanted(record);
    const found = damageIn(text).filter(({ damage }) => damage !== 'trailer' || isSettled);
    this.addDamage(path, found);
    const hasTrailer = found.every(({ damage }) => damage !== 'trailer');
    const base = this.known.places.get(noteKey)?.base;
    if (isSettled && hasTrailer && base !== undefined && trailerMark(text) !== base)
      this.findings.push({ fault: 'stale', path, about: [] });
  }

  /** Of several notes with one identity, the one that a sync updates. */
  private mainPath(noteKey: string, notes: readonly SurveyedNote[]): string {
    const paths = notes.map(({ path }) => path).sort();
    const last = this.known.places.get(noteKey)?.path;
    const known = paths.find((path) => path === last);
    const original = paths.find((path) => !isConflictCopy(path, paths));
    return known ?? original ?? paths[0] ?? '';
  }

  /**
   * Reports a note without an item. Those in the archive of deleted items stay on purpose. The next sync decides
   * about what is due, if the note is not marked yet.
   */
  private addOrphan(
    path: string,
    text: string,
    { place, isDue = false }: { readonly place?: NotePlace | undefined; readonly isDue?: boolean } = {},
  ): void {
    if (path.startsWith(`${archiveFolderOf(this.context.settings)}/`)) return;
    const because = keptBecause(text, place);
    if (isDue && (because === null || !isStatus(because))) return;
    if (because === null) this.findings.push({ fault: 'orphan', path, about: [] });
    else this.findings.push({ fault: 'kept', path, about: [], because });
  }

  private addDamage(path: string, damage: readonly FoundDamage[]): void {
    for (const found of damage) this.findings.push({ fault: 'broken', path, ...found });
  }

  /** Reports an item whose note was never written, and a note that lost its id. */
  private async checkMissing(record: ItemRecord): Promise<void> {
    const { places, due, isComplete } = this.known;
    if (!isComplete || !this.isWanted(record)) return;
    const place = places.get(record.key);
    if (place === undefined) {
      const about = [titleOf(record) || record.key];
      if (!due.has(record.key)) this.findings.push({ fault: 'missing', path: '', about });
      return;
    }
    const { path } = place;
    const { text, isUnreadable } = await readNote(this.context.vault, path);
    if (isUnreadable) return;
    // Where there is none, the person deleted it.
    if (text !== null) this.checkWithoutId(path, text);
  }

  /** Checks the file where the item's note was. Without a trailer, the person made it a plain note. */
  private checkWithoutId(path: string, text: string): void {
    const hasId = this.survey.some((note) => note.path === path);
    if (hasId || splitNote(text).trailer === null) return;
    const hidden = damageIn(text).filter(
      ({ damage }) => damage === 'front-matter' || damage === 'git-conflict',
    );
    this.addDamage(path, hidden.length > 0 ? hidden : [{ damage: 'id', about: [] }]);
  }

  /** Whether neither a rule nor a fault in the settings keeps a sync from writing the item's notes. */
  private isWanted(record: ItemRecord): boolean {
    const decision = this.known.decide?.(record) ?? null;
    return decision !== null && !decision.isLeftOut;
  }

  /** Reports the notes that belong to no item of the library. */
  async finish(): Promise<LibraryCheck> {
    const { places, isComplete } = this.known;
    const { survey } = this;
    for (const part of this.lostParts) await this.checkPart(partIdOf(part.noteKey) ?? '', part);
    const unclaimed = isComplete ? survey.filter((note) => !this.claimed.has(note)) : [];
    for (const { path } of unclaimed) {
      const { text, isUnreadable } = await readNote(this.context.vault, path);
      if (isUnreadable) this.unread.push(path);
      if (text !== null) this.addOrphan(path, text);
    }
    for (const { path } of (await currentHold(this.context.state))?.notes ?? [])
      this.findings.push({ fault: 'held', path, about: [] });
    for (const { path, conflicts } of await openConflicts(this.context))
      for (const { block, mine, theirs } of conflicts)
        this.findings.push({ fault: 'conflict', path, about: [block, mine, theirs] });
    const seen = new Set(survey.map(({ path }) => path));
    const unreadable = await unreadableNotes(places, { vault: this.context.vault, seen });
    return {
      findings: sorted(this.findings),
      notes: survey.length,
      unread: [...this.unread, ...unreadable.map(({ path }) => path)],
      isComplete,
    };
  }
}

/** Null for a note that no sync marked, nobody wrote in and no undo restored. */
function keptBecause(text: string, place: NotePlace | undefined): KeptBecause | null {
  const parts = splitNote(text);
  const front = parseFrontMatter(parts.yaml ?? '');
  const property = front.ok ? front.entries.find(({ name }) => name === IDENTITY_PROPERTIES.status) : null;
  const status = NOTE_STATUSES.find((each) => each === property?.value);
  if (status !== undefined) return status;
  if (!isUntouched(parts)) return 'edited';
  return place?.isReverted === true ? 'undone' : null;
}

const isStatus = (because: KeptBecause): boolean => NOTE_STATUSES.some((status) => status === because);

type Assembled = ReturnType<typeof assembleItem>['kind'];

interface CheckedItem {
  readonly noteKey: string;
  readonly record: ItemRecord;
  readonly kind: Assembled;
}

const itemIds = ({ bookId, documentId }: Pick<SurveyedNote, 'bookId' | 'documentId'>): readonly string[] => [
  ...(documentId === null ? [] : [documentKey(documentId)]),
  ...(bookId === null ? [] : [bookKey(bookId)]),
];

/** Ids of all parts that may have a note: living and deleted highlights, and the full text. */
const partIdsOf = ({ key, highlights, documentHighlights }: ItemRecord): readonly string[] => [
  ...highlights.map(({ id }) => `rw${id}`),
  ...documentHighlights.map(({ id }) => `rd${id}`),
  ...(key.startsWith('d:') ? [textPartId(key.slice(2))] : []),
];

/** By fault, then by path. */
const sorted = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (left, right) =>
      FAULTS.indexOf(left.fault) - FAULTS.indexOf(right.fault) || (left.path < right.path ? -1 : 1),
  );
