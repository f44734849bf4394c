import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import { AppAccount } from '../../../src/obsidian/app/app-account';
import { App } from '../../browser/app/app-model';

const READWISE = { baseUrl: 'https://readwise.io', tokenSecret: 'florilegium-token' };
const ELSEWHERE = { ...READWISE, baseUrl: 'https://x.example' };
const OTHER_SECRET = { ...READWISE, tokenSecret: 'openai-key' };

function accountWith(settings: typeof READWISE, app = new App()): AppAccount {
  return new AppAccount(app as unknown as RealApp, () => settings);
}

function appWithSecrets(): App {
  const app = new App();
  app.secretStorage.setSecret('florilegium-token', 'canary-token-good-1');
  app.secretStorage.setSecret('openai-key', 'canary-token-good-2');
  return app;
}

describe('AppAccount', () => {
  it('should keep the token without blanks around it, and have none when it was emptied', () => {
    const app = new App();
    const account = accountWith(READWISE, app);
    expect(account.token).toBeNull();
    account.saveToken(' abc \n', { isAccepted: true });
    expect(account.token).toBe('abc');
    expect(app.secretStorage.listSecrets()).toEqual(['florilegium-token']);
    account.saveToken('', { isAccepted: false });
    expect(account.token).toBeNull();
  });

  it('should know whether the token was accepted, on this device and for this address alone', () => {
    const app = appWithSecrets();
    const account = accountWith(READWISE, app);
    expect(account.isAccepted).toBe(false);
    account.setAccepted(true);
    expect(accountWith(READWISE, app).isAccepted).toBe(true);
    account.allow({ origin: 'https://x.example', secret: 'florilegium-token' });
    expect(accountWith(ELSEWHERE, app).isAccepted).toBe(false);
    account.saveToken('another', { isAccepted: false });
    expect(account.isAccepted).toBe(false);
    account.saveToken('another', { isAccepted: true });
    account.setAccepted(false);
    expect(account.isAccepted).toBe(false);
  });

  it('should ask nothing when the token goes to Readwise', () => {
    const account = accountWith({ ...READWISE, baseUrl: 'https://readwise.io:443/' }, appWithSecrets());
    expect(account.question).toBeNull();
    expect(account.forRequests().token).toBe('canary-token-good-1');
  });

  it.each([
    ['an address', ELSEWHERE, { origin: 'https://x.example', secret: 'florilegium-token' }],
    [
      'an address of this machine',
      { ...READWISE, baseUrl: 'http://127.0.0.1:8080' },
      { origin: 'http://127.0.0.1:8080' },
    ],
    ['the secret of another plugin', OTHER_SECRET, { origin: 'https://readwise.io', secret: 'openai-key' }],
  ])(
    'should give nothing for a request before a person allowed it when a vault brings %s (I11)',
    (_what, settings, question) => {
      const app = appWithSecrets();
      const account = accountWith(settings, app);
      expect(account.question).toMatchObject(question);
      expect(account.token).toBeNull();
      expect(() => account.forRequests()).toThrow('This vault wants to use');
      expect(() => account.saveToken('mine', { isAccepted: true })).toThrow('This vault wants to use');
      expect(app.secretStorage.getSecret('openai-key')).toBe('canary-token-good-2');
    },
  );

  it('should be asked once, for this address with this secret alone, when a person allowed it', () => {
    const app = appWithSecrets();
    const account = accountWith(ELSEWHERE, app);
    account.allow({ origin: 'https://x.example', secret: 'florilegium-token' });
    expect(accountWith(ELSEWHERE, app).question).toBeNull();
    expect(accountWith(ELSEWHERE, app).forRequests()).toEqual({
      baseUrl: 'https://x.example',
      token: 'canary-token-good-1',
    });
    expect(accountWith(OTHER_SECRET, app).question).not.toBeNull();
    expect(accountWith({ ...ELSEWHERE, tokenSecret: 'openai-key' }, app).question).not.toBeNull();
    expect(accountWith({ ...READWISE, baseUrl: 'https://y.example' }, app).question).not.toBeNull();
    expect(accountWith(ELSEWHERE, appWithSecrets()).question).not.toBeNull();
  });

  it('should ask nothing about an address that a person typed, unless the vault named the secret', () => {
    const app = appWithSecrets();
    accountWith(READWISE, app).allowAddress('https://x.example/');
    expect(accountWith(ELSEWHERE, app).question).toBeNull();
    const both = { baseUrl: 'https://y.example', tokenSecret: 'openai-key' };
    accountWith(OTHER_SECRET, app).allowAddress('https://y.example');
    expect(accountWith(both, app).question).not.toBeNull();
    accountWith(OTHER_SECRET, app).allow({ origin: 'https://readwise.io', secret: 'openai-key' });
    accountWith(OTHER_SECRET, app).allowAddress('https://y.example');
    expect(accountWith(both, app).question).toBeNull();
  });

  it.each([
    [null],
    ['yes'],
    [[{ origin: 'https://x.example' }]],
    [[null, 7]],
    [{ origin: 'https://x.example' }],
  ])('should ask when what the device remembers is %j', (stored) => {
    const app = appWithSecrets();
    app.saveLocalStorage('florilegium-allowed', stored);
    expect(accountWith(ELSEWHERE, app).question).not.toBeNull();
  });
});
