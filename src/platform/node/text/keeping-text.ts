import type { Fault, Finding, LibraryCheck, RepairResult } from '../../../core/check/finding';
import type { LeavingPlan, LeavingResult } from '../../../core/leave/leaving';
import { counted, oneLine } from './report-text';

const FAULTS: Readonly<Record<Fault, string>> = {
  'conflict-copy': 'conflict copy of a note',
  'second-note': 'second note of the same item',
  'identity-lost': 'the ids of this note are gone',
  'id-malformed': 'this property holds no id',
  'id-of-another': 'this id is of another item',
  'trailer-lost': 'the trailer is gone',
  'trailer-damaged': 'the trailer is damaged',
  'trailer-foreign': 'the trailer is of another note',
  'trailer-doubled': 'there is more than one trailer',
  'trailer-misplaced': 'the trailer is not at the end',
  doubled: 'a property or a line stands twice',
  'anchor-twice': 'an anchor stands more than once',
  'anchor-unknown': 'the trailer does not know these highlights',
  'anchor-foreign': 'an anchor of another note',
  'block-missing': 'these highlights were taken out',
  'note-missing': 'this item has no note',
  'item-unknown': 'this device knows no such item',
  'part-alone': 'what this part was made of is gone',
  'item-gone': 'what this note was made of is gone at the service',
};

/** One line for each finding, for people. */
export function checkLines({ findings, notes, unread, isComplete }: LibraryCheck): readonly string[] {
  const lines = findings.map(({ fault, path, about }: Finding) =>
    oneLine(
      `${path === '' ? '(no note)' : path}: ${FAULTS[fault]}${about.length === 0 ? '' : ` (${about.join(', ')})`}`,
    ),
  );
  const isInOrder = findings.length === 0 && unread.length === 0;
  const end = isInOrder
    ? `${counted(notes, 'note')} checked. Everything is in order.`
    : `${counted(notes, 'note')} checked, ${counted(findings.length, 'finding')}.`;
  return [
    ...lines,
    ...unread.map((path) => oneLine(`${path}: could not be read`)),
    unread.length === 0 ? end : `${end} ${counted(unread.length, 'note')} could not be read.`,
    ...(isComplete
      ? []
      : ['No sync has gone through here yet: what is missing or belongs to nothing cannot be told.']),
  ];
}

export function repairLines(results: readonly RepairResult[]): readonly string[] {
  const isDone = ({ outcome }: RepairResult): boolean => outcome === 'done' || outcome === 'unchanged';
  const problems = results
    .filter((result) => !isDone(result))
    .map(({ path, outcome, message }) => oneLine(`${path}: not mended (${message || outcome})`));
  return [
    ...problems,
    `${String(results.filter(isDone).length)} mended. The next sync writes what is still to be written.`,
  ];
}

export const planLines = ({ notes, anchors, keptAnchors, failures }: LeavingPlan): readonly string[] => [
  ...notes.map(oneLine),
  ...failureLines(failures),
  `${counted(notes.length, 'note')} would lose all marks and ${counted(anchors - keptAnchors, 'anchor')}${linkedText(keptAnchors)}.`,
];

function linkedText(kept: number): string {
  if (kept === 0) return '';
  return kept === 1
    ? '; 1 anchor stays, because something links to it'
    : `; ${String(kept)} anchors stay, because something links to them`;
}

const WHAT_SYNCS_DO = {
  one: ' No sync keeps it up to date any more; one that has forgotten it would make another beside it.',
  many: ' No sync keeps them up to date any more; one that has forgotten them would make others beside them.',
} as const;

const failureLines = (failures: LeavingResult['failures']): readonly string[] =>
  failures.map(({ path, message }) => oneLine(`${path}: ${message}`));

export const leavingLines = ({ changed, left, failures }: LeavingResult): readonly string[] => [
  ...failureLines(failures),
  `${counted(changed, 'note')} made plain markdown.${changed === 0 ? '' : WHAT_SYNCS_DO[changed === 1 ? 'one' : 'many']}`,
  ...(left === 0 ? [] : [`${counted(left, 'note')} not reached. Run it again to go on.`]),
];
