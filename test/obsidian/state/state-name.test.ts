import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import { stateNameOf } from '../../../src/obsidian/state/indexed-db-state-store';
import { App } from '../../browser/app/app-model';

const real = (app: App): RealApp => app as unknown as RealApp;

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
