import { Platform, type App } from 'obsidian';
import type { SyncReport } from '../../../core/report';
import type { Settings } from '../../../core/settings';
import { ownText } from '../state/own-text';
import type { SettingsStore } from '../state/settings-store';
import { DEVICES } from './library-strings';
import { timeOf } from './log-entry';

const KEY = 'florilegium-device';

type Devices = Settings['devices'];

/** This device among those that sync the vault. It goes by an id of its own making, and a name that the person may change. */
export class ThisDevice {
  constructor(
    private readonly app: App,
    private readonly store: SettingsStore,
  ) {}

  /** The devices that brought something, this one first. */
  others(): readonly {
    readonly id: string;
    readonly name: string;
    readonly lastSync: string;
    readonly isThis: boolean;
  }[] {
    const devices = Object.entries(this.store.settings.devices).map(([id, device]) => ({
      id,
      ...device,
      isThis: id === this.id,
    }));
    return devices.sort(
      (left, right) =>
        Number(right.isThis) - Number(left.isThis) || (left.lastSync > right.lastSync ? -1 : 1),
    );
  }

  /** To be told of each sync. Only one that did anything is noted, once a day: the settings travel between devices. */
  async note({ outcome, vaultWrites }: SyncReport): Promise<void> {
    const today = timeOf(new Date()).slice(0, 10);
    if (outcome === 'failed' || vaultWrites === 0 || this.store.settings.devices[this.id]?.lastSync === today)
      return;
    await this.change((devices) => ({
      ...devices,
      [this.id]: { name: devices[this.id]?.name ?? DEVICES.kinds[kindOfDevice()], lastSync: today },
    }));
  }

  async rename(name: string): Promise<void> {
    await this.change((devices) => {
      const own = devices[this.id];
      return own === undefined || name.trim() === ''
        ? devices
        : { ...devices, [this.id]: { ...own, name: name.trim() } };
    });
  }

  async forget(id: string): Promise<void> {
    await this.change(({ [id]: _gone, ...devices }) => devices);
  }

  /** Of the devices as they are now: another may have saved settings that this one has not read yet. */
  private async change(changed: (devices: Devices) => Devices): Promise<void> {
    const { store } = this;
    await store.load();
    if (store.problems.length === 0)
      await store.save({ ...store.settings, devices: changed(store.settings.devices) });
  }

  private get id(): string {
    return ownText(this.app, { key: KEY, make: () => window.crypto.randomUUID().slice(0, 8) });
  }
}

/** What it is to a person who has one of each. */
export function kindOfDevice(): keyof typeof DEVICES.kinds {
  if (Platform.isIosApp) return Platform.isTablet ? 'ipad' : 'iphone';
  if (Platform.isAndroidApp) return Platform.isTablet ? 'androidTablet' : 'androidPhone';
  if (Platform.isMacOS) return 'mac';
  if (Platform.isWin) return 'windows';
  return Platform.isLinux ? 'linux' : 'other';
}
