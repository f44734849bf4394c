import { firstLineOf } from '../../merge/conflict-callout';
import type { ItemRecord } from '../../model/record';
import type { LocalChange } from '../../model/outbox';
import type { Settings } from '../../model/settings';
import { parseFrontMatter, type Entry } from '../../notes/front-matter/front-matter';
import { withoutAnchor } from '../../notes/note/block-anchor';
import { parseBody, writtenParts } from '../../notes/note/note-body';
import { looseText } from '../../notes/note/loose-text';
import { splitNote } from '../../notes/note/note';
import { withOwnNotes, type Trailer } from '../../notes/note/trailer';
import { marks } from '../../notes/template/built-in-templates';

/** Properties by name, and blocks by anchor, as they are in the note. */
export interface NoteContent {
  readonly properties: ReadonlyMap<string, Entry>;
  readonly blocks: ReadonlyMap<string, string>;
  /** What was last written. */
  readonly written: Trailer;
}

/** Renders the note of an item; null when it has none. */
export type RenderRecord = (record: ItemRecord) => Promise<NoteContent | null>;

/** An edited note, with what the item looks like now and a way to try other values. */
export interface EditedNote {
  readonly record: ItemRecord;
  readonly render: RenderRecord;
  readonly now: NoteContent;
  readonly edited: NoteContent;
  /** Blocks and properties in conflict: the note has both values until the person chooses one. */
  readonly open: ReadonlySet<string>;
  readonly wanted: Settings['sendBack'];
  /** What notes put before each tag of the service. */
  readonly tagPrefix: string;
  /** As `readTagSpellings` returns them. */
  readonly tagSpellings: () => Promise<ReadonlyMap<string, string>>;
}

export type FoundChange = Omit<LocalChange, 'path'>;

/** A text that no template changes and no person writes. */
export const PROBE = 'Zyxwvprobe';

export const readRendered = (text: string): NoteContent | null => readContent(text, () => null);

/** Reads a note that a person edited; `now` helps to find where changed blocks begin. */
export function readEdited(text: string, now: NoteContent): NoteContent | null {
  const edited = readContent(text, (anchor) => now.blocks.get(anchor) ?? null);
  return edited === null ? null : { ...edited, written: withOwnNotes(edited.written, now.written.own) };
}

function readContent(text: string, likely: (anchor: string) => string | null): NoteContent | null {
  const { yaml, body, trailer } = splitNote(text);
  const front = parseFrontMatter(yaml ?? '');
  if (trailer === null || !front.ok) return null;
  const written = writtenParts(trailer, firstLineOf(marks.conflict), likely);
  const { blocks } = parseBody(body.trimEnd(), {
    ...written,
    goneMarks: [marks.deletedHighlight, marks.leftOutHighlight],
  });
  return {
    properties: new Map(front.entries.map((entry) => [entry.name, entry])),
    blocks: new Map(blocks.map(({ anchor, lines }) => [anchor, lines.join('\n')])),
    written: trailer,
  };
}

/** The text of a block without its anchor and the blank lines around it. */
export const textOfBlock = (block: string): string => withoutAnchor(block).replace(/^\n+/, '').trimEnd();

export const isSameText = (left: string, right: string): boolean => looseText(left) === looseText(right);
