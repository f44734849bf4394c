import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { layoutFindings } from './accessibility-layout';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const NARROW = { width: 375, height: 812 };
type Pages = Readonly<Record<string, { readonly name: string }>>;

/** What a language says. */
const said = (
  language: string,
): {
  readonly commands: Readonly<Record<string, string>>;
  readonly settings: Pages;
  readonly rules: { readonly name: string; readonly add: string };
} & Pages =>
  JSON.parse(readFileSync(join(__dirname, `../../languages/${language}.json`), 'utf8')) as ReturnType<
    typeof said
  >;

const pagesIn = (language: string): readonly string[] => {
  const { settings, names, templates, rules, fullText, attachments, daily, deletions } = said(language);
  return [
    settings['scope'],
    names,
    templates,
    rules,
    fullText,
    attachments,
    daily,
    deletions,
    settings['advanced'],
  ].map((page) => page?.name ?? '');
};

/** Makes every word longer by half, as a language with long words would have it; but for choices, whose list is as wide as it likes. */
const makeWordsLong = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(
      document.querySelector('.modal') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement instanceof HTMLOptionElement) continue;
      text.textContent = (text.textContent ?? '').replace(
        /\p{L}{4,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length / 2)).toLowerCase(),
      );
    }
  });

/** What stands out of the window on the right. */
const outside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.modal *')]
      .filter(
        (el) =>
          el.getBoundingClientRect().right > window.innerWidth + 1 && el.getBoundingClientRect().width > 0,
      )
      .map((el) => `${el.tagName} ${el.className} ${(el.textContent ?? '').slice(0, 60)}`),
  );

