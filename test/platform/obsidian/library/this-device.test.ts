import type { App } from 'obsidian';
import type { SyncReport } from '../../../../src/core/report';
import { LastEnd } from '../../../../src/platform/obsidian/library/last-end';
import { ThisDevice } from '../../../../src/platform/obsidian/library/this-device';
import { SettingsStore } from '../../../../src/platform/obsidian/state/settings-store';
import { App as FakeApp } from '../../../browser/app/app-model';

const REPORT: SyncReport = {
  ...{ outcome: 'done', requests: 4, vaultWrites: 1, durationMs: 5, failures: [], conflicts: [] },
  notes: {
    created: 1,
    updated: 0,
    renamed: 0,
    trashed: 0,
    archived: 0,
    kept: 0,
    unchanged: 0,
    conflicts: 0,
    failed: 0,
  },
};

/** A settings file that devices share. */
class SharedFile {
  data: unknown = null;
  saves = 0;

  loadData(): Promise<unknown> {
    return Promise.resolve(structuredClone(this.data));
  }

  saveData(data: unknown): Promise<void> {
    this.saves += 1;
    this.data = structuredClone(data);
    return Promise.resolve();
  }
}

const newApp = (): App => new FakeApp() as unknown as App;

async function deviceOn(
  file: SharedFile,
): Promise<{ readonly device: ThisDevice; readonly store: SettingsStore }> {
  const store = new SettingsStore(file, newApp());
  await store.load();
  return { device: new ThisDevice(newApp(), store), store };
}

describe('devices that sync a vault', () => {
  it('should note themselves once a day, and only after a sync that did anything', async () => {
    const file = new SharedFile();
    const { device } = await deviceOn(file);
    await device.note({ ...REPORT, vaultWrites: 0 });
    await device.note({ ...REPORT, outcome: 'failed' });
    expect(file.saves).toBe(0);
    await device.note(REPORT);
    await device.note(REPORT);
    expect(file.saves).toBe(1);
    expect(device.others()).toMatchObject([
      { name: 'Linux computer', isThis: true, lastSync: new Date().toISOString().slice(0, 10) },
    ]);
  });

  it('should be one device, not another with each sync, when its storage is full, of which the app says nothing', async () => {
    const file = new SharedFile();
    const app = newApp();
    app.saveLocalStorage = () => undefined;
    const store = new SettingsStore(file, app);
    const device = new ThisDevice(app, store);
    await device.note(REPORT);
    await device.note(REPORT);
    expect(device.others()).toMatchObject([{ isThis: true }]);
  });

  it('should keep what another device has saved meanwhile', async () => {
    const file = new SharedFile();
    const [first, second] = [await deviceOn(file), await deviceOn(file)];
    await first.device.note(REPORT);
    await first.device.rename('Desk');
    await first.store.save({ ...first.store.settings, folder: 'Mine' });
    await second.device.note(REPORT);
    expect(second.store.settings.folder).toBe('Mine');
    expect(second.device.others().map(({ name, isThis }) => [name, isThis])).toEqual([
      ['Linux computer', true],
      ['Desk', false],
    ]);
    await second.device.forget(second.device.others()[1]?.id ?? '');
    expect(second.device.others()).toHaveLength(1);
  });

  it('should keep each other, and each name, when one is renamed or forgotten that has not read what the others saved', async () => {
    const file = new SharedFile();
    const [first, second, third] = [await deviceOn(file), await deviceOn(file), await deviceOn(file)];
    await first.device.note(REPORT);
    await second.device.note(REPORT);
    await third.device.note(REPORT);
    await third.device.rename('Sold phone');
    await second.device.rename('Sofa');
    await first.device.rename('Desk');
    await second.device.forget(second.device.others().find(({ name }) => name === 'Sold phone')?.id ?? '');
    await first.store.load();
    expect(first.device.others().map(({ name, isThis }) => [name, isThis])).toEqual([
      ['Desk', true],
      ['Sofa', false],
    ]);
  });

  it('should leave a settings file that has a problem as it is', async () => {
    const file = new SharedFile();
    const { device } = await deviceOn(file);
    file.data = { folder: 5 };
    await device.note(REPORT);
    expect(file.data).toEqual({ folder: 5 });
  });
});

describe('LastEnd', () => {
  it('should remember how a sync ended, and nothing of what it cannot read', () => {
    const app = newApp();
    const lastEnd = new LastEnd(app);
    expect(lastEnd.read()).toBeNull();
    lastEnd.note({ ...REPORT, vaultWrites: 0, notes: { ...REPORT.notes, created: 0 } });
    expect(lastEnd.read()).toMatchObject({ how: 'Readwise: everything is up to date.' });
    app.saveLocalStorage('florilegium-last-end', ['when?', 'how']);
    expect(lastEnd.read()).toBeNull();
  });
});
