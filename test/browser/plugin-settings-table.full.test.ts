import { isDeepStrictEqual } from 'node:util';
import { CHOICES, PAGES, ROWS, STYLE } from '../../src/obsidian/strings/settings-strings';
import { valueAt } from '../../src/obsidian/ui/settings/setting-keys';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

type Key = keyof typeof ROWS;
type Page = keyof typeof PAGES;

type Control =
  | { readonly fill: string }
  | { readonly choose: string }
  | { readonly check: boolean }
  | { readonly tick: string };

/** How a row is set, and what the file has then where it is not the same. */
type Case = readonly [key: Key, control: Control, stored?: unknown];

const TABLE: Readonly<Record<Exclude<Page, 'rules'> | 'main', readonly Case[]>> = {
  main: [
    ['folder', { fill: 'Library/Mine' }],
    ['syncOnOpen', { check: true }],
    ['intervalMinutes', { choose: '360' }, 360],
  ],
  scope: [
    ['scope.documents', { choose: 'highlighted' }],
    ['scope.documentLocations', { tick: 'feed' }],
    ['scope.discarded', { check: true }],
  ],
  notes: [
    ['naming.folder', { fill: '{{kind}}/{{author}}' }],
    ['naming.fileName', { fill: '{{upper title}}' }],
    ['authorsAsLinks', { check: true }],
    ['tagPrefix', { fill: 'readwise/' }],
    ['ownNotesAsMarkdown', { check: true }],
    ['unwrapText', { tick: 'epub' }],
    ['notePerHighlight', { check: true }],
    ['templates.highlight', { choose: 'built-in:callouts' }],
    ['timeZone', { fill: 'Europe/Berlin' }],
    ['templates.folder', { fill: 'Mine' }],
  ],
  extras: [
    ['fullText.place', { choose: 'file' }],
    ['fullText.categories', { tick: 'pdf' }],
    ['fullText.tags', { fill: 'read, later on' }, ['read', 'later on']],
    ['attachments', { tick: 'covers' }],
    ['attachments.folder', { fill: 'Pictures' }],
    ['attachments.maxMegabytes', { fill: '2.5' }, 2.5],
    ['remoteImages', { check: false }, 'link'],
    ['daily.reviewPlace', { choose: 'note' }],
    ['daily.reviewFolder', { fill: 'Mine/Reviews' }],
  ],
  advanced: [
    ['deletions.untouched', { choose: 'archive' }],
    ['deletions.touched', { choose: 'archive' }],
    ['outOfScope', { choose: 'leave' }],
    ['deletions.archiveFolder', { fill: 'Old' }],
    ['sendBack', { tick: 'title' }],
    ['baseUrl', { fill: 'https://example.com' }],
  ],
};

const valueOf = (control: Control): unknown => Object.values(control)[0];

describe('each setting', () => {
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  const settingsFile = (more: object = {}): string => JSON.stringify({ syncOnOpen: false, ...more });
  const pageOf = (page: Page | 'main'): readonly string[] => (page === 'main' ? [] : [PAGES[page].name]);
  const field = (key: Key) => app.field(ROWS[key].name);
  const box = (key: Key, member: string) =>
    app.page
      .getByRole('group', { name: ROWS[key].name })
      .getByLabel((CHOICES as Record<string, Record<string, string>>)[key]?.[member] ?? '', { exact: true });

  async function set(key: Key, control: Control): Promise<void> {
    if ('fill' in control) {
      await field(key).fill(control.fill);
      await field(key).blur();
    } else if ('choose' in control) await field(key).selectOption(control.choose);
    else if ('check' in control) await field(key).setChecked(control.check);
    else await box(key, control.tick).check();
  }

  async function shown(key: Key, control: Control): Promise<Control> {
    if ('fill' in control) return { fill: await field(key).inputValue() };
    if ('choose' in control) return { choose: await field(key).inputValue() };
    if ('check' in control) return { check: await field(key).isChecked() };
    return (await box(key, control.tick).isChecked()) ? control : { tick: 'nothing' };
  }

  const stored = async (key: string): Promise<unknown> => valueAt(await app.data(), key);

  it.each(['main', 'scope', 'notes', 'extras', 'advanced'] as const)(
    'should be saved, and shown again when the settings are opened anew, on the page %s',
    async (page) => {
      app = await bench.openApp({ data: settingsFile() });
      await app.openSettings(...pageOf(page));
      for (const [key, control, wanted = valueOf(control)] of TABLE[page]) {
        await set(key, control);
        const [path, value] = 'tick' in control ? [`${key}.${control.tick}`, true] : [key, wanted];
        await until(async () => isDeepStrictEqual(await stored(path), value));
      }
      await app.closeSettings();
      await app.openSettings(...pageOf(page));
      for (const [key, control] of TABLE[page])
        expect([key, await shown(key, control)]).toEqual([key, control]);
    },
  );

  it('should have the details of what is switched on only', async () => {
    app = await bench.openApp({ data: settingsFile() });
    await app.openSettings(PAGES.extras.name);
    const details = ['fullText.tags', 'attachments.maxMegabytes', 'daily.reviewFolder'] as const;
    for (const key of details) expect(await field(key).isVisible()).toBe(false);
    await set('fullText.place', { choose: 'note' });
    await set('attachments', { tick: 'images' });
    await set('daily.reviewPlace', { choose: 'note' });
    for (const key of details) await field(key).waitFor();
  });

  it('should choose the types of documents and those of highlights each for itself', async () => {
    app = await bench.openApp({ data: settingsFile() });
    await app.openSettings(PAGES.scope.name);
    const box = (key: 'scope.documentCategories' | 'scope.bookCategories', type: string) =>
      app.page.getByRole('group', { name: ROWS[key].name }).getByLabel(type, { exact: true });
    const becomes = (key: string, wanted: boolean) => until(async () => (await stored(key)) === wanted);
    const ofDocuments = box('scope.documentCategories', CHOICES['scope.documentCategories'].tweet);
    await ofDocuments.click();
    await becomes('scope.documentCategories.tweet', false);
    expect(await stored('scope.bookCategories.tweets')).toBe(true);
    await ofDocuments.click();
    await becomes('scope.documentCategories.tweet', true);
    await box('scope.bookCategories', CHOICES['scope.bookCategories'].supplementals).click();
    await becomes('scope.bookCategories.supplementals', false);
  });

  it('should give all types one style, and keep what stands in the file until then', async () => {
    const templates = { book: 'built-in:outline', tweet: 'built-in:callouts' };
    app = await bench.openApp({ data: settingsFile({ templates }) });
    await app.openSettings(PAGES.notes.name);
    expect(await field('style').locator('option:checked').textContent()).toBe(STYLE.several);
    expect((await app.data())?.['templates']).toEqual(templates);
    await set('style', { choose: 'built-in:official' });
    await until(async () => (await stored('templates.video')) === 'built-in:official');
    const { book, tweet } = (await app.data())?.['templates'] as Record<string, string>;
    expect([book, tweet]).toEqual(['built-in:official', 'built-in:official']);
  });
});
