import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import { databaseNameOf, replaceDatabaseName } from '../../../src/obsidian/state/state-name';
import { App } from '../../browser/app/app-model';

const real = (app: App): RealApp => app as unknown as RealApp;

describe('databaseNameOf', () => {
  it('should name both stores of each vault for themselves, and always alike', () => {
    const [one, other] = [real(new App()), real(new App())];
    expect(databaseNameOf(one, 'state')).toBe(databaseNameOf(one, 'state'));
    expect(databaseNameOf(other, 'state')).not.toBe(databaseNameOf(one, 'state'));
    expect(databaseNameOf(one, 'outbox')).not.toBe(databaseNameOf(one, 'state'));
  });

  it('should keep the name as long as the app runs when the storage is full, of which the app says nothing', () => {
    const app = new App();
    app.saveLocalStorage = () => undefined;
    const name = databaseNameOf(real(app), 'state');
    expect(databaseNameOf(real(app), 'state')).toBe(name);
    replaceDatabaseName(real(app), 'state', name);
    expect(databaseNameOf(real(app), 'state')).not.toBe(name);
  });
});

describe('replaceDatabaseName', () => {
  it('should give the vault another name once, and leave that of the other store', () => {
    const app = real(new App());
    const [old, outbox] = [databaseNameOf(app, 'state'), databaseNameOf(app, 'outbox')];
    expect(replaceDatabaseName(app, 'state', old)).toBe(true);
    const current = databaseNameOf(app, 'state');
    expect(replaceDatabaseName(app, 'state', old)).toBe(false);
    expect([current === old, databaseNameOf(app, 'state')]).toEqual([false, current]);
    expect(databaseNameOf(app, 'outbox')).toBe(outbox);
  });
});
