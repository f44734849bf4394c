import type { Adoption, AdoptionPlan, AdoptionReport, LeftReason } from '../../features/adopt/adoption';
import { problemMessage } from '../../messages/messages';
import { counted, oneLine } from './report-text';

const WHY_LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'names several items',
  unknown: 'not found in the library',
  'left out': 'its item is left out by the settings, or gone at Readwise',
  'has a note': 'its item already has a note that you wrote in',
  'full text': 'the text of a document, not its highlights',
  unreadable: 'it cannot be read as a note of highlights',
  closed: 'it cannot be read now',
};

export function adoptionPlanLines({ looked, adoptions, left }: AdoptionPlan): readonly string[] {
  return [
    `${counted(looked, 'note')} looked at, ${String(adoptions.length)} can be adopted.`,
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
    ...(edited > 0 ? [`${String(edited)} changed by you`] : []),
    ...(unmarkable > 0 ? [`${String(unmarkable)} left alone`] : []),
    ...(missing > 0 ? [`${String(missing)} will be added`] : []),
  ].join(', ');

function doubtText({ doubt }: Adoption): string {
  switch (doubt?.kind) {
    case undefined:
      return '';
    case 'weak':
      return ' (not sure; choose it in the app)';
    case 'rivals':
      return ` (of the same item: ${doubt.paths.join(', ')})`;
    case 'replaces':
      return ` (the item has ${doubt.path} already)`;
  }
}

export const adoptionLines = ({ adopted, missing, failures }: AdoptionReport): readonly string[] => [
  `${counted(adopted.length, 'note')} adopted${missing > 0 ? `; the next sync adds or completes ${counted(missing, 'highlight')}` : ''}.`,
  ...failures.map(({ path, problem }) => oneLine(`${path ?? ''}: ${problemMessage(problem)}`)),
];
