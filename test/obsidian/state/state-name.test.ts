import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import {
  forgetStateAside,
  setStateAside,
  stateNameOf,
  statesAside,
} from '../../../src/obsidian/state/state-name';
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
    setStateAside(real(app), name);
    expect([stateNameOf(real(app)) === name, statesAside(real(app))]).toEqual([false, [name]]);
  });
});

describe('setStateAside', () => {
  it('should give the vault another name once, and know the old one until it is forgotten', () => {
    const app = real(new App());
    const old = stateNameOf(app);
    setStateAside(app, old);
    const current = stateNameOf(app);
    setStateAside(app, old);
    expect([current === old, stateNameOf(app), statesAside(app)]).toEqual([false, current, [old]]);
    forgetStateAside(app, old);
    expect([stateNameOf(app), statesAside(app)]).toEqual([current, []]);
  });
});
