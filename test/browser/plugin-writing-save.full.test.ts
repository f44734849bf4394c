import { OUTBOX } from '../../src/obsidian/strings/outbox-strings';
import { SAVE } from '../../src/obsidian/strings/writing-item-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const NOTE = 'Thoughts.md';

describe('the plugin saving to Reader', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  /** Synced once, with a note of the person's own open. */
  async function open({ text, clipboard = '' }: { readonly text: string; readonly clipboard?: string }) {
    const library = new Library();
    library.addDocument({ title: 'Known', sourceUrl: 'https://example.com/known', location: 'later' });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 0 }),
      token: TOKEN,
    });
    await app.page.evaluate((copied) => {
      navigator.clipboard.readText = () => {
        document.body.dataset['clipboardReads'] = 'yes';
        return Promise.resolve(copied);
      };
    }, clipboard);
    await app.button('Sync now').click();
    await app.notice('1 note created').click();
    await app.addNote(NOTE, text);
    await app.page.locator('.nav-file-title', { hasText: 'Thoughts' }).click();
  }

  async function putCursorIn(words: string): Promise<void> {
    await app.field('Note').evaluate((el, wanted) => {
      const editor = el as HTMLTextAreaElement;
      editor.setSelectionRange(editor.value.indexOf(wanted), editor.value.indexOf(wanted));
    }, words);
  }

  const bodies = (): readonly unknown[] => server.requests.to('/api/v3/save/').map(({ body }) => body);

  it('should save the link at the cursor with tags, location and note', async () => {
    await open({ text: 'See [an essay](https://example.com/essay_(1862)) on walking.\n' });
    await putCursorIn('essay](');
    await app.runCommand('Save to Reader…');
    expect(await app.page.getByRole('dialog').getByRole('radio', { checked: true }).count()).toBe(1);
    await app.page.getByText(SAVE.source(SAVE.link, 'https://example.com/essay_(1862)')).waitFor();
    await app.field('Location').selectOption('Later');
    await app.field('Tags').fill('walks');
    await app.page.getByText(SAVE.more).click();
    await app.field('Title').fill('An essay');
    await app.page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('read soon');
    await app.button('Save').click();
    await app.notice('Saved to Reader.').waitFor();
    expect(bodies()).toEqual([
      {
        url: 'https://example.com/essay_(1862)',
        title: 'An essay',
        location: 'later',
        tags: ['walks'],
        notes: 'read soon',
      },
    ]);
    expect((await app.notes()).map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/An essay\.md$/)]),
    );
  });

  it('should open again, as it was filled in, for what was refused, and save it as it is then', async () => {
    await open({ text: 'See [an essay](https://example.com/essay) on walking.\n' });
    server.faults.when({ path: '/api/v3/save/', times: 1 }, { kind: 'status', status: 400 });
    await putCursorIn('essay](');
    await app.runCommand('Save to Reader…');
    await app.field('Location').selectOption('Later');
    await app.field('Tags').fill('walks');
    await app.page.getByText(SAVE.more).click();
    await app.field('Title').fill('An essay');
    await app.button('Save').click();
    await app.notice(/^Save to Reader: not sent\./).click();
    await app.runCommand('Open sync status');
    await app.statusPane.getByRole('button', { name: OUTBOX.edit }).click();
    const dialog = app.page.getByRole('dialog');
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await dialog.getByLabel('Address').inputValue()).toBe('https://example.com/essay');
    expect(await dialog.getByLabel('Location').inputValue()).toBe('later');
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['walks×']);
    await dialog.getByText(SAVE.more).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('An essay');
    await dialog.getByLabel('Title').fill('');
    await dialog.getByLabel('Address').fill('https://example.com/another');
    await dialog.getByRole('button', { name: SAVE.send, exact: true }).click();
    await app.notice('Saved to Reader.').waitFor();
    expect(bodies().at(-1)).toEqual({
      url: 'https://example.com/another',
      location: 'later',
      tags: ['walks'],
    });
  });

  it('should say that Reader has an address already, and neither offer nor send it', async () => {
    await open({
      text: 'A [known](https://example.com/known) one\n',
      clipboard: 'https://example.com/known',
    });
    await putCursorIn('nown](');
    await app.runCommand('Save to Reader…');
    expect(await app.page.getByText(SAVE.link).count()).toBe(0);
    await app.button(SAVE.paste).click();
    expect(await app.field('Address').inputValue()).toBe('https://example.com/known');
    await app.page.getByText(SAVE.known('Known')).waitFor();
    expect(await app.button('Save').isDisabled()).toBe(true);
    await app.field('Address').press('Control+Enter');
    expect(bodies()).toEqual([]);
  });

  it('should offer addresses in the properties of the note, read the clipboard only by Paste, and refuse what is none', async () => {
    await open({
      text: '---\nsource: https://example.com/source\nstatus: read\n---\nText\n',
      clipboard: 'https://example.com/copied',
    });
    await app.runCommand('Save to Reader…');
    expect(await app.page.getByRole('radiogroup').locator('label').allTextContents()).toEqual([
      'source: https://example.com/source',
      SAVE.thisNote('Thoughts'),
      SAVE.other,
    ]);
    await app.field(SAVE.other).check();
    expect(await app.button('Save').isDisabled()).toBe(true);
    expect(await app.page.evaluate(() => document.body.dataset['clipboardReads'])).toBeUndefined();
    await app.button(SAVE.paste).click();
    expect(await app.field('Address').inputValue()).toBe('https://example.com/copied');
    expect(await app.page.evaluate(() => document.body.dataset['clipboardReads'])).toBe('yes');
    await app.field('Address').fill('example');
    await app.page.getByText(SAVE.badAddress).waitFor();
    expect(await app.button('Save').isDisabled()).toBe(true);
    expect(bodies()).toEqual([]);
  });

  it('should save the note itself as clean HTML, under an address that stays the same', async () => {
    await open({
      text: '---\nmine: 1\n---\n# Walks\n\nA *fine* [[Known|day]], see [this](https://example.com). ^block\n',
    });
    await app.runCommand('Save to Reader…');
    await app.field(SAVE.thisNote('Thoughts')).check();
    expect(await app.field('Address').isVisible()).toBe(false);
    await app.button('Save').click();
    await app.notice('Saved to Reader.').click();
    const [body] = bodies() as readonly Record<string, string>[];
    expect(body).toMatchObject({ title: 'Thoughts', should_clean_html: true });
    expect(body?.['html']?.trim()).toBe(
      '<h1>Walks</h1>\n<p>A <em>fine</em> day, see <a href="https://example.com">this</a>.</p>',
    );
    const { url = '' } = body ?? {};
    const text = (await app.notes()).find(({ path }) => path === NOTE)?.text ?? '';
    expect(text).toContain(`reader-address: ${url}\n`);

    await app.runCommand('Save to Reader…');
    await app.field(SAVE.thisNote('Thoughts')).check();
    await app.page.getByText(SAVE.known('Thoughts')).waitFor();
    expect(await app.button('Save').isDisabled()).toBe(true);
    await app.page.keyboard.press('Escape');

    // The note that the sync made of it.
    await app.page.locator('.nav-file-title', { hasText: 'Thoughts' }).first().click();
    await app.runCommand('Save to Reader…');
    await app.field('Address').waitFor();
    expect(await app.field(SAVE.thisNote('Thoughts')).count()).toBe(0);
    expect(bodies()).toHaveLength(1);
  });
});