describe('the languages of the plugin', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open(
    library: Library,
    options: {
      readonly language: string;
      readonly phone?: boolean;
      readonly dark?: boolean;
      readonly isNew?: boolean;
      readonly settings?: object;
    },
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({
        baseUrl: server.url,
        syncOnOpen: false,
        intervalMinutes: 0,
        ...options.settings,
      }),
      ...(options.isNew === true ? {} : { token: TOKEN }),
      ...options,
    });
  }

  it.each([
    { device: 'desktop', phone: false, dark: false },
    { device: 'phone', phone: true, dark: true },
  ])(
    'should sync, ask and set in German when the app is in German, on a $device',
    async ({ device, phone, dark }) => {
      await open(shelfOfBooks(15), { language: 'de', phone, dark });
      await app.openSettings();
      await app.page.getByText('Minuten zwischen Synchronisierungen').waitFor();
      await app.screenshot(`german-settings-${device}`);
      await app.closeSettings();
      await app.button('Jetzt synchronisieren').click();
      await app.notice('Readwise: 15 Notizen erstellt.').waitFor();
      await app.screenshot(`german-result-${device}`);
      await app.notice('Readwise: 15 Notizen erstellt.').click();
      const books = [...server.library.books.books()].slice(0, 12);
      for (const book of books)
        for (const { id } of server.library.books.liveHighlightsOf(book.id))
          server.library.deleteHighlight(id);
      await app.button('Jetzt synchronisieren').click();
      await app.notice(/12 Notizen würden entfernt/).waitFor();
      await app.button('Prüfen').click();
      await app.page.getByRole('checkbox', { name: 'Readwise/Books/Book 2.md', exact: true }).uncheck();
      await app.screenshot(`german-hold-${device}`);
      await app.button('11 Notizen entfernen, 1 behalten').click();
      await app.notice(/11 Notizen in den Papierkorb verschoben, 1 Notiz behalten/).click();
      await app.runCommand('Zurückgehaltene Löschungen prüfen');
      await app.notice('Es sind keine Notizen zurückgehalten.').waitFor();
    },
  );

  it('should lead to the first notes in German when the app is in German', async () => {
    await open(shelfOfBooks(3), { language: 'de', isNew: true });
    const dialog = app.page.getByRole('dialog', { name: 'Readwise-Synchronisierung einrichten' });
    await app
      .notice('Florilegium kann deine Readwise-Markierungen in diesen Vault holen.')
      .getByRole('button', { name: 'Hier beginnen' })
      .click();
    await dialog.getByText('Schritt 1 von 4').waitFor();
    await app.field('Zugriffstoken').fill(TOKEN);
    await app.button('Weiter').click();
    await dialog.getByRole('heading', { name: 'Ordner und Stil' }).waitFor();
    await app.page
      .getByRole('region', { name: 'Vorschau' })
      .getByRole('heading', { name: 'Meditations' })
      .waitFor();
    await app.button('Weiter').click();
    await dialog.getByText('Deine Bibliothek enthält 3 Bücher, 0 Dokumente.').waitFor();
    await dialog.getByText('Die erste Synchronisierung dauert ein paar Sekunden.').waitFor();
    await app.screenshot('german-start-desktop');
    await app.button('Weiter').click();
    await dialog.getByText('Notizen kommen in „Readwise“.').waitFor();
    await app.button('Synchronisierung starten').click();
    await app
      .notice('Deine Markierungen sind da.')
      .getByRole('button', { name: 'Eine Notiz öffnen' })
      .click();
    await app.runCommand('Warum sieht diese Notiz so aus?');
    await app.page.getByText(/^Erstellt von der Synchronisierung vom /).waitFor();
  });

  it('should tell of its library in German, and preview a sync, when the app is in German on a phone', async () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    const { id: lake } = library.addHighlight(id, {
      text: 'A lake is the landscape’s most beautiful and expressive feature',
      location: 1,
    });
    await open(library, { language: 'de', phone: true });
    await app.button('Jetzt synchronisieren').click();
    await app.notice('1 Notiz erstellt').click();
    const [note] = await app.notes();
    await app.editNote(note?.path ?? '', (note?.text ?? '').replace('most beautiful', 'very loveliest'));
    library.editHighlight(lake, { text: 'A lake is the landscape’s truest feature' });
    await app.runCommand('Vorschau der Synchronisierung');
    const preview = app.page.getByRole('dialog', { name: 'Vorschau der nächsten Synchronisierung' });
    await preview.getByText('1 Notiz aktualisieren').first().waitFor();
    await preview.getByRole('button', { name: /^Änderungen anzeigen: / }).click();
    await preview.getByText(/\d+ Zeilen? hinzugefügt/).waitFor();
    expect(await outside(app.page)).toEqual([]);
    await app.button('Alle anwenden').click();
    await app
      .notice(/auf beiden Seiten geändert/)
      .getByText(/auf beiden Seiten geändert/)
      .click();
    await app.runCommand('Bibliothek öffnen');
    await app.page
      .getByRole('region', { name: 'Konflikte' })
      .getByRole('button', { name: 'Beide behalten' })
      .first()
      .waitFor();
    await app.page
      .getByText('Dieses Gerät kennt 1 Eintrag, gelöschte und ausgelassene mitgezählt, mit 1 Notiz im Vault.')
      .waitFor();
    await app.screenshot('german-library-phone');
    await app.page.getByRole('button', { name: 'Beide behalten' }).first().click();
    await app.notice('Beide Texte bleiben').waitFor();
  });

  it('should say in German why a sync failed, what a rule does, and what is wrong with one, when the app is in German', async () => {
    const rules = [
      {
        when: { kinds: ['article', 'tweet'], tags: { all: ['work', 'ai'] }, age: { newerThanDays: 30 } },
        then: { folder: 'Arbeit', fullText: 'file' },
      },
    ];
    await open(shelfOfBooks(2), { language: 'de', settings: { rules } });
    server.faults.when(
      { path: '/api/v2/export/' },
      { kind: 'status', status: 400, body: JSON.stringify({ detail: 'No such field.' }) },
    );
    await app.button('Jetzt synchronisieren').click();
    const failed = app.notice(
      'Abrufen der Markierungen, Seite 1: Readwise hat die Anfrage abgelehnt (400: No such field.). Korrigiere, was genannt wird, und versuche es erneut.',
    );
    await failed.waitFor();
    await app.screenshot('german-failure-desktop');
    await failed.click();
    await app.openSettings('Regeln');
    await app
      .row('Regel 1')
      .getByText(
        'Artikel und Tweets mit den Tags work und ai, neuer als 30 Tage → Ordner Arbeit, Volltext in einer eigenen Datei',
      )
      .waitFor();
    await app.screenshot('german-rule-desktop');
    await app.button('Regel 1 bearbeiten').click();
    await app.field('Titel').fill('/(/');
    await app.page
      .getByText('bei Zeichen 1 des Musters: diese ( ist nicht geschlossen; das Zeichen selbst ist \\(')
      .waitFor();
    await app.field('Titel').fill('Walden');
    await app.page
      .getByText('Artikel und Tweets mit den Tags work und ai, mit „Walden“ im Titel und neuer als 30 Tage →')
      .waitFor();
    await app.screenshot('german-rule-modal-desktop');
  });

  it.each(['es', 'fr', 'ja'])(
    'should name its commands in the language of the app when that is %s',
    async (language) => {
      await open(shelfOfBooks(1), { language });
      const { commands } = said(language);
      expect(Object.values(await app.commandNames())).toEqual(
        expect.arrayContaining(Object.values(commands)),
      );
      await app.button(commands['sync'] ?? '').click();
      await app.notice('Readwise').waitFor();
    },
  );

  it.each([
    ['de-AT', 'Jetzt synchronisieren'],
    ['tlh', 'Sync now'],
  ])('should speak the nearest language when the app is in %s', async (language, name) => {
    await open(new Library(), { language });
    await app.button(name).waitFor();
  });

  it.each(['de', 'ja'])(
    'should fit a narrow window with its settings in %s, also when every word is half as long again',
    async (language) => {
      await open(shelfOfBooks(2), { language, phone: true });
      await app.page.setViewportSize(NARROW);
      const pages = pagesIn(language);
      await app.openSettings();
      await makeWordsLong(app.page);
      expect(await outside(app.page)).toEqual([]);
      await app.closeSettings();
      for (const name of pages) {
        await app.openSettings(name);
        expect({ name, outside: await outside(app.page) }).toEqual({ name, outside: [] });
        await makeWordsLong(app.page);
        expect({ name, outside: await outside(app.page) }).toEqual({ name, outside: [] });
        await app.closeSettings();
      }
    },
  );

  it.each(['de', 'fr'])(
    'should fit a narrow window with a rule in %s, whose choices are long',
    async (language) => {
      await open(shelfOfBooks(2), { language, phone: true });
      await app.page.setViewportSize(NARROW);
      const { name, add } = said(language).rules;
      await app.openSettings(name);
      await app.button(add).click();
      await app.page.getByRole('dialog').last().getByRole('combobox').first().waitFor();
      expect(await layoutFindings(app.page, '.modal-container .modal')).toEqual([]);
    },
  );

  it('should show what is written from right to left in its own direction when the window is not', async () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'מסילת ישרים', author: 'רמח״ל', category: 'books' });
    library.addHighlight(id, { text: 'יסוד החסידות ושורש העבודה התמימה', location: 1 });
    await open(library, { language: 'en' });
    await app.button('Sync now').click();
    await app.notice('1 note created').click();
    await app.openSettings('Names');
    await app.page.locator('.florilegium-examples li').first().waitFor();
    expect(await app.page.locator('.florilegium-examples li').first().getAttribute('dir')).toBe('auto');
  });
});
