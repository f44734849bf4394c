import type { App } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { RESULT } from '../../strings/strings';

declare module 'obsidian' {
  interface App {
    /**
     * The window of the settings. The public API has no way to it, so this is not promised: where it is missing,
     * a person is told how to get there, and closes the settings by hand.
     */
    readonly setting?: { open?(): void; openTabById?(id: string): void; close?(): void };
  }
}

/** Opens the plugin's settings, or says where they are. */
export function openSettings({ app: { setting }, notices, plugin }: PluginContext): void {
  if (setting?.open === undefined || setting.openTabById === undefined) {
    notices.say(RESULT.settingsPlace);
    return;
  }
  setting.open();
  setting.openTabById(plugin.manifest.id);
}

/** Closes the settings, when they are open. */
export const closeSettings = ({ setting }: App): void => setting?.close?.();
