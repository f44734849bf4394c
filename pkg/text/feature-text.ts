import type {
  Adoption,
  AdoptionPlan,
  AdoptionReport,
  LeftNote,
  LeftReason,
} from '../../src/features/adopt/adoption';
import type { DailyResult } from '../../src/features/daily/run-daily';
import type { SectionResult } from '../../src/features/daily/write-section';
import type { UnmarkPlan, UnmarkResult } from '../../src/features/unmark/remove-marks';
import { plural } from '../../src/messages/english';
import { problemMessage } from '../../src/messages/messages';
import { changeTitle } from '../../src/messages/outbox-messages';
import type { NamedChange } from '../../src/model/outbox';
import { oneLine } from '../../src/messages/report-messages';
import { failureLine } from '../../src/messages/result-messages';

/** What the terminal prints of moving notes in, daily notes, and making notes plain. */

const WHY_LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'it has highlights of several items',
  unknown: 'no item in the library matches it',
  mention: 'it only links to an item',
  'left out': 'your settings exclude its item, or it was deleted in Readwise',
  'other note': 'another note is the one of its item',
  'has a note': 'its item already has a note that you wrote in',
  'full text': 'it is the full text of a document, without highlights',
  closed: 'it cannot be read now',
};

export function adoptionPlanLines({ looked, adoptions, left }: AdoptionPlan): readonly string[] {
  return [
    `${plural(looked, 'note')} checked, ${String(adoptions.length)} can be moved in.`,
    ...adoptions.map((adoption) =>
      oneLine(
        `  ${adoption.doubt?.kind === 'few' ? 'ask    ' : 'move in'}  ${adoption.path}: ${adoption.title}; ${countsText(adoption)}${doubtText(adoption)}`,
      ),
    ),
    ...left.map((note) => oneLine(`  leave    ${note.path}: ${whyLeft(note)}`)),
  ];
}

function whyLeft({ reason, own }: LeftNote): string {
  if (own === undefined) return WHY_LEFT[reason];
  return `${WHY_LEFT[reason]}, ${own}. To move this one in, put your words into it and delete the other.`;
}

const countsText = ({ found, edited, unclear, unmarkable, missing }: Adoption): string =>
  [
    `${String(found)} found`,
    ...(edited > 0
      ? [plural(edited, 'differs from Readwise and stays', 'differ from Readwise and stay')]
      : []),
    ...(unclear > 0
      ? [plural(unclear, 'of these gets Readwise’s text below it', 'of these get Readwise’s text below them')]
      : []),
    ...(unmarkable > 0 ? [`${String(unmarkable)} left alone`] : []),
    ...(missing > 0 ? [`${String(missing)} to come with the next sync`] : []),
  ].join(', ');

function doubtText({ doubt }: Adoption): string {
  switch (doubt?.kind) {
    case undefined:
      return '';
    case 'few':
      return ' (few highlights, or much besides; move it in with the app)';
    case 'replaces':
      return ` (in place of ${doubt.path}, which goes to the trash)`;
  }
}

export const adoptionLines = ({
  adopted,
  replaced,
  missing,
  failures,
}: AdoptionReport): readonly string[] => [
  `${plural(adopted.length, 'note')} moved in${missing > 0 ? `; the next sync adds or updates ${plural(missing, 'highlight')}` : ''}.`,
  ...(replaced.length > 0 ? [`${plural(replaced.length, 'second note')} moved to the trash.`] : []),
  ...failures.map((failure) => oneLine(failureLine(failure))),
];

const NOTHING: Readonly<Record<SectionResult['view'], string>> = {
  review: 'Today’s review has no highlights.',
  day: 'No highlights in the vault are from that day.',
};

const WRITTEN: Readonly<Record<SectionResult['result'], string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Nothing new for',
};

export function dailyText(result: DailyResult): readonly string[] {
  const path = oneLine(result.path);
  if (result.view === 'base')
    return result.result === 'created'
      ? [`Created ${path}`]
      : [`${path} already exists. To get a new one, delete it first.`];
  const first = sectionLine(result);
  if (result.missing === 0) return [first];
  return [first, `${plural(result.missing, 'highlight')} left out: not in the vault.`];
}

function sectionLine({ view, path, result, highlights }: SectionResult): string {
  if (highlights === 0 && result === 'unchanged') return NOTHING[view];
  return `${WRITTEN[result]} ${oneLine(path)}: ${plural(highlights, 'highlight')}`;
}

export const unmarkPlanLines = ({ notes, anchors, keptAnchors, failures }: UnmarkPlan): readonly string[] => [
  ...notes.map(oneLine),
  ...failureLines(failures),
  `${plural(notes.length, 'note')} would become plain, without ${plural(anchors - keptAnchors, 'block id')}${linkedText(keptAnchors)}.`,
];

function linkedText(kept: number): string {
  if (kept === 0) return '';
  return kept === 1
    ? '; 1 block id stays, because something links to it'
    : `; ${String(kept)} block ids stay, because something links to them`;
}

export const whyConfirmUnmark = (count: number): string =>
  `This makes ${plural(count, 'note')} plain markdown, which cannot be undone. florilegium unmark --dry-run names ${count === 1 ? 'it' : 'them'}.`;

interface Forgetting {
  /** The state folder. */
  readonly folder: string;
  readonly unsent: readonly NamedChange[];
  /** Some of the outbox cannot be read. */
  readonly isSomeUnread: boolean;
}

export const whyConfirmForget = ({ folder, unsent, isSomeUnread }: Forgetting): string =>
  [
    `This removes the state in ${folder}: the copy of your library, undo and the history.`,
    'The next sync fetches everything again, and also makes notes again that you deleted.',
    ...lostLines(unsent),
    ...(isSomeUnread ? ['Some waiting changes cannot be read. They are lost, too.'] : []),
    'Notes and settings stay.',
  ].join('\n');

export const forgottenLines = (wasThere: boolean, lost: readonly NamedChange[]): readonly string[] =>
  wasThere
    ? ['The state of this vault was removed from this device.', ...lostLines(lost)]
    : ['This device stores nothing for this vault.'];

const lostLines = (unsent: readonly NamedChange[]): readonly string[] =>
  unsent.length === 0
    ? []
    : [
        `Not sent yet, and lost with it (${String(unsent.length)}):`,
        ...unsent.map((change) => oneLine(`  ${changeTitle(change)}: ${change.name}`)),
      ];

const AFTERWARDS = {
  one: ' Syncs no longer update it. To sync it again: florilegium adopt, then sync.',
  many: ' Syncs no longer update them. To sync them again: florilegium adopt, then sync.',
} as const;

const failureLines = (failures: UnmarkResult['failures']): readonly string[] =>
  failures.map(({ path, problem }) => oneLine(`${path}: ${problemMessage(problem)}`));

export const unmarkLines = ({ changed, left, failures }: UnmarkResult): readonly string[] => [
  ...failureLines(failures),
  `${plural(changed, 'note')} turned into plain markdown.${changed === 0 ? '' : AFTERWARDS[changed === 1 ? 'one' : 'many']}`,
  ...(left === 0 ? [] : [`${plural(left, 'note')} not reached. Run it again to go on.`]),
];
