import type { NotUndone, UndoPlan, UndoStep } from '../../features/undo/undo-plan';
import { named, oneLine } from './report-text';

/** What undoing will do, or would do. */
export function undoText(plan: UndoPlan | null): readonly string[] {
  if (plan === null) return ['There is no sync to undo.'];
  const { steps, stays, ended, isPartial } = plan;
  return [
    ended === null
      ? 'The last run, which was interrupted:'
      : `The last run that wrote anything (${ended.kind}, ${ended.at}):`,
    ...named(steps.map((step) => `${ACTIONS[step.kind].padEnd(8)} ${oneLine(pathText(step))}`)),
    ...(stays.length === 0
      ? []
      : ['Left as they are:', ...named(stays.map(({ path, why }) => `${oneLine(path)}: ${REASONS[why]}`))]),
    ...(isPartial ? ['That run changed more than can be undone; the rest stays as it is.'] : []),
  ];
}

const ACTIONS = { revert: 'revert', trash: 'to trash', recreate: 'recreate' } as const satisfies Readonly<
  Record<UndoStep['kind'], string>
>;

const REASONS: Readonly<Record<NotUndone['why'], string>> = {
  edited: 'it was changed since',
  'written-in': 'you wrote in it since',
  moved: 'you moved it since',
  gone: 'it was moved or deleted since',
  'place-taken': 'another file has its old path',
  'has-note': 'its item has another note now',
  unreadable: 'it cannot be read now',
};

function pathText(step: UndoStep): string {
  switch (step.kind) {
    case 'revert':
      return step.to === null ? step.path : `${step.to} (now ${step.path})`;
    case 'trash':
    case 'recreate':
      return step.path;
  }
}
