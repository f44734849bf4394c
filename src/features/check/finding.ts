/** What can be wrong with the notes of a library. In this order they are listed. */
export const FAULTS = [
  'second-note',
  'front-matter-broken',
  'id-lost',
  'id-malformed',
  'trailer-lost',
  'trailer-damaged',
  'block-doubled',
  'note-missing',
  'item-unknown',
  'item-gone',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Finding {
  readonly fault: Fault;
  /** Empty for an item that never had a note. */
  readonly path: string;
  /** What exactly: the other note, the names of properties, anchors, the title of an item. */
  readonly about: readonly string[];
}

export interface LibraryCheck {
  readonly findings: readonly Finding[];
  /** Notes that were looked at. */
  readonly notes: number;
  /** Those of them that could not be read. */
  readonly unread: readonly string[];
  /**
   * Whether this device knows the whole library: only then can it tell what is missing and what belongs to
   * nothing.
   */
  readonly isComplete: boolean;
}

export interface FaultText {
  readonly title: string;
  /** What it means, and what a person can do about it. */
  readonly advice: string;
}

export const FAULT_TEXTS: Readonly<Record<Fault, FaultText>> = {
  'second-note': {
    title: 'Two notes of the same item',
    advice:
      'Only one of them is kept up to date. Move what you wrote in the other one into it, then delete the other one, or make it a plain note with “Remove sync marks from this note”.',
  },
  'front-matter-broken': {
    title: 'Properties that cannot be read',
    advice: 'Open the note in source mode and correct the YAML between the two lines “---” at its beginning.',
  },
  'id-lost': {
    title: 'Notes without their id',
    advice:
      'The property “readwise-id” or “reader-id” is gone, so a sync takes the note for deleted. Put it in again; the number stands in the address of the item at Readwise.',
  },
  'id-malformed': {
    title: 'Ids that are not valid',
    advice:
      'The property holds something other than an id. Correct it; the id stands in the address of the item at Readwise. If the note belongs to no item, delete the property.',
  },
  'trailer-lost': {
    title: 'Notes without the hidden comment at their end',
    advice:
      'The next sync writes it again, and counts as yours whatever differs from Readwise. Highlights that you deleted come back.',
  },
  'trailer-damaged': {
    title: 'Damaged comments at the end of notes',
    advice:
      'The comment “%% florilegium … %%” was cut, doubled or written into, or something stands below it. Move your own words out of it, and keep one whole comment as the last line. If there is no whole one, delete what is left: the next sync writes it again, and highlights that you deleted come back.',
  },
  'block-doubled': {
    title: 'Highlights that stand twice in a note',
    advice: 'A link can lead to one of them only. Delete one copy, or its anchor “^rw…” or “^rd…”.',
  },
  'note-missing': {
    title: 'Items without a note',
    advice:
      'They should have a note, and there is none. If you deleted it, leave it so; else have it made again with “Restore a deleted note”, or in the terminal with “sync --restore”.',
  },
  'item-unknown': {
    title: 'Notes of unknown items',
    advice:
      'This device knows no such item; it may belong to another account. Nothing keeps these notes up to date. Keep them as plain notes with “Remove sync marks from this note”, or delete them.',
  },
  'item-gone': {
    title: 'Notes of items that were deleted in Readwise',
    advice:
      'They were kept, and nothing changes them any more. Delete them, or keep them as plain notes with “Remove sync marks from this note”.',
  },
};
