import {
  FAULTS,
  type Damage,
  type Fault,
  type Finding,
  type KeptBecause,
  type LibraryCheck,
} from '../model/library-check';
import { mistakeText } from './messages';
import { plural } from './english';
import { clashText } from './clash-messages';
import { oneLine } from './report-messages';

/** The English text of what a check of the library finds, for app and terminal. */

export interface FaultText {
  readonly title: string;
  /** What it means and what the user can do. */
  readonly advice: string;
}

export const FAULT_TEXTS: Readonly<Record<Fault, FaultText>> = {
  held: {
    title: 'On hold',
    advice:
      'Their removal waits for you. Decide in the sync status, or in the terminal with sync --max-delete or sync --refuse-held.',
  },
  double: {
    title: 'Two notes of the same item',
    advice:
      'Only one of them is kept up to date. Move your words from the other one into it. Then delete the other one, or make it a plain note.',
  },
  conflict: {
    title: 'Changed both here and in Readwise',
    advice: 'Keep one of the two texts in the note, and delete the other with its box.',
  },
  broken: {
    title: 'Damaged notes',
    advice: 'Syncs do not update them as they should, or will not keep all that you did.',
  },
  stale: {
    title: 'Notes older than last written',
    advice:
      'An older version came back, or another device has written the note since. The next sync brings it up to date and keeps your words.',
  },
  missing: {
    title: 'Items without a note',
    advice:
      'They should have one. Sync; if one stays without, fetch everything again (in the terminal: sync --full).',
  },
  orphan: {
    title: 'Notes without an item',
    advice:
      'Their item was deleted in Readwise, or belongs to another account. No sync changes them, and they hold nothing of yours. Delete them, or make them plain notes.',
  },
  kept: {
    title: 'Kept notes without an item',
    advice:
      'You wrote in them, kept them, or brought them back by undo. No sync changes them while their item is not back. To go on with them as your own, make them plain notes.',
  },
};

const DAMAGES: Readonly<Record<Damage, string>> = {
  'git-conflict': 'It has git conflict markers, so syncs leave it alone. Resolve the conflict.',
  'front-matter': 'The properties cannot be read.',
  id: 'The property “readwise-id” or “reader-id” is missing or holds no id. It is in the address of the item in Readwise.',
  trailer:
    'The hidden comment “%% florilegium … %%” is missing or damaged, or has text below it. Keep one complete comment as the last line. If there is none, the next sync adds it; highlights that you deleted come back.',
  'block-twice': 'A highlight stands there twice. Delete one copy, or its block id:',
};

const KEPT: Readonly<Record<KeptBecause, string>> = {
  deleted: 'deleted in Readwise',
  'left-out': 'left out by your settings or rules',
  'no-own-note': 'has no note of its own by your settings',
  joined: 'Readwise has joined its book and document, which have another note now',
  edited: 'you wrote in it; its item was deleted in Readwise, or belongs to another account',
  undone: 'came back by undo',
};

/** What is wrong with a note; `''` when the kind of fault says it all. */
export function findingDetails({ fault, about, damage, because, mistake }: Finding): string {
  if (because !== undefined) return KEPT[because];
  if (mistake !== undefined) return mistakeText(mistake);
  const [block = '', mine = '', theirs = ''] = about;
  const details = fault === 'conflict' ? clashText({ block, mine, theirs }) : about.join(', ');
  if (damage !== undefined) return `${DAMAGES[damage]} ${details}`.trim();
  return fault === 'double' ? `the other note: ${details}` : details;
}

/** One line about a finding: the note, and what is wrong with it. */
function findingText(finding: Finding): string {
  const details = findingDetails(finding);
  if (finding.path === '') return details;
  if (details === '') return finding.path;
  return finding.fault === 'broken' ? `${finding.path}: ${details}` : `${finding.path} (${details})`;
}

const NEVER_COMPLETE =
  'No sync has finished on this device yet, so missing and unknown notes cannot be found.';

/** The findings by fault, each with what to do. */
export function checkLines({ findings, notes, unread, isComplete }: LibraryCheck): readonly string[] {
  const checked = `${plural(notes, 'note')} checked`;
  const isInOrder = findings.length === 0 && unread.length === 0;
  return [
    ...FAULTS.flatMap((fault) => faultLines(fault, findings)),
    ...unread.map((path) => oneLine(`${path}: could not be read`)),
    isInOrder ? `${checked}. Everything is in order.` : `${checked}, ${plural(findings.length, 'finding')}.`,
    ...(unread.length === 0 ? [] : [`${plural(unread.length, 'note')} could not be read.`]),
    ...(isComplete ? [] : [NEVER_COMPLETE]),
  ];
}

function faultLines(fault: Fault, findings: readonly Finding[]): readonly string[] {
  const found = findings.filter((finding) => finding.fault === fault);
  if (found.length === 0) return [];
  const { title, advice } = FAULT_TEXTS[fault];
  return [`${title}. ${advice}`, ...found.map((finding) => oneLine(`  ${findingText(finding)}`))];
}
