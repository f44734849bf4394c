import type { App as RealApp } from 'obsidian';
import { ObsidianFolders } from '../../../src/obsidian/vault/vault-folders';
import { App } from '../../browser/app/app-model';
import { Platform } from '../../browser/app/platform';

describe('ObsidianFolders', () => {
  let app: App;
  let folders: ObsidianFolders;

  beforeEach(async () => {
    app = new App();
    folders = new ObsidianFolders(app as unknown as RealApp);
    await app.vault.createFolder('Old');
  });
  afterEach(() => {
    Platform.isMobile = false;
  });

  it.each([
    { device: 'desktop', isMobile: false },
    { device: 'phone', isMobile: true },
  ])('should take an empty folder away on a $device', async ({ isMobile }) => {
    Platform.isMobile = isMobile;
    await folders.removeEmpty('Old');
    expect(await folders.madeAt('Old')).toBeNull();
    expect(app.vault.getFolderByPath('Old')).toBeNull();
  });

  it('should leave a folder in which something is, hidden or not', async () => {
    app.vault.disk.write('Old/.hidden', 'mine');
    await folders.removeEmpty('Old');
    expect(app.vault.disk.paths()).toEqual(['Old/.hidden']);
  });

  it('should lose nothing that comes into a folder while it goes (I2)', async () => {
    Platform.isMobile = true;
    const { list } = app.vault.adapter;
    app.vault.adapter.list = async (path) => {
      const entries = await list(path);
      app.vault.disk.write('Old/Diary.md', 'My day.');
      return entries;
    };
    await folders.removeEmpty('Old');
    expect(app.vault.disk.list().map(({ text }) => text)).toEqual(['My day.']);
  });
});
