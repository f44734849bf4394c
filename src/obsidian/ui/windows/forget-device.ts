import { changeTitle } from '../../../messages/outbox-messages';
import type { NamedChange } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';
import { FORGET_DEVICE, WORK } from '../../strings/window-strings';
import { confirm } from '../parts/confirm';

/** Of more unsent changes than these, the others are counted. */
const MOST_NAMED = 10;

/**
 * Asks whether all that this device keeps for the vault is to be removed, and says what is lost with it. Works
 * with settings, state and outbox that cannot be read. `removed` is called afterwards.
 */
export async function openForgetDevice(context: PluginContext, removed: () => void): Promise<void> {
  const { syncs } = context;
  if (syncs.isBusy(WORK.busy)) return;
  const unsent = await context.unsentChanges();
  confirm(context, {
    title: FORGET_DEVICE.title,
    texts: [FORGET_DEVICE.lost, FORGET_DEVICE.again, ...unsentTexts(unsent), FORGET_DEVICE.stays],
    button: FORGET_DEVICE.remove,
    cancel: FORGET_DEVICE.cancel,
    isRed: true,
    act: async () => {
      if (syncs.isBusy(WORK.busy)) return null;
      if (await forget(context, unsent)) removed();
      // What was asked for meanwhile is named first.
      else void openForgetDevice(context, removed).catch(context.onError);
      return null;
    },
  });
}

/** False, and nothing is removed, where changes wait that were not `named`. */
async function forget(context: PluginContext, named: readonly NamedChange[] | null): Promise<boolean> {
  const known = new Set(named?.map(({ id }) => id));
  const isRemoved = await context.syncs.runExclusively(new AbortController().signal, async () => {
    const unsent = await context.unsentChanges();
    if (unsent?.some(({ id }) => !known.has(id)) === true) return null;
    return context.forgetDevice();
  });
  if (isRemoved === null) return false;
  if (isRemoved) context.notices.say(FORGET_DEVICE.done);
  else context.notices.showProblem(FORGET_DEVICE.inUse);
  for (const event of ['outbox', 'decided']) context.events.trigger(event);
  return true;
}

function unsentTexts(unsent: readonly NamedChange[] | null): readonly string[] {
  if (unsent === null) return [FORGET_DEVICE.unread];
  if (unsent.length === 0) return [];
  const more = unsent.length - MOST_NAMED;
  return [
    FORGET_DEVICE.unsent(unsent.length),
    ...unsent.slice(0, MOST_NAMED).map((change) => `${changeTitle(change)}: ${change.name}`),
    ...(more > 0 ? [FORGET_DEVICE.more(more)] : []),
  ];
}
