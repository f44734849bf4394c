import {
  FAULTS,
  FAULT_TEXTS,
  type Fault,
  type Finding,
  type LibraryCheck,
} from '../../features/check/finding';
import type { LeavingPlan, LeavingResult } from '../../features/unmark/remove-marks';
import { counted, oneLine } from './report-text';

/** What was found, by what is wrong, with what to do about it. */
export function checkLines({ findings, notes, unread, isComplete }: LibraryCheck): readonly string[] {
  const checked = `${counted(notes, 'note')} checked`;
  const isInOrder = findings.length === 0 && unread.length === 0;
  return [
    ...FAULTS.flatMap((fault) => faultLines(fault, findings)),
    ...unread.map((path) => oneLine(`${path}: could not be read`)),
    isInOrder ? `${checked}. Everything is in order.` : `${checked}, ${counted(findings.length, 'finding')}.`,
    ...(unread.length === 0 ? [] : [`${counted(unread.length, 'note')} could not be read.`]),
    ...(isComplete ? [] : ['No sync has finished here yet, so missing and unknown notes cannot be told.']),
  ];
}

function faultLines(fault: Fault, findings: readonly Finding[]): readonly string[] {
  const found = findings.filter((finding) => finding.fault === fault);
  if (found.length === 0) return [];
  const { title, advice } = FAULT_TEXTS[fault];
  return [`${title}. ${advice}`, ...found.map((finding) => oneLine(`  ${findingText(finding)}`))];
}

function findingText({ path, about }: Finding): string {
  const text = about.join(', ');
  if (path === '') return text;
  return text === '' ? path : `${path} (${text})`;
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
