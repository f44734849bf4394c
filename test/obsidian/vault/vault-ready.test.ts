import '../../browser/app/window';
import type { App as RealApp } from 'obsidian';
import { vaultReady } from '../../../src/obsidian/vault/vault-ready';
import { App } from '../../browser/app/app-model';

const never = new AbortController().signal;

describe('vaultReady', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('should wait for the layout and for every note to be indexed', async () => {
    const app = new App();
    await app.vault.create('A.md', '---\nreadwise-id: 1\n---\n');
    const ready = vaultReady(app as unknown as RealApp, never);
    app.workspace.becomeReady();
    await ready;
    const file = app.vault.getFileByPath('A.md');
    expect(file === null ? null : app.metadataCache.getFileCache(file)).toMatchObject({
      frontmatter: { 'readwise-id': 1 },
    });
  });

  it('should be ready at once when everything is indexed and no event will come', async () => {
    const app = new App();
    app.workspace.becomeReady();
    await expect(vaultReady(app as unknown as RealApp, never)).resolves.toBeUndefined();
  });

  it('should wait once only for a note that cannot be read', async () => {
    const app = new App();
    app.workspace.becomeReady();
    app.vault.disk.write('Locked.md', 'Mine');
    app.vault.disk.refuse('Locked.md', 'EACCES: permission denied');
    app.vault.addFromDisk('Locked.md');
    await vaultReady(app as unknown as RealApp, never);
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    await expect(
      Promise.race([
        vaultReady(app as unknown as RealApp, never),
        new Promise((resolve) => setImmediate(() => resolve('waits'))),
      ]),
    ).resolves.toBeUndefined();
  });

  it('should stop waiting when it is aborted', async () => {
    const abort = new AbortController();
    const ready = vaultReady(new App() as unknown as RealApp, abort.signal);
    abort.abort(new Error('unloaded'));
    await expect(ready).rejects.toThrow('cancelled');
  });
});
