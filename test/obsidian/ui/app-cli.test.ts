import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { CliData, Plugin as RealPlugin } from 'obsidian';
import { checkLines } from '../../../src/messages/check-messages';
import type { LibraryCheck } from '../../../src/model/library-check';
import { PluginContext } from '../../../src/obsidian/app/plugin-context';
import { RESULT } from '../../../src/obsidian/strings/strings';
import { OUTSIDE } from '../../../src/obsidian/strings/outside-strings';
import { answerCli, type CliName } from '../../../src/obsidian/ui/app-cli';
import { vaultWith } from './vault-with';

const NOTE = '---\nreadwise-id: 77\n---\n# Walden\n\nTo the woods ^rw512001\n';

const JSON_ANSWER: CliData = { json: 'true' };

/** Node has no locks of its own, and in its older versions no navigator. */
beforeAll(() => Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }));

/** The command line of an app with one note, where the plugin has no token. */
async function commandLine(): Promise<(name: CliName, params?: CliData) => Promise<string>> {
  const app = await vaultWith({ 'Walden.md': NOTE });
  app.workspace.layoutReady = true;
  const plugin = {
    app,
    register: () => undefined,
    registerEvent: () => undefined,
    loadData: () => Promise.resolve({ timeZone: 'UTC' }),
    saveData: () => Promise.resolve(),
  } satisfies Partial<RealPlugin>;
  const context = new PluginContext(plugin as unknown as RealPlugin);
  await context.store.load();
  const closed = new AbortController().signal;
  return (name, params = {}) => answerCli(context, name, { params, closed });
}

describe('the command line of the app', () => {
  it.each(['sync', 'preview'] as const)(
    'should say what is missing when there is no token (%s)',
    async (name) => {
      const answer = await commandLine();
      expect(await answer(name)).toBe(RESULT.noToken);
      expect(JSON.parse(await answer(name, JSON_ANSWER))).toEqual({
        outcome: 'failed',
        message: RESULT.noToken,
      });
    },
  );

  it('should check the notes with the report of the terminal', async () => {
    const answer = await commandLine();
    const found = JSON.parse(await answer('check', JSON_ANSWER)) as LibraryCheck;
    expect(found).toMatchObject({ notes: 1, isComplete: false });
    expect(await answer('check')).toBe(checkLines(found).join('\n'));
  });

  it('should tell the status of this device without asking Readwise', async () => {
    const answer = await commandLine();
    expect(JSON.parse(await answer('status', JSON_ANSWER))).toMatchObject({
      items: 0,
      hold: null,
    });
    expect(await answer('status')).toContain(OUTSIDE.counts.items(0));
  });

  it('should say that no note has an id, and what is no id', async () => {
    const answer = await commandLine();
    expect(await answer('open', { id: '78' })).toBe(OUTSIDE.notFound('78'));
    expect(JSON.parse(await answer('open', { id: '../x', ...JSON_ANSWER }))).toMatchObject({
      outcome: 'failed',
      message: OUTSIDE.cli.noId,
    });
  });
});
