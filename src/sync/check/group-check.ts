import { checkIds, checkNote, type ExpectedNote, type NoteFault } from '../../core/check/check-note';
import { isConflictCopy } from '../../core/plan/conflict-copy';
import { NOTHING_FOLLOWS, type Finding, type Follow, type Repair } from '../../core/check/finding';
import { textAnchor } from '../../core/full-text/text-block';
import { findConflicts } from '../../core/conflicts/resolve-conflict';
import type { Decide } from '../../core/layout/decision';
import { isTextPart, itemKeyOf, partIdOf } from '../../core/layout/note-part';
import { assembleItem } from '../../core/library/item';
import type { ItemRecord } from '../../core/library/record';
import { isUntouched, splitNote } from '../../core/note/note';
import { archiveFolderOf } from '../../core/settings';
import { marks } from '../../core/template/built-in-templates';
import type { StoredConflict } from '../history/stored-history';
import { bearsAnother, identityOfNote } from '../plan/note-identity';
import type { NotePlace } from '../state/stored';
import type { CheckContext } from './check-context';
import type { HeldItem } from './held-item';
import { anchorsIn, type Holdings } from './holdings';
import type { KnownNote, NoteGroup } from './note-groups';
import { readNote } from './read-note';

interface GroupCheckContext extends CheckContext {
  readonly holdings: Holdings;
  readonly places: ReadonlyMap<string, NotePlace>;
  readonly isComplete: boolean;
  /** Null where names or rules have mistakes: then no sync writes anything. */
  readonly decide: Decide | null;
}

/** A note with its text as it stands. */
interface ReadNote extends KnownNote {
  readonly text: string;
}

/** What is wrong with the notes of one thing. */
export class GroupCheck {
  readonly unread: string[] = [];
  /** Boxes of a merge that stand in notes, by the notes' keys. */
  readonly conflicts = new Map<string, Pick<StoredConflict, 'path' | 'blocks'>>();

  constructor(private readonly context: GroupCheckContext) {}

  /** `held`: what the notes are of. */
  async findingsOf({ noteKey, notes }: NoteGroup, held: HeldItem | null): Promise<readonly Finding[]> {
    const read = await this.read(notes);
    const keeper = this.keeperOf(noteKey, read);
    if (keeper === null) return [];
    const others = read.filter((note) => note !== keeper);
    return [
      ...others.map((other) => secondNote(noteKey, { other, keeper })),
      ...this.findingsIn(noteKey, keeper, held),
    ];
  }

  /** Those that are there, and, of several, are still what they were when the vault was looked through. */
  private async read(notes: readonly KnownNote[]): Promise<readonly ReadNote[]> {
    const read: ReadNote[] = [];
    for (const note of notes) {
      const { text, isUnread } = await readNote(this.context.vault, note.note.path);
      if (text !== null && (notes.length === 1 || !bearsAnother(text, note.note)))
        read.push({ ...note, text });
      else if (isUnread) this.unread.push(note.note.path);
    }
    return read;
  }

  /** As a sync finds an item's note; but one that holds a person's words before one that does not. */
  private keeperOf(noteKey: string | null, notes: readonly ReadNote[]): ReadNote | null {
    // Nearly always.
    if (notes.length < 2) return notes[0] ?? null;
    const last = noteKey === null ? undefined : this.context.places.get(noteKey)?.path;
    const paths = notes.map(({ note }) => note.path);
    const sorted = [...notes].sort((left, right) => (left.note.path < right.note.path ? -1 : 1));
    const found =
      sorted.find(({ note }) => note.path === last) ??
      sorted.find(({ note }) => !isConflictCopy(note.path, paths)) ??
      sorted[0] ??
      null;
    return found === null || !holdsNothing(found)
      ? found
      : (sorted.find((note) => !holdsNothing(note) && !isSame(note, found)) ?? found);
  }

