import type { Doubt, LeftReason } from '../../features/adopt/adoption';
import type { Proof } from '../../features/adopt/find-item';
import type { NoteOrigin } from '../../features/adopt/recognise';
import { list, number, plural } from '../english';
import { paired } from '../library/library-strings';
import { highlights, notes } from '../strings';

const TITLE = 'Adopt notes of another plugin';

/** What the plugin says about taking over the notes of another plugin. */
export const ADOPT = {
  title: TITLE,
  command: `${TITLE}…`,
  busy: 'A sync is running. Try again when it is done.',
  failed: 'The adoption could not be finished.',
  intro:
    'Florilegium can take over notes that another Readwise plugin made. They stay where they are, with their names, your text and your links. You see what will be done before anything changes.',
  noLibrary:
    'This device does not know your library yet. You can fetch it first, without writing a note. Adopt before your first sync, so that you do not get everything twice.',
  fetch: 'Fetch library',
  fetching: 'Fetching your library…',
  received: (count: number): string => `Fetching your library: ${plural(count, 'record')} so far`,
  fetchFailed: (reason: string): string => `The library could not be fetched. ${reason}`,
  where: 'Where to look',
  whereDesc: 'Only notes in this folder are checked.',
  wholeVault: 'The whole vault',
  look: 'Look for notes',
  looking: (done: number, total: number): string => `Checking notes: ${number(done)} of ${number(total)}`,
  none: (count: number): string =>
    `${notes(count)} checked. There is no note from another Readwise plugin that can be adopted.`,
  found: (looked: number, found: number): string =>
    `${notes(looked)} checked, ${number(found)} can be adopted. Nothing changes until you choose to adopt.`,
  all: (count: number): string =>
    count === 1 ? 'The one that is sure' : `All ${number(count)} that are sure`,
  list: 'Notes that can be adopted',
  left: (count: number): string => `${plural(count, 'note')} left as ${count === 1 ? 'it is' : 'they are'}`,
  adopt: (count: number): string => (count === 0 ? 'Adopt' : `Adopt ${notes(count)}`),
  tickSome: 'Tick at least one note to adopt it.',
  adopting: (done: number, total: number): string => `Adopting: ${number(done)} of ${number(total)}`,
  done: (count: number): string => `${notes(count)} adopted.`,
  willCome: (count: number): string => `The next sync adds or completes ${highlights(count)}.`,
  replaced: (count: number): string => `${notes(count)} made by Florilegium moved to the trash.`,
  stopped: 'Adopting was stopped. Notes adopted so far stay adopted; you can adopt the others later.',
  notDone: (count: number): string => `${notes(count)} not adopted:`,
  close: 'Close',
  sync: 'Sync now',
};

const ORIGINS: Readonly<Record<NoteOrigin, string>> = {
  official: 'Made by the official Readwise plugin',
  mirror: 'Made by Readwise Mirror',
  community: 'Made by the older community plugin',
  export: 'From Readwise’s Markdown export',
  'by hand': 'Made by hand',
};

const PROOFS: Readonly<Record<Proof, string>> = {
  id: 'recognised by its id',
  highlights: 'recognised by the ids of its highlights',
  address: 'recognised by its address',
  texts: 'recognised by title, author and highlights',
  title: 'recognised by title and author only',
};

export const ADOPTION = {
  found: (count: number): string => `${highlights(count)} found`,
  edited: (count: number): string =>
    count === 1
      ? '1 of them has other text and stays as it is'
      : `${number(count)} of them have other text and stay as they are`,
  unmarkable: (count: number): string =>
    `${highlights(count)} left alone because no anchor can be added to ${count === 1 ? 'it' : 'them'}`,
  missing: (count: number): string => `${highlights(count)} added or completed by the next sync`,
  item: (title: string, author: string): string => (author === '' ? title : paired(title, author)),
  evidence: (origin: NoteOrigin, proof: Proof): string => paired(ORIGINS[origin], PROOFS[proof]),
};

export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'weak':
      return 'Not sure: tick it only if this is the note of this item.';
    case 'rivals':
      return `Other notes are of the same item, and only one can be adopted: ${list(doubt.paths)}`;
    case 'replaces':
      return `Florilegium already made a note of the same item, which you never edited: ${doubt.path}. It will be moved to the trash.`;
  }
}

export const LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'is about several items',
  unknown: 'not found in your library',
  'left out': 'its item is excluded by your settings, or deleted in Readwise',
  'has a note': 'its item has another note with text of yours',
  'full text': 'the text of a document, not its highlights',
  unreadable: 'its format is not recognised',
  closed: 'it cannot be read now',
};
