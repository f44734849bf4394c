import type { NextStep } from '../../../messages/result-messages';
import type { NoticeButton } from '../../app/notices';
import type { PluginContext } from '../../app/plugin-context';
import { NEXT_STEPS } from '../../strings/strings';
import { openSettings } from '../components/open-settings';
import { openMoveIn } from '../windows/move-in';
import { reviewHold } from '../windows/removals';
import { openStatusView } from './status-view';

type OfApp = Exclude<NextStep, 'choose-left-out'>;

const ACTIONS: Readonly<Record<OfApp, (context: PluginContext) => unknown>> = {
  'review-hold': reviewHold,
  relink: (context) => context.request({ confirmation: 'relink' }),
  'accept-missing': (context) => context.request({ confirmation: 'accept-missing' }),
  'move-in': openMoveIn,
  'leave-others': (context) => context.request({ confirmation: 'leave-others' }),
  'open-settings': ({ plugin }) => openSettings(plugin),
  'show-status': openStatusView,
  'restore-undone': (context) => context.request({ restore: { kind: 'undone' } }),
  render: (context) => context.request({ task: 'render' }),
};

/** The buttons for what a person can do. Which notes were left out is asked in a notice of its own. */
export const buttonsFor = (steps: readonly NextStep[], context: PluginContext): readonly NoticeButton[] =>
  steps.flatMap((step) => (step === 'choose-left-out' ? [] : [buttonFor(step, context)]));

function buttonFor(step: OfApp, context: PluginContext): NoticeButton {
  const work = async (): Promise<void> => void (await ACTIONS[step](context));
  return { label: NEXT_STEPS[step], act: () => void work().catch(context.onError) };
}
