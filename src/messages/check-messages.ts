import type { Damage, Fault, Finding } from '../model/library-check';
import { mistakeText } from './messages';

/** The English text of what a check of the library finds, for app and terminal. */

export interface FaultText {
  readonly title: string;
  /** What it means and what the user can do. */
  readonly advice: string;
}

export const FAULT_TEXTS: Readonly<Record<Fault, FaultText>> = {
  double: {
    title: 'Two notes of the same item',
    advice:
      'Only one of them is kept up to date. Move what you wrote in the other one into it, then delete the other one, or make it a plain note with “Remove sync marks from this note”.',
  },
  broken: {
    title: 'Damaged notes',
    advice: 'Syncs do not update them as they should, or will not keep all that you did.',
  },
  stale: {
    title: 'Notes older than last written',
    advice:
      'An older version came back, from a backup or by a file sync, or another device has written the note since. The next sync brings it up to date and keeps your words.',
  },
  missing: {
    title: 'Items without a note',
    advice:
      'They should have a note, but there is none. If a cloud is still downloading it, wait for that; else restore it with “Restore a deleted note”, or in the terminal with “sync --restore”.',
  },
  orphan: {
    title: 'Notes without an item',
    advice:
      'Their item was deleted in Readwise, or belongs to another account. Syncs do not change these notes. Delete them, or keep them as plain notes with “Remove sync marks from this note”.',
  },
};

const DAMAGES: Readonly<Record<Damage, string>> = {
  'git-conflict': 'It has conflict markers of git, so syncs leave it alone. Resolve the conflict.',
  'front-matter': 'The properties cannot be read.',
  id: 'The property “readwise-id” or “reader-id” is missing or holds no id. It is in the address of the item at Readwise.',
  trailer:
    'The comment “%% florilegium … %%” is missing or damaged, or there is text below it. Move your own words out of it and keep one complete comment as the last line. If there is none, the next sync adds it, and highlights that you deleted come back.',
  'block-twice':
    'A highlight stands there twice. Delete one copy, or its anchor, because a link can lead to only one of them:',
};

/** One line about a finding: the note, and what is wrong with it. */
export function findingText({ fault, path, about, damage, mistake }: Finding): string {
  if (mistake !== undefined) return `${path}: ${mistakeText(mistake)}`;
  const details = about.join(', ');
  if (damage !== undefined) return `${path}: ${[DAMAGES[damage], details].join(' ').trim()}`;
  if (path === '') return details;
  if (details === '') return path;
  return fault === 'double' ? `${path} (the other note: ${details})` : `${path} (${details})`;
}
