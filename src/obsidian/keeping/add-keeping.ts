import type { Plugin, SettingDefinitionGroup } from 'obsidian';
import { identityIn, isNobodys } from '../vault/identity-in';
import { addButton } from '../settings/page-context';
import type { SettingsStore } from '../state/settings-store';
import { KEEPING, KEEPING_COMMANDS } from './keeping-strings';
import type { SyncController } from '../syncing/sync-controller';
import { CheckModal } from './check-modal';
import { LeaveModal } from './leave-modal';
import type { MaintenanceEngine } from './maintenance-engine';
import { turnBeside } from '../syncing/turn';

export interface KeepingOptions {
  readonly plugin: Plugin;
  readonly store: SettingsStore;
  readonly maintenance: MaintenanceEngine;
  readonly controller: SyncController;
  /** Whether the settings can be read, and kept; tells the person where not. */
  readonly isReady: () => boolean;
  /** The settings are others, and what shows them is to be drawn again. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** What a person does to keep the library in order, and to leave. */
export interface Keeping {
  /** The rows on the page of the settings. */
  readonly groups: () => readonly SettingDefinitionGroup[];
}

export function addKeeping({
  plugin,
  store,
  maintenance,
  controller,
  isReady,
  changed,
  failed,
}: KeepingOptions): Keeping {
  const { app } = plugin;
  const turn = turnBeside(controller, KEEPING.busy);
  const switchOff = async (): Promise<void> => {
    await store.save({ ...store.settings, syncOnOpen: false, intervalMinutes: 0 });
    changed();
  };
  const leave = (path: string | null): void => {
    if (!turn.isBusy()) new LeaveModal(app, { maintenance, path, turn, switchOff, failed }).open();
  };
  const deeds = {
    check: () => {
      if (isReady() && !turn.isBusy()) new CheckModal(app, { maintenance, turn, failed }).open();
    },
    leave: () => {
      if (isReady()) leave(null);
    },
  } as const;
  const ids = {
    check: 'check-library',
    leave: 'remove-sync-marks',
  } as const;
  const names = ['check', 'leave'] as const;
  for (const name of names)
    plugin.addCommand({ id: ids[name], name: KEEPING_COMMANDS[name], callback: deeds[name] });
  plugin.addCommand({
    id: 'remove-sync-marks-from-note',
    name: KEEPING_COMMANDS.leaveNote,
    checkCallback: (checking) => {
      const file = app.workspace.getActiveFile();
      const isOurs = file !== null && !isNobodys(identityIn(app, file));
      if (isOurs && !checking) leave(file.path);
      return isOurs;
    },
  });
  return {
    groups: () => [
      {
        type: 'group',
        heading: KEEPING.heading,
        items: names.map((name) => {
          const { name: title, desc, act } = KEEPING[name];
          return {
            name: title,
            desc,
            render: (setting) =>
              void addButton(setting, { text: act, label: KEEPING_COMMANDS[name], act: deeds[name], failed }),
          };
        }),
      },
    ],
  };
}
