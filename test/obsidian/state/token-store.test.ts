import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import { TokenStore } from '../../../src/obsidian/state/token-store';
import { App } from '../../browser/app/app-model';

const open = (): RealApp => new App() as unknown as RealApp;

describe('TokenStore', () => {
  it('should keep the token under the name that the settings give, without blanks around it', () => {
    const app = open();
    const tokens = new TokenStore(app, () => 'my-secret');
    expect(tokens.read()).toBeNull();
    tokens.write(' abc \n');
    expect(tokens.read()).toBe('abc');
    expect(app.secretStorage.listSecrets()).toEqual(['my-secret']);
  });

  it('should have none when the token was emptied', () => {
    const tokens = new TokenStore(open(), () => 'my-secret');
    tokens.write('abc');
    tokens.write('');
    expect(tokens.read()).toBeNull();
  });
});
