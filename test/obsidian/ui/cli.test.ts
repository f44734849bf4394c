import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { Plugin as RealPlugin } from 'obsidian';
import { checkLines } from '../../../src/messages/check-messages';
import type { LibraryCheck } from '../../../src/model/library-check';
import { PluginContext } from '../../../src/obsidian/app/plugin-context';
import { RESULT } from '../../../src/obsidian/strings/strings';
import { OUTSIDE } from '../../../src/obsidian/strings/window-strings';
import { addCli } from '../../../src/obsidian/ui/cli';
import { Outside } from '../../browser/app/outside';
import { vaultWith } from './vault-with';

const NOTE = '---\nreadwise-id: 77\n---\n# Walden\n\nTo the woods ^rw512001\n';

/** Node has no locks of its own, and in its older versions no navigator. */
beforeAll(() => Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }));

/** The command line of an app with one note, where the plugin has no token. */
async function commandLine(): Promise<Outside> {
  const app = await vaultWith({ 'Walden.md': NOTE });
  app.workspace.layoutReady = true;
  const outside = new Outside();
  const plugin = {
    app,
    register: () => undefined,
    registerEvent: () => undefined,
    loadData: () => Promise.resolve({ timeZone: 'UTC' }),
    saveData: () => Promise.resolve(),
    registerCliHandler: (command, description, flags, handler) =>
      void outside.addCliHandler({ command, description, flags, handler }),
  } satisfies Partial<RealPlugin>;
  const context = new PluginContext(plugin as unknown as RealPlugin);
  await context.store.load();
  addCli(context);
  return outside;
}

describe('the command line of the app', () => {
  it.each(['sync', 'preview'])('should say what is missing when there is no token (%s)', async (name) => {
    const outside = await commandLine();
    expect(await outside.runCli(`florilegium:${name}`)).toBe(RESULT.noToken);
    expect(JSON.parse(await outside.runCli(`florilegium:${name} json`))).toEqual({
      outcome: 'failed',
      message: RESULT.noToken,
    });
  });

  it('should check the notes with the report of the terminal', async () => {
    const outside = await commandLine();
    const found = JSON.parse(await outside.runCli('florilegium:check json')) as LibraryCheck;
    expect(found).toMatchObject({ notes: 1, isComplete: false });
    expect(await outside.runCli('florilegium:check')).toBe(checkLines(found).join('\n'));
  });

  it('should tell the status of this device without asking Readwise', async () => {
    const outside = await commandLine();
    expect(JSON.parse(await outside.runCli('florilegium:status json'))).toMatchObject({
      items: 0,
      hold: null,
    });
    expect(await outside.runCli('florilegium:status')).toContain(OUTSIDE.counts.items(0));
  });

  it('should say that no note has an id, and what is no id', async () => {
    const outside = await commandLine();
    expect(await outside.runCli('florilegium:open id=78')).toBe(OUTSIDE.notFound('78'));
    expect(JSON.parse(await outside.runCli('florilegium:open id=../x json'))).toMatchObject({
      outcome: 'failed',
      message: OUTSIDE.cli.noId,
    });
  });
});
