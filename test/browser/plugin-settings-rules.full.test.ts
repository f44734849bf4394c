import { isDeepStrictEqual } from 'node:util';
import {
  HIGHLIGHT_CHOICE,
  KINDLE_LIMIT,
  OWN_CHOICE,
  RULE_CONDITIONS,
  RULE_FIELDS,
} from '../../src/obsidian/strings/rule-strings';
import { PAGES, ROWS, RULES as TEXT } from '../../src/obsidian/strings/settings-strings';
import type { Locator } from 'playwright-core';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const RULES = [
  { name: 'No tweets', when: { kinds: ['tweet'] }, then: { leaveOut: true } },
  { name: 'Thoreau', when: { author: 'thoreau' }, then: { folder: 'Woods', template: 'built-in:callouts' } },
  { when: {}, then: { notePerHighlight: true } },
];

describe('the page of rules', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    const library = new Library();
    for (const [title, author, category] of [
      ['Walden', 'Henry David Thoreau', 'books'],
      ['Walking', 'Henry David Thoreau', 'articles'],
      ['Tweets of Thoreau', 'Thoreau', 'tweets'],
      ['Emma', 'Jane Austen', 'books'],
    ] as const) {
      const { id } = library.addHighlight(library.addBook({ title, author, category }).id, {
        text: `Passage of ${title}.`,
        location: 1,
      });
      if (title === 'Emma') library.favourite(id);
    }
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });
  afterAll(() => server.close());

  async function open({
    rules = [] as readonly object[],
    scope = {},
    isSynced = false,
    phone = false,
  }: {
    readonly rules?: readonly object[];
    readonly scope?: object;
    readonly isSynced?: boolean;
    readonly phone?: boolean;
  } = {}): Promise<void> {
    const data = { baseUrl: server.url, syncOnOpen: false };
    app = await bench.openApp({
      phone,
      data: JSON.stringify(isSynced ? data : { ...data, rules }),
      token: TOKEN,
    });
    if (isSynced) {
      await app.button('Sync now').click();
      await app.notice(/notes? created/).click();
      await app.changeDataOutside(JSON.stringify({ ...data, scope, rules }));
    }
    await app.openSettings(PAGES.rules.name);
  }

  const saved = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await app.data())?.['rules'] ?? []) as readonly Record<string, unknown>[];
  const names = async (): Promise<readonly unknown[]> => (await saved()).map(({ name }) => name);
  const becomes = (wanted: unknown) => until(async () => isDeepStrictEqual(await saved(), wanted));
  const inMenu = async (rule: string, entry: string): Promise<void> => {
    await app.button(TEXT.more(rule)).click();
    await app.page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const summary = () => app.page.getByRole('dialog', { name: 'Rule' }).getByRole('status');

  it('should list rules in words with what each catches in the library', async () => {
    await open({ rules: RULES, isSynced: true });
    await app.row('No tweets').getByText('1 item', { exact: true }).waitFor();
    await app.row('Thoreau').getByText('2 items, 1 more matched by rules above').waitFor();
    await app.row('Rule 3').getByText('1 item, 3 more matched by rules above').waitFor();
    await app
      .row('Thoreau')
      .getByText('Items by “thoreau” go into the folder “Woods” and have the style Callouts (built-in).')
      .waitFor();
  });

  it('should choose the highlights of all notes in words, with how many these are', async () => {
    await open({ isSynced: true });
    await app.closeSettings();
    await app.openSettings(PAGES.scope.name);
    const { name } = ROWS['scope.highlights'];
    const says = (text: string) => app.row(name).getByText(text).waitFor();
    await says('All highlights (4).');
    await app.button(`${name}: ${HIGHLIGHT_CHOICE.choose}`).click();
    await app.field(RULE_FIELDS['then.highlights.any.favorites'].name).check();
    const dialog = app.page.getByRole('dialog', { name: HIGHLIGHT_CHOICE.title });
    await dialog.getByRole('status').getByText('1 of 4 highlights.').waitFor();
    await app.button('Save').click();
    await says('Only favorites (1 of 4).');
    await until(async () => (await focused()) === `${name}: ${HIGHLIGHT_CHOICE.choose}`);
    await app.field(ROWS.kindleLimit.name).check();
    await says('Only favorites, no limit messages of Kindle (1 of 4).');
    await until(async () => (await focused()) === ROWS.kindleLimit.name);
    const chosen = { any: { favorites: true }, none: { texts: [KINDLE_LIMIT] } };
    const stored = async () => ((await app.data())?.['scope'] as { highlights?: unknown }).highlights;
    await until(async () => isDeepStrictEqual(await stored(), chosen));
  });

  it('should count what a rule catches by the highlights that it chooses itself', async () => {
    const favorites = { any: { favorites: true } };
    await open({
      rules: [
        { name: 'Tweets', when: { kinds: ['tweet'] }, then: { highlights: {} } },
        { name: 'Woods', when: { author: 'thoreau' }, then: { folder: 'Woods' } },
      ],
      scope: { highlights: favorites },
      isSynced: true,
    });
    await app.row('Tweets').getByText('1 item', { exact: true }).waitFor();
    await app.row('Woods').getByText('0 items, 1 more matched by rules above').waitFor();
    await inMenu('Woods', TEXT.edit);
    await summary().getByText(TEXT.matches('0 items, 1 more matched by rules above')).waitFor();
    expect(await app.page.getByText(OWN_CHOICE).isVisible()).toBe(false);
    const texts = RULE_FIELDS['then.highlights.none.texts'].name;
    await app.field(TEXT.addChange).selectOption(texts);
    await app.field(texts).fill('Economy');
    await summary().getByText(TEXT.matches('2 items, 1 more matched by rules above')).waitFor();
    await app.page.getByText(OWN_CHOICE).waitFor();
    await app.button('Cancel').click();
    await app.closeSettings();
    await app.openSettings(PAGES.scope.name);
    await app
      .row(ROWS['scope.highlights'].name)
      .getByText('Only favorites, except where a rule chooses (2 of 4).')
      .waitFor();
  });

  it('should say that there is none, add one and keep nothing that says nothing', async () => {
    await open();
    await app.page.getByText(TEXT.none).waitFor();
    await app.button('Add rule').click();
    await app.field('Name').fill('Work');
    for (const condition of ['Types', 'Tags', 'Number of highlights', 'Favorites', 'Age'])
      await app.field('Add condition').selectOption(condition);
    await app.page.getByRole('group', { name: 'Types' }).getByLabel('Article').check();
    await app.field('Any of these tags').fill('work, ai');
    await app.field('Highlights, at least').fill('2');
    await app.field('Favorites').selectOption('At least one highlight is a favorite');
    await app.field('Newer than, in days').fill('30');
    for (const change of ['then.folder', 'then.template', 'then.fullText', 'then.notePerHighlight'] as const)
      await app.field(TEXT.addChange).selectOption(RULE_FIELDS[change].name);
    await app.field('Folder of the note').fill('Work/{{author}}');
    await app.field(RULE_FIELDS['then.template'].name).selectOption('Callouts (built-in)');
    await app.field('Full text').selectOption('At the end of the note');
    await app.field('Highlight notes').last().selectOption('No');
    await summary().getByText(TEXT.matches('0 items')).waitFor();
    await app.button('Save').click();
    await becomes([
      {
        name: 'Work',
        enabled: true,
        when: {
          kinds: ['article'],
          tags: { any: ['work', 'ai'] },
          highlights: { min: 2 },
          favorites: true,
          age: { newerThanDays: 30 },
        },
        then: {
          folder: 'Work/{{author}}',
          template: 'built-in:callouts',
          fullText: 'note',
          notePerHighlight: false,
        },
      },
    ]);
    await app.row('Work').waitFor();
  });

  it('should say at each field what is wrong with it, and save no rule with a mistake', async () => {
    await open({ rules: [RULES[1] ?? {}] });
    await inMenu('Thoreau', TEXT.edit);
    await app.field('Add condition').selectOption('Title');
    await app.field('Title').fill('/(/');
    await app
      .row('Title')
      .getByRole('alert')
      .getByText(/Regular expressions do not work here/)
      .waitFor();
    await app.field('Add condition').selectOption('Number of highlights');
    await app.field('Highlights, at least').fill('5');
    await app.field('Highlights, at most').fill('2');
    await app
      .row('Highlights, at least')
      .getByRole('alert')
      .getByText(/min is more than max/)
      .waitFor();
    await app.field(TEXT.addChange).selectOption('Name of the note');
    await app.field('Name of the note').fill('{{titel}}');
    await app
      .row('Name of the note')
      .getByRole('alert')
      .getByText(/Line 1, column 3: There is no field "titel" here/)
      .waitFor();
    await app.button('Save').click();
    await app.button('Cancel').click();
    expect(await saved()).toEqual([RULES[1]]);
  });

  /** Whether all of it can be seen. */
  const isInSight = (field: Locator): Promise<boolean> =>
    field.evaluate(
      (element) =>
        new Promise<boolean>((resolve) =>
          new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio === 1)).observe(element),
        ),
    );

  it.each([
    ['a desktop', false],
    ['a phone', true],
  ])('should lead to the first field that is wrong when a rule is saved on %s', async (device, phone) => {
    await open({ rules: [RULES[1] ?? {}], phone });
    await inMenu('Thoreau', TEXT.edit);
    await app.field('Add condition').selectOption('Title');
    for (const condition of ['Tags', 'Site', 'Sources', 'Number of highlights', 'Age'])
      await app.field('Add condition').selectOption(condition);
    await app.field('Title').fill('/(/');
    await app.field(TEXT.addChange).scrollIntoViewIfNeeded();
    expect(await isInSight(app.field('Title'))).toBe(false);
    await app.button('Save').click();
    await app.field('Title').and(app.page.locator(':focus')).waitFor();
    expect(await isInSight(app.field('Title'))).toBe(true);
    expect(await isInSight(app.row('Title').getByRole('alert'))).toBe(true);
    await app.screenshot(`rule-wrong-${device}`);
    expect(await saved()).toEqual([RULES[1]]);
  });

  it('should say what is missing, and save nothing, when a rule or a part of it is empty', async () => {
    await open();
    const colors = RULE_FIELDS['then.highlights.any.colors'].name;
    const says = (row: string, text: string) => app.row(row).getByRole('alert').getByText(text).waitFor();
    await app.button('Add rule').click();
    await app.button('Save').click();
    await app.page.getByRole('alert').getByText(TEXT.nothing).waitFor();
    await app.field(TEXT.addCondition).and(app.page.locator(':focus')).waitFor();
    await app.field(TEXT.addCondition).selectOption('Types');
    await app.field(TEXT.addCondition).selectOption('Age');
    await app.field(TEXT.addChange).selectOption(colors);
    await app.button('Save').click();
    await says('Types', TEXT.selectSome);
    await says('Older than, in days', TEXT.fillInOne);
    await says(colors, TEXT.selectSome);
    await app.page.getByRole('group', { name: 'Types' }).locator(':focus').waitFor();
    await app.screenshot('rule-missing');
    expect(await saved()).toEqual([]);
    await app.field('Newer than, in days').fill('30');
    await app.button(TEXT.remove('Types')).click();
    await app.field(TEXT.addCondition).and(app.page.locator(':focus')).waitFor();
    await app.page.getByRole('group', { name: colors }).getByLabel('Blue').check();
    await app.button('Save').click();
    await becomes([
      {
        enabled: true,
        when: { age: { newerThanDays: 30 } },
        then: { highlights: { any: { colors: ['blue'] } } },
      },
    ]);
  });

  it('should have a switch on when it is added, and save no rule with one that is off', async () => {
    await open();
    const favorites = RULE_FIELDS['then.highlights.any.favorites'].name;
    await app.button('Add rule').click();
    await app.field(TEXT.addChange).selectOption(favorites);
    expect(await app.field(favorites).isChecked()).toBe(true);
    await app.field(favorites).uncheck();
    await app.button('Save').click();
    await app.row(favorites).getByRole('alert').getByText(TEXT.turnOnThis).waitFor();
    expect(await saved()).toEqual([]);
    await app.field(favorites).check();
    await app.button('Save').click();
    await becomes([{ enabled: true, when: {}, then: { highlights: { any: { favorites: true } } } }]);
  });

  it('should count what a rule catches while it is edited', async () => {
    await open({ rules: RULES.slice(0, 1), isSynced: true });
    await app.button('Add rule').click();
    await summary().getByText(TEXT.matches('3 items, 1 more matched by rules above')).waitFor();
    await app.field('Add condition').selectOption('Author');
    await app.field('Author').fill('thoreau');
    await summary().getByText(TEXT.matches('2 items, 1 more matched by rules above')).waitFor();
    await app.field('Add condition').selectOption('Title');
    await app.field('Title').fill('Economy\nWald?n');
    await summary().getByText(TEXT.matches('1 item')).waitFor();
  });

  it('should change one rule and leave what it does not know', async () => {
    await open({ rules: [{ ...RULES[1], fromTomorrow: 1 }] });
    await inMenu('Thoreau', TEXT.edit);
    expect(await app.field(RULE_FIELDS['then.template'].name).inputValue()).toBe('built-in:callouts');
    await app.button(TEXT.remove('Author')).click();
    await app.field(TEXT.addChange).selectOption('Leave it out');
    await app.button('Save').click();
    await becomes([
      {
        name: 'Thoreau',
        enabled: true,
        when: {},
        then: { folder: 'Woods', template: 'built-in:callouts', leaveOut: true },
        fromTomorrow: 1,
      },
    ]);
  });

  it('should show only the conditions that a rule has, and take each from the choice of others', async () => {
    await open({ rules: [RULES[1] ?? {}] });
    await inMenu('Thoreau', TEXT.edit);
    expect(await app.field('Author').inputValue()).toBe('thoreau');
    expect(await app.field('Title').count()).toBe(0);
    const offered = (label: string) => app.field(label).locator('option').allTextContents();
    const { author: _, ...others } = RULE_CONDITIONS;
    expect(await offered(TEXT.addCondition)).toEqual([TEXT.addCondition, ...Object.values(others)]);
    await app.field(TEXT.addCondition).selectOption('Title');
    await app.field('Title').and(app.page.locator(':focus')).waitFor();
    expect(await offered(TEXT.addChange)).not.toContain(RULE_FIELDS['then.folder'].name);
    await app.field(TEXT.addChange).selectOption(RULE_FIELDS['then.fileName'].name);
    await app.field(RULE_FIELDS['then.fileName'].name).and(app.page.locator(':focus')).waitFor();
  });

  it('should move a rule by its menu, and keep the focus on it', async () => {
    await open({ rules: RULES });
    await app.button(TEXT.more('Thoreau')).focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('menuitem', { name: TEXT.up, exact: true }).click();
    await until(async () => (await names())[0] === 'Thoreau');
    await until(async () => (await focused()) === TEXT.more('Thoreau'));
    await app.page.keyboard.press('Enter');
    expect(await app.page.getByRole('menuitem').allTextContents()).toEqual([
      TEXT.edit,
      TEXT.down,
      TEXT.turnOff,
      TEXT.delete,
    ]);
    await app.page.getByRole('menuitem', { name: TEXT.down, exact: true }).click();
    await until(async () => (await names())[1] === 'Thoreau');
  });

  it('should offer to undo when a rule was deleted, and put it back in its place', async () => {
    await open({ rules: RULES });
    await inMenu('Thoreau', TEXT.delete);
    await until(async () => (await names()).length === 2);
    await app.notice('The rule Thoreau was deleted.').getByRole('button', { name: 'Undo' }).click();
    await becomes(
      RULES.map((rule) => ({ enabled: true, ...rule })).map((rule, index) => ({ ...RULES[index], ...rule })),
    );
    expect(await app.notice('was deleted').count()).toBe(0);
  });

  it('should keep the focus in the list when a rule is turned off or deleted', async () => {
    await open({ rules: RULES });
    await inMenu('Thoreau', TEXT.turnOff);
    await until(async () => (await saved())[1]?.['enabled'] === false);
    await until(async () => (await focused()) === TEXT.more('Thoreau'));
    await app
      .row('Thoreau')
      .getByText(/^Off\. Items by/)
      .waitFor();
    await inMenu('Thoreau', TEXT.turnOn);
    await until(async () => (await saved())[1]?.['enabled'] === true);
    await inMenu('No tweets', TEXT.delete);
    await until(async () => (await focused()) === TEXT.more('Thoreau'));
  });

  it('should take nothing from a rule that came from elsewhere while another was edited', async () => {
    await open({ rules: RULES });
    await inMenu('Thoreau', TEXT.edit);
    await app.changeDataOutside(
      JSON.stringify({ baseUrl: server.url, syncOnOpen: false, rules: [RULES[2], RULES[0]] }),
    );
    await app.field('Author').fill('henry');
    await app.button('Save').click();
    await until(async () => (await saved()).length === 3);
    expect((await saved()).map(({ when }) => when)).toEqual([{}, { kinds: ['tweet'] }, { author: 'henry' }]);
  });
});