  private findingsIn(noteKey: string | null, keeper: ReadNote, item: HeldItem | null): readonly Finding[] {
    const { path } = keeper.note;
    const blocks =
      noteKey === null ? [] : findConflicts(keeper.text, marks.conflict).map(({ block }) => block);
    if (noteKey !== null && blocks.length > 0) this.conflicts.set(noteKey, { path, blocks });
    const { malformed, ids } = checkIds(keeper.text, keeper.note);
    const hasId = Object.values(ids).some((id) => id !== null);
    const due = noteKey === null ? null : itemKeyOf(noteKey);
    const held =
      noteKey === null || item === null
        ? []
        : this.findingsOfHeld(noteKey, { path, text: keeper.text, held: item });
    if (!hasId)
      return malformed.length === 0 ? [] : [withoutGoodId(noteKey, { path, malformed, held: item }), ...held];
    const badIds = malformed.map((name): Finding => ({
      fault: 'id-malformed',
      path,
      about: [name],
      repairs: [
        { kind: 'edit', path, edit: { edit: 'property-off', name }, then: { ...NOTHING_FOLLOWS, due } },
      ],
    }));
    if (noteKey === null) return [...badIds, ...(this.context.isComplete ? [alone(keeper)] : [])];
    const strange = keeper.foreignId === null ? [] : [foreignId(path, { name: keeper.foreignId, noteKey })];
    return [...badIds, ...strange, ...held];
  }

  /** What is wrong with the text of a note that is known to be of something. */
  findingsOfHeld(
    noteKey: string,
    {
      path,
      text,
      held: { record, isDue },
    }: { readonly path: string; readonly text: string; readonly held: HeldItem },
  ): readonly Finding[] {
    const assembled = assembleItem(record, { scope: this.context.settings.scope });
    const partId = partIdOf(noteKey);
    const isGone =
      assembled.kind === 'gone' || (partId !== null && this.context.holdings.part(partId)?.isAlive !== true);
    // What is due is still to be looked at by a sync, which has its own rules for what is gone. In the archive it is where the person wants it.
    if (isGone)
      return isDue || path.startsWith(`${archiveFolderOf(this.context.settings)}/`)
        ? []
        : [gone(noteKey, { path, text })];
    if (assembled.kind === 'out-of-scope') return [];
    // What a sync is to write anyway is not in need of a repair that only says so.
    const isWritten = this.isWritten(record);
    return checkNote(text, {
      ...expectedIn(record, partId, assembled.item.highlights),
    }).flatMap((fault) =>
      fault.isRenewed && (!isWritten || (isDue && fault.edits[0] === null))
        ? []
        : [findingOf(fault, { path, itemKey: record.key })],
    );
  }

  /** Whether a sync writes the item's notes: not where a rule leaves it out. */
  private isWritten(record: ItemRecord): boolean {
    const decision = this.context.decide?.(record) ?? null;
    return decision !== null && !decision.isLeftOut;
  }
}

/** Where it is known what the note is of, it gets its ids again. */
function withoutGoodId(
  noteKey: string | null,
  {
    path,
    malformed,
    held,
  }: { readonly path: string; readonly malformed: readonly string[]; readonly held: HeldItem | null },
): Finding {
  const plain = {
    kind: 'edit',
    path,
    edit: { edit: 'marks-off' },
    then: { due: null, place: noteKey === null ? null : { noteKey, path: null } },
  } as const;
  if (held === null || noteKey === null)
    return { fault: 'id-malformed', path, about: malformed, repairs: [plain] };
  const { record } = held;
  const then: Follow = { due: record.key, place: { noteKey, path } };
  return {
    fault: 'id-malformed',
    path,
    about: malformed,
    repairs: [
      { kind: 'edit', path, edit: { edit: 'identity-on', identity: identityOfNote(record, noteKey) }, then },
      plain,
    ],
  };
}

const holdsNothing = ({ text }: Pick<ReadNote, 'text'>): boolean => isUntouched(splitNote(text));
const isSame = (left: ReadNote, right: ReadNote): boolean => left.text === right.text;

