import { Notice } from 'obsidian';
import { findDeletedNotes } from '../../sync/plan/user-decisions';
import type { PluginContext } from '../app/plugin-context';
import { COMMANDS, RESTORE } from '../strings/strings';
import { ACTIONS, isOffered, runAction } from './actions';
import { makeDaily } from './make-daily';
import { openPlace } from './place';
import type { Guide } from './start/guide';
import { openCheck } from './pane/status-view';
import { openMoveIn } from './windows/move-in';
import { ChoiceModal, withoutEnding } from './windows/choice-modal';

/** The ribbon's icon, and the commands of the palette, each offered where it applies. */
export function addCommands(context: PluginContext, guide: Guide): void {
  const { app, plugin, onError } = context;
  plugin.addRibbonIcon('refresh-cw', COMMANDS.sync, () => context.request());
  for (const action of ACTIONS) {
    const { id, name } = action;
    if (name === null) continue;
    plugin.addCommand({
      id,
      name,
      checkCallback: (checking) => {
        const place = openPlace(app);
        const isHere = isOffered(action, context, place);
        if (isHere && !checking) runAction(action, context, place);
        return isHere;
      },
    });
  }
  const add = (id: string, name: string, act: () => unknown): void => {
    const callback = (): void => void Promise.resolve(act()).catch(onError);
    plugin.addCommand({ id, name, callback });
  };
  add('render', COMMANDS.render, () => context.request({ task: 'render' }));
  add('set-up', COMMANDS.setUp, guide.open);
  add('check-library', COMMANDS.check, () => openCheck(context));
  add('adopt-notes', COMMANDS.adopt, () => openMoveIn(context));
  add('library-base', COMMANDS.base, () => makeDaily(context, { view: 'base' }));
  add('restore-note', COMMANDS.restoreNote, () => chooseDeletedNote(context));
}

async function chooseDeletedNote(context: PluginContext): Promise<void> {
  const items = await context.withBoth(findDeletedNotes);
  if (items.length === 0) {
    new Notice(RESTORE.none);
    return;
  }
  new ChoiceModal(context.app, {
    question: RESTORE.which,
    items,
    nameOf: ({ path }) => withoutEnding(path),
    choose: ({ id }) => context.request({ restore: { kind: 'items', ids: [id] } }),
  }).open();
}
