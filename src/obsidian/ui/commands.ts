import type { PluginContext } from '../app/plugin-context';
import { ACTIONS, isOffered, runAction } from './actions';
import { openPlace } from './place';

/** The commands of the palette, each offered where it applies. */
export function addCommands(context: PluginContext): void {
  const { app, plugin } = context;
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
}
