import { brokenTemplate, type NextStep } from '../../../messages/result-messages';
import type { Failure } from '../../../model/report';
import type { NoticeButton } from '../../app/notices';
import type { PluginContext } from '../../app/plugin-context';
import { NEXT_STEPS } from '../../strings/strings';
import { openSettings } from '../components/open-settings';
import { openTemplate } from '../components/open-template';
import { openMoveIn } from '../windows/move-in';
import { reviewHold } from '../windows/removals';
import { openUndo } from '../windows/undo';
import { openStatusView } from './status-view';

type OfApp = Exclude<NextStep, 'choose-left-out'>;
type Act = (context: PluginContext, failures: readonly Failure[]) => unknown;

/** What the sync status shows with its own buttons. */
export const IN_STATUS: readonly NextStep[] = ['review-hold', 'review-conflicts', 'show-status'];

const ACTIONS: Readonly<Record<OfApp, Act>> = {
  'review-hold': reviewHold,
  relink: (context) => context.request({ confirmation: 'relink' }),
  'accept-missing': (context) => context.request({ confirmation: 'accept-missing' }),
  'move-in': openMoveIn,
  'leave-others': (context) => context.request({ confirmation: 'leave-others' }),
  'open-settings': openSettings,
  'open-template': openBroken,
  'show-status': openStatusView,
  'review-conflicts': openStatusView,
  undo: openUndo,
  'restore-undone': (context) => context.request({ restore: { kind: 'undone' } }),
  render: (context) => context.request({ task: 'render' }),
};

/**
 * The buttons for what a person can do. Which notes were left out is asked in a notice of its own. `failures`: of
 * the run that it is about.
 */
export const buttonsFor = (
  steps: readonly NextStep[],
  context: PluginContext,
  failures: readonly Failure[] = [],
): readonly NoticeButton[] =>
  steps.flatMap((step) => (step === 'choose-left-out' ? [] : [buttonFor(step, context, failures)]));

function buttonFor(step: OfApp, context: PluginContext, failures: readonly Failure[]): NoticeButton {
  const work = async (): Promise<void> => void (await ACTIONS[step](context, failures));
  return { label: NEXT_STEPS[step], act: () => void work().catch(context.onError) };
}

async function openBroken({ app }: PluginContext, failures: readonly Failure[]): Promise<void> {
  const place = brokenTemplate(failures);
  if (place !== null) await openTemplate(app, place.path, place.line);
}
