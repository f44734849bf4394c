import type { NotUndone, UndoPlan, UndoStep } from '../../features/undo/undo-plan';
import { named, oneLine } from './report-text';

/** What undoing would do, or does, as lines for people. */
export function undoText(plan: UndoPlan | null): readonly string[] {
  if (plan === null) return ['There is no sync to undo.'];
  const { steps, stays, ended, isPartial } = plan;
  return [
    ended === null
      ? 'The last run, which was cut short:'
      : `The last run that wrote anything (${ended.kind}, ${ended.at}):`,
    ...named(steps.map((step) => `${WORDS[step.kind].padEnd(10)} ${oneLine(placeOf(step))}`)),
    ...(stays.length === 0
      ? []
      : ['Left as they are:', ...named(stays.map(({ path, why }) => `${oneLine(path)}: ${REASONS[why]}`))]),
    ...(isPartial ? ['That run changed more than is kept to undo it; the rest stays as it is.'] : []),
  ];
}

const WORDS = { revert: 'as before', trash: 'to trash', recreate: 'made again' } as const satisfies Readonly<
  Record<UndoStep['kind'], string>
>;

const REASONS: Readonly<Record<NotUndone['why'], string>> = {
  edited: 'it was changed since',
  'written-in': 'you wrote in it since',
  moved: 'you moved it since',
  gone: 'it was moved or deleted since',
  'place-taken': 'another file has its old place',
  'has-note': 'its item has another note by now',
  unreadable: 'it cannot be read now',
};

function placeOf(step: UndoStep): string {
  switch (step.kind) {
    case 'revert':
      return step.to === null ? step.path : `${step.to} (now ${step.path})`;
    case 'trash':
    case 'recreate':
      return step.path;
  }
}
