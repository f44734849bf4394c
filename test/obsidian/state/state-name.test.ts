import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import {
  IndexedDbStateStore,
  replaceState,
  stateNameOf,
} from '../../../src/obsidian/state/indexed-db-state-store';
import { App } from '../../browser/app/app-model';

const real = (app: App): RealApp => app as unknown as RealApp;

describe('replaceState', () => {
  it('should open an empty state under a new name, which is remembered', async () => {
    const app = real(new App());
    const old = stateNameOf(app);
    const damaged = await IndexedDbStateStore.open(old);
    await damaged.commit([{ put: 'a', value: 1 }]);
    await damaged.close();
    const store = await replaceState(app);
    expect(await store.getMany(['a'])).toEqual([undefined]);
    await store.close();
    expect(stateNameOf(app)).not.toBe(old);
  });

  it('should keep the old name when no other database can be opened either', async () => {
    const app = real(new App());
    const old = stateNameOf(app);
    const refusing = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store.', 'UnknownError');
    });
    await expect(replaceState(app)).rejects.toThrow('Internal error');
    refusing.mockRestore();
    expect(stateNameOf(app)).toBe(old);
  });
});

describe('stateNameOf', () => {
  it('should name the state of each vault for itself, and always alike', () => {
    const [one, other] = [real(new App()), real(new App())];
    expect(stateNameOf(one)).toBe(stateNameOf(one));
    expect(stateNameOf(other)).not.toBe(stateNameOf(one));
  });

  it('should keep the name as long as the app runs when the storage is full, of which the app says nothing', () => {
    const app = new App();
    app.saveLocalStorage = () => undefined;
    const name = stateNameOf(real(app));
    expect(stateNameOf(real(app))).toBe(name);
  });
});
