import { SettingsStore } from '../../../src/obsidian/state/settings-store';
import { App } from '../../browser/app/app-model';
import { withValueAt } from '../../../src/obsidian/ui/settings/setting-keys';

/** A `data.json` in memory. */
class DataFile {
  writes = 0;

  constructor(public text: string | null) {}

  loadData(): Promise<unknown> {
    return Promise.resolve().then(() => (this.text === null ? null : (JSON.parse(this.text) as unknown)));
  }

  saveData(data: unknown): Promise<void> {
    this.writes += 1;
    this.text = JSON.stringify(data);
    return Promise.resolve();
  }
}

async function loaded(
  text: string | null,
  device = new App(),
): Promise<{ readonly file: DataFile; readonly store: SettingsStore; readonly device: App }> {
  const file = new DataFile(text);
  const store = new SettingsStore(file, device);
  await store.load();
  return { file, store, device };
}

describe('SettingsStore', () => {
  it('should have the defaults and write nothing when there is no file', async () => {
    const { file, store } = await loaded(null);
    expect(store.settings.folder).toBe('Readwise');
    expect([store.problems, file.writes]).toEqual([[], 0]);
  });

  it('should keep keys that it does not know when it saves', async () => {
    const { file, store } = await loaded('{"folder":"Library","fromTomorrow":{"deep":true}}');
    await store.save(withValueAt(store.settings, 'syncOnOpen', false));
    expect(JSON.parse(file.text ?? '')).toMatchObject({
      folder: 'Library',
      fromTomorrow: { deep: true },
      syncOnOpen: false,
    });
  });

  it('should name an unknown time zone before a run, and not look it up while the plugin loads', async () => {
    const store = new SettingsStore(new DataFile('{"timeZone":"Europe/Atlantis"}'), new App());
    await store.load({ checksTimeZone: false });
    expect(store.problems).toEqual([]);
    await expect(store.renew()).rejects.toThrow('no time zone “Europe/Atlantis”');
  });

  it('should write nothing when nothing changed', async () => {
    const { file, store } = await loaded('{"folder":"Library"}');
    await store.save(withValueAt(store.settings, 'folder', 'Library'));
    expect(file.writes).toBe(0);
  });

  it.each([
    ['a value is wrong', '{"folder":7}', 'folder'],
    ['it is no JSON', '{"folder":', 'data.json'],
  ])('should name the problem and leave the file alone when %s', async (_case, text, named) => {
    const { file, store } = await loaded(text);
    expect(store.problems.join()).toContain(named);
    expect(store.settings.folder).toBe('Readwise');
    await expect(store.save(withValueAt(store.settings, 'folder', 'Library'))).rejects.toThrow(
      'not overwritten',
    );
    expect(file.text).toBe(text);
  });

  it('should replace the bad file only when a person starts over', async () => {
    const { file, store } = await loaded('{"folder":7}');
    await store.startOver();
    expect(store.problems).toEqual([]);
    expect(JSON.parse(file.text ?? '')).toMatchObject({ folder: 'Readwise' });
  });

  it.each([
    ['while the app runs', async () => loaded('{"folder":"Library"}')],
    ['before it starts', async () => loaded(null, (await loaded('{"folder":"Library"}')).device)],
  ])('should not take it for settings that nobody changed when the file goes %s', async (_case, open) => {
    const { file, store } = await open();
    file.text = null;
    await store.load();
    expect(store.problems).toEqual([expect.stringMatching(/^data\.json is missing/)]);
    await expect(store.save(withValueAt(store.settings, 'syncOnOpen', false))).rejects.toThrow(
      'not overwritten',
    );
    file.text = '{"folder":"Library"}';
    await store.load();
    expect([store.problems, store.settings.folder]).toEqual([[], 'Library']);
  });

  it('should know of a file that it made itself', async () => {
    const { file, store } = await loaded(null);
    await store.save(withValueAt(store.settings, 'folder', 'Library'));
    file.text = null;
    await store.load();
    expect(store.problems).toHaveLength(1);
  });

  it('should have what was there before when the disk does not take what is saved', async () => {
    const { file, store } = await loaded('{"folder":"Library"}');
    const changed = withValueAt(store.settings, 'folder', 'Shelf');
    jest.spyOn(file, 'saveData').mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
    await expect(store.save(changed)).rejects.toThrow('ENOSPC');
    expect(store.settings.folder).toBe('Library');
    await store.save(changed);
    expect(JSON.parse(file.text ?? '')).toMatchObject({ folder: 'Shelf' });
  });

  it('should lose nothing when the file is read while something is being saved', async () => {
    const { file, store } = await loaded('{"folder":"Library"}');
    const text = file.text;
    let write: () => void = () => undefined;
    jest.spyOn(file, 'saveData').mockImplementationOnce(
      (data) =>
        new Promise((resolve) => {
          write = () => {
            file.text = JSON.stringify(data);
            resolve();
          };
        }),
    );
    const saving = store.save(withValueAt(store.settings, 'folder', 'Shelf'));
    const loading = store.load();
    await new Promise(setImmediate);
    expect(file.text).toBe(text);
    write();
    await Promise.all([saving, loading]);
    expect(store.settings.folder).toBe('Shelf');
  });

  it('should keep what another device changed meanwhile when the app did not tell of it, but for what is being changed here', async () => {
    const { file, store } = await loaded('{"folder":"Library","syncOnOpen":true,"intervalMinutes":60}');
    const heard: string[] = [];
    store.onChange(() => heard.push(store.settings.folder));
    file.text = '{"folder":"Shelf","syncOnOpen":true,"intervalMinutes":30}';
    await Promise.all([
      store.save(withValueAt(store.settings, 'syncOnOpen', false)),
      store.save(withValueAt(store.settings, 'intervalMinutes', 5)),
    ]);
    expect(JSON.parse(file.text ?? '')).toMatchObject({
      folder: 'Shelf',
      syncOnOpen: false,
      intervalMinutes: 5,
    });
    expect([store.settings.folder, heard]).toEqual(['Shelf', expect.arrayContaining(['Shelf'])]);
  });

  it.each([
    ['has a mistake', '{"folder":7}'],
    ['is gone', null],
  ])('should write nothing over a file that by now %s', async (_case, text) => {
    const { file, store } = await loaded('{"folder":"Library"}');
    file.text = text;
    await expect(store.save(withValueAt(store.settings, 'syncOnOpen', false))).rejects.toThrow(
      'not overwritten',
    );
    expect(file.text).toBe(text);
    expect([store.problems.length, store.settings.syncOnOpen]).toEqual([1, true]);
  });

  it('should refuse a value that the settings cannot hold', async () => {
    const { file, store } = await loaded(null);
    await expect(store.save(withValueAt(store.settings, 'baseUrl', 'ftp://x'))).rejects.toThrow('baseUrl');
    expect(file.writes).toBe(0);
  });

  it('should tell its listeners until they have heard enough', async () => {
    const { store } = await loaded(null);
    const heard: string[] = [];
    const stop = store.onChange(() => heard.push(store.settings.folder));
    await store.save(withValueAt(store.settings, 'folder', 'A'));
    stop();
    await store.save(withValueAt(store.settings, 'folder', 'B'));
    expect(heard).toEqual(['A']);
  });
});