function expectedIn(
  record: ItemRecord,
  partId: string | null,
  highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[],
): ExpectedNote {
  const documentId = record.key.startsWith('d:') ? record.key.slice(2) : null;
  const text = documentId === null ? [] : [textAnchor(documentId)];
  const others = new Set([...anchorsIn(record), ...text]);
  if (partId === null) return { blocks: new Set(highlights.map(({ anchor }) => anchor)), others };
  return { blocks: new Set(isTextPart(partId) ? text : [partId]), others };
}

function findingOf(
  { fault, about, edits, isRenewed }: NoteFault,
  { path, itemKey }: { readonly path: string; readonly itemKey: string },
): Finding {
  const then: Follow = { due: isRenewed ? itemKey : null, place: null };
  const repairOf = (edit: NoteFault['edits'][number]): Repair =>
    edit === null ? { kind: 'renew', path, then } : { kind: 'edit', path, edit, then };
  const [first, ...rest] = edits;
  return { fault, path, about, repairs: [repairOf(first), ...rest.map(repairOf)] };
}

/** The one of two notes that holds nothing of the person's goes to the trash; where both do, one becomes a plain note. */
function secondNote(
  noteKey: string | null,
  { other, keeper }: { readonly other: ReadNote; readonly keeper: ReadNote },
): Finding {
  const kept: Follow = {
    due: noteKey === null ? null : itemKeyOf(noteKey),
    place: noteKey === null ? null : { noteKey, path: keeper.note.path },
  };
  const swapped: Follow =
    noteKey === null
      ? NOTHING_FOLLOWS
      : { due: itemKeyOf(noteKey), place: { noteKey, path: other.note.path } };
  const plain = (note: ReadNote, then: Follow): Repair => ({
    kind: 'edit',
    path: note.note.path,
    edit: { edit: 'marks-off' },
    then,
  });
  const trash: readonly Repair[] =
    holdsNothing(other) || isSame(other, keeper)
      ? [
          {
            kind: 'trash',
            path: other.note.path,
            twin: isSame(other, keeper) ? keeper.note.path : null,
            then: kept,
          },
        ]
      : [];
  const [first, ...rest] = [...trash, plain(other, kept), plain(keeper, swapped)];
  return {
    fault: isConflictCopy(other.note.path, [keeper.note.path]) ? 'conflict-copy' : 'second-note',
    path: other.note.path,
    about: [keeper.note.path],
    repairs: [first ?? plain(other, kept), ...rest],
  };
}

const alone = ({ note: { path }, ids }: ReadNote): Finding => ({
  fault: ids.partId === null ? 'item-unknown' : 'part-alone',
  path,
  about: [ids.bookId ?? ids.documentId ?? ids.partId ?? ''],
  repairs: [{ kind: 'edit', path, edit: { edit: 'marks-off' }, then: NOTHING_FOLLOWS }],
});

function gone(noteKey: string, { path, text }: { readonly path: string; readonly text: string }): Finding {
  const then: Follow = { due: null, place: { noteKey, path: null } };
  const plain: Repair = { kind: 'edit', path, edit: { edit: 'marks-off' }, then };
  const trash: readonly Repair[] = holdsNothing({ text }) ? [{ kind: 'trash', path, twin: null, then }] : [];
  return {
    fault: partIdOf(noteKey) === null ? 'item-gone' : 'part-alone',
    path,
    about: [],
    repairs: [plain, ...trash],
  };
}

const foreignId = (
  path: string,
  { name, noteKey }: { readonly name: string; readonly noteKey: string },
): Finding => ({
  fault: 'id-of-another',
  path,
  about: [name],
  repairs: [
    {
      kind: 'edit',
      path,
      edit: { edit: 'property-off', name },
      then: { due: itemKeyOf(noteKey), place: { noteKey, path } },
    },
  ],
});
