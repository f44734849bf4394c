import {
  FAULTS,
  FAULT_TEXTS,
  type Fault,
  type Finding,
  type LibraryCheck,
} from '../../features/check/finding';
import type { UnmarkPlan, UnmarkResult } from '../../features/unmark/remove-marks';
import { mistakeText } from '../../messages/messages';
import { counted, oneLine } from './report-text';

/** The findings by fault, each with what to do. */
export function checkLines({ findings, notes, unread, isComplete }: LibraryCheck): readonly string[] {
  const checked = `${counted(notes, 'note')} checked`;
  const isInOrder = findings.length === 0 && unread.length === 0;
  return [
    ...FAULTS.flatMap((fault) => faultLines(fault, findings)),
    ...unread.map((path) => oneLine(`${path}: could not be read`)),
    isInOrder ? `${checked}. Everything is in order.` : `${checked}, ${counted(findings.length, 'finding')}.`,
    ...(unread.length === 0 ? [] : [`${counted(unread.length, 'note')} could not be read.`]),
    ...(isComplete
      ? []
      : ['No sync has finished on this device yet, so missing and unknown notes cannot be found.']),
  ];
}

function faultLines(fault: Fault, findings: readonly Finding[]): readonly string[] {
  const found = findings.filter((finding) => finding.fault === fault);
  if (found.length === 0) return [];
  const { title, advice } = FAULT_TEXTS[fault];
  return [`${title}. ${advice}`, ...found.map((finding) => oneLine(`  ${findingText(finding)}`))];
}

function findingText({ path, about, mistake }: Finding): string {
  if (mistake !== undefined) return `${path}: ${mistakeText(mistake)}`;
  const text = about.join(', ');
  if (path === '') return text;
  return text === '' ? path : `${path} (${text})`;
}

export const unmarkPlanLines = ({ notes, anchors, keptAnchors, failures }: UnmarkPlan): readonly string[] => [
  ...notes.map(oneLine),
  ...failureLines(failures),
  `${counted(notes.length, 'note')} would lose the sync marks and ${counted(anchors - keptAnchors, 'anchor')}${linkedText(keptAnchors)}.`,
];

function linkedText(kept: number): string {
  if (kept === 0) return '';
  return kept === 1
    ? '; 1 anchor stays, because something links to it'
    : `; ${String(kept)} anchors stay, because something links to them`;
}

const AFTERWARDS = {
  one: ' Syncs no longer update it. A sync that has lost its state would create it again.',
  many: ' Syncs no longer update them. A sync that has lost its state would create them again.',
} as const;

const failureLines = (failures: UnmarkResult['failures']): readonly string[] =>
  failures.map(({ path, message }) => oneLine(`${path}: ${message}`));

export const unmarkLines = ({ changed, left, failures }: UnmarkResult): readonly string[] => [
  ...failureLines(failures),
  `${counted(changed, 'note')} turned into plain markdown.${changed === 0 ? '' : AFTERWARDS[changed === 1 ? 'one' : 'many']}`,
  ...(left === 0 ? [] : [`${counted(left, 'note')} not reached. Run it again to go on.`]),
];
