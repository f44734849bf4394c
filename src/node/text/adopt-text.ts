import type { Adoption, AdoptionPlan, AdoptionReport, LeftReason } from '../../features/adopt/adoption';
import { problemMessage } from '../../messages/messages';
import { counted, oneLine } from './report-text';

const WHY_LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'it names several items',
  unknown: 'no item in the library matches it',
  'left out': 'your settings exclude its item, or it was deleted in Readwise',
  'has a note': 'its item already has a note that you wrote in',
  'full text': 'it is the full text of a document, without highlights',
  unreadable: 'no highlights could be found in it',
  closed: 'it cannot be read now',
};

export function adoptionPlanLines({ looked, adoptions, left }: AdoptionPlan): readonly string[] {
  return [
    `${counted(looked, 'note')} checked, ${String(adoptions.length)} can be adopted.`,
    ...adoptions.map((adoption) =>
      oneLine(
        `  ${adoption.doubt === null ? 'adopt' : 'ask  '}  ${adoption.path}: ${adoption.title}; ${countsText(adoption)}${doubtText(adoption)}`,
      ),
    ),
    ...left.map(({ path, reason }) => oneLine(`  leave  ${path}: ${WHY_LEFT[reason]}`)),
  ];
}

const countsText = ({ found, edited, unmarkable, missing }: Adoption): string =>
  [
    `${String(found)} found`,
    ...(edited > 0 ? [`${String(edited)} edited by you`] : []),
    ...(unmarkable > 0 ? [`${String(unmarkable)} left alone`] : []),
    ...(missing > 0 ? [`${String(missing)} will be added`] : []),
  ].join(', ');

function doubtText({ doubt }: Adoption): string {
  switch (doubt?.kind) {
    case undefined:
      return '';
    case 'weak':
      return ' (uncertain; adopt it in the app)';
    case 'rivals':
      return ` (other notes of this item: ${doubt.paths.join(', ')})`;
    case 'replaces':
      return ` (the item already has ${doubt.path})`;
  }
}

export const adoptionLines = ({ adopted, missing, failures }: AdoptionReport): readonly string[] => [
  `${counted(adopted.length, 'note')} adopted${missing > 0 ? `; the next sync adds or completes ${counted(missing, 'highlight')}` : ''}.`,
  ...failures.map(({ path, problem }) => oneLine(`${path ?? ''}: ${problemMessage(problem)}`)),
];
