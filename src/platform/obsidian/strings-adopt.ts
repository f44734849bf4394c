import type { Doubt, LeftReason } from '../../core/adopt/adoption';
import type { Proof } from '../../core/adopt/find-item';
import type { NoteOrigin } from '../../core/adopt/recognise';
import { counted, highlights, notes } from './strings';

/** What the plugin says about taking over the notes of another plugin. */
export const ADOPT = {
  command: 'Adopt notes of another plugin…',
  title: 'Adopt notes of another plugin',
  busy: 'A sync is running. Try again when it has ended.',
  failed: 'This could not be finished.',
  intro: 'Notes that another Readwise plugin made become this plugin’s, where they are and as they are. Your words, your links and the files’ names stay. You see what would be done before anything is.',
  noLibrary: 'This device does not know your library yet. It can be fetched first, without writing a note. Adopt before your first sync, so that you do not get everything twice.',
  fetch: 'Fetch library',
  fetching: 'Fetching your library…',
  received: (count: number): string => `Fetching your library: ${counted(count)} records so far`,
  fetchFailed: (reason: string): string => `The library could not be fetched. ${reason}`,
  where: 'Where to look',
  whereDesc: 'Only notes in this folder are looked at.',
  wholeVault: 'The whole vault',
  look: 'Look for notes',
  looking: (done: number, total: number): string => `Looking at notes: ${counted(done)} of ${counted(total)}`,
  none: (looked: number): string => `${notes(looked)} looked at. None of them was made by another Readwise plugin and could be adopted.`,
  found: (looked: number, found: number): string => `${notes(looked)} looked at, ${counted(found)} can be adopted. Nothing is changed before you choose to.`,
  all: (value: number): string => (value === 1 ? 'The one that is sure' : `All ${counted(value)} that are sure`),
  list: 'Notes that can be adopted',
  left: (value: number): string => (value === 1 ? '1 note left as it is' : `${notes(value)} left as they are`),
  close: 'Close',
  adopt: (value: number): string => (value === 0 ? 'Adopt' : `Adopt ${notes(value)}`),
  adopting: (done: number, total: number): string => `Adopting: ${counted(done)} of ${counted(total)}`,
  done: (value: number): string => `${notes(value)} adopted.`,
  willCome: (value: number): string => `The next sync adds ${highlights(value)} to them.`,
  replaced: (value: number): string => `${notes(value)} of this plugin’s moved to the trash.`,
  stopped: 'It was stopped. What was adopted stays so; the rest can be adopted later.',
  notDone: (value: number): string => `${notes(value)} not adopted:`,
  sync: 'Sync now',
};

export const ORIGINS: Readonly<Record<NoteOrigin, string>> = {
  official: 'Made by the official Readwise plugin',
  mirror: 'Made by Readwise Mirror',
  community: 'Made by the older community plugin',
  export: 'From Readwise’s Markdown export',
  'by hand': 'Put together by hand',
};

export const PROOFS: Readonly<Record<Proof, string>> = {
  id: 'known by its id',
  highlights: 'known by the ids of its highlights',
  address: 'known by its address',
  asin: 'known by its Kindle id',
  title: 'known by title and author only',
};

export const ADOPTION = {
  item: (title: string, author: string): string => (author === '' ? title : `${title}, ${author}`),
  evidence: (origin: NoteOrigin, proof: Proof): string => `${ORIGINS[origin]}, ${PROOFS[proof]}`,
  found: (found: number): string => `${highlights(found)} found`,
  edited: (value: number): string => `${counted(value)} of them read differently and stay as they are`,
  unmarkable: (value: number): string => `${highlights(value)} left alone because no mark can be put to them`,
  missing: (value: number): string => `${highlights(value)} added by the next sync`,
};

export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'weak':
      return 'Not sure: choose it only if it is this item’s note.';
    case 'rivals':
      return `Other notes are of the same item, and only one can be adopted: ${doubt.paths.join(', ')}`;
    case 'replaces':
      return `This plugin made a note of the same item already, in which you never wrote: ${doubt.path}. It would be moved to the trash.`;
  }
}

export const LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'speaks of several items',
  unknown: 'not found in your library',
  'left out': 'its item is left out by your settings, or gone at Readwise',
  'has a note': 'its item has a note that holds your words',
  'full text': 'the text of a document, not its highlights',
  unreadable: 'nothing can be made of it',
};
