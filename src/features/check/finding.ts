import type { FrontMatterMistake } from '../../model/problem';

/** What can be wrong with a note, in the order of the report. */
export const FAULTS = [
  'second-note',
  'git-conflict',
  'front-matter-broken',
  'id-lost',
  'id-malformed',
  'trailer-lost',
  'trailer-damaged',
  'block-doubled',
  'note-older',
  'note-missing',
  'item-unknown',
  'item-gone',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Finding {
  readonly fault: Fault;
  /** Empty for an item that never had a note. */
  readonly path: string;
  /** Details: the other note, anchors, or the item's title or id. */
  readonly about: readonly string[];
  /** For `front-matter-broken`: what is wrong, and in which line of the note. */
  readonly mistake?: { readonly line: number; readonly mistake: FrontMatterMistake };
}

export interface LibraryCheck {
  readonly findings: readonly Finding[];
  /** Number of notes examined. */
  readonly notes: number;
  /** Paths of notes that could not be read. */
  readonly unread: readonly string[];
  /** Whether this device knows the whole library; else missing and unknown notes cannot be found. */
  readonly isComplete: boolean;
}

export interface FaultText {
  readonly title: string;
  /** What it means and what the user can do. */
  readonly advice: string;
}

export const FAULT_TEXTS: Readonly<Record<Fault, FaultText>> = {
  'second-note': {
    title: 'Two notes of the same item',
    advice:
      'Only one of them is kept up to date. Move what you wrote in the other one into it, then delete the other one, or make it a plain note with “Remove sync marks from this note”.',
  },
  'git-conflict': {
    title: 'Notes with conflict markers of git',
    advice: 'A sync leaves these notes alone. Resolve the conflict; the next sync updates the note.',
  },
  'front-matter-broken': {
    title: 'Properties that cannot be read',
    advice: 'Open the note in source mode and correct the YAML between the two “---” lines at the top.',
  },
  'id-lost': {
    title: 'Notes without their id',
    advice:
      'The property “readwise-id” or “reader-id” is missing, so a sync counts the note as deleted. Add it again; the id is in the address of the item at Readwise.',
  },
  'id-malformed': {
    title: 'Ids that are not valid',
    advice:
      'The property holds something other than an id. Correct it; the id is in the address of the item at Readwise. If the note belongs to no item, delete the property.',
  },
  'trailer-lost': {
    title: 'Notes without the hidden comment at the end',
    advice:
      'The next sync adds it again and keeps everything that differs from Readwise as your own text. Highlights that you deleted come back.',
  },
  'trailer-damaged': {
    title: 'Damaged comments at the end of notes',
    advice:
      'The comment “%% florilegium … %%” was cut, copied or edited, or there is text below it. Move your own words out of it and keep one complete comment as the last line. If none is complete, delete the rest: the next sync adds it again, and highlights that you deleted come back.',
  },
  'block-doubled': {
    title: 'Highlights that are in a note twice',
    advice: 'A link can lead to only one of them. Delete one copy, or its anchor “^rw…” or “^rd…”.',
  },
  'note-older': {
    title: 'Notes older than last written',
    advice:
      'An older version came back, from a backup or by a file sync, or another device has written the note since. The next sync brings it up to date and keeps your words.',
  },
  'note-missing': {
    title: 'Items without a note',
    advice:
      'They should have a note, but there is none. If you deleted it, there is nothing to do; else restore it with “Restore a deleted note”, or in the terminal with “sync --restore”.',
  },
  'item-unknown': {
    title: 'Notes of unknown items',
    advice:
      'This device does not know the item; it may belong to another account. Syncs do not update these notes. Keep them as plain notes with “Remove sync marks from this note”, or delete them.',
  },
  'item-gone': {
    title: 'Notes of items that were deleted in Readwise',
    advice:
      'They were kept, and syncs no longer change them. Delete them, or keep them as plain notes with “Remove sync marks from this note”.',
  },
};
