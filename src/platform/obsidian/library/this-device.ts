import { Platform, type App } from 'obsidian';
import type { SyncReport } from '../../../core/report';
import type { Settings } from '../../../core/settings';
import { ownText } from '../state/own-text';
import type { SettingsStore } from '../state/settings-store';
import { DEVICES } from './library-strings';
import { timeOf } from './log-entry';

const KEY = 'florilegium-device';

export type Devices = Settings['devices'];

/** This device among those that sync the vault. It goes by an id of its own making, and a name that the person may change. */
export class ThisDevice {
  constructor(
    private readonly app: App,
    private readonly store: SettingsStore,
  ) {}

  /** The devices that brought something, this one first. */
  others(): readonly { readonly id: string; readonly name: string; readonly lastSync: string; readonly isThis: boolean }[] {
    const devices = Object.entries(this.store.settings.devices).map(([id, device]) => ({ id, ...device, isThis: id === this.id }));
    return devices.sort((left, right) => Number(right.isThis) - Number(left.isThis) || (left.lastSync > right.lastSync ? -1 : 1));
  }

  /** To be told of each sync. Only one that did anything is noted, once a day: the settings travel between devices. */
  async note({ outcome, vaultWrites }: SyncReport): Promise<void> {
    const today = timeOf(new Date()).slice(0, 10);
    if (outcome === 'failed' || vaultWrites === 0 || this.store.settings.devices[this.id]?.lastSync === today) return;
    // Another device may have saved settings that this one has not read yet.
    await this.store.load();
    const name = this.store.settings.devices[this.id]?.name ?? DEVICES.kinds[kindOfDevice()];
    await this.saveDevices({ ...this.store.settings.devices, [this.id]: { name, lastSync: today } });
  }

  async rename(name: string): Promise<void> {
    const { devices } = this.store.settings;
    const own = devices[this.id];
    if (own !== undefined && name.trim() !== '') await this.saveDevices({ ...devices, [this.id]: { ...own, name: name.trim() } });
  }

  async forget(id: string): Promise<void> {
    const { [id]: _gone, ...devices } = this.store.settings.devices;
    await this.saveDevices(devices);
  }

  private async saveDevices(devices: Devices): Promise<void> {
    if (this.store.problems.length === 0) await this.store.save({ ...this.store.settings, devices });
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
