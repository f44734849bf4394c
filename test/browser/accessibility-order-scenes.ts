import type { Stage } from './accessibility-stage';

const FOREIGN = '# Lost\n\n## Metadata\n- Author: [[Nobody]]\n- Full Title: Lost\n- Category: #books\n\n## Highlights\n- Not in the library ([Location 1](https://readwise.io/to_kindle?action=open&asin=B000000000&location=1))\n';

/** Another plugin's notes: one of a book of the library, and one of none. */
export const foreignNotes = (passage: string, title: string): Readonly<Record<string, string>> => ({
  'Elsewhere/Lost.md': FOREIGN,
  [`Elsewhere/${title.replaceAll(/[/:]/g, '-')}.md`]: FOREIGN.replace('Full Title: Lost', `Full Title: ${title}`).replace('Not in the library', passage),
});

/** Windows that keep the library in order: check, remove marks, adopt. */
export async function keepingScene(stage: Stage): Promise<void> {
  const { app } = stage;
  const dialog = app.page.getByRole('dialog');
  const [first, second] = [await stage.noteOf(1), await stage.noteOf(2)];
  await app.editNote(first, (await stage.textOf(first)).replace(/^%% florilegium .*%%$/m, (trailer) => trailer.slice(0, 60)));
  await app.editNote('Copy.md', await stage.textOf(second));
  await app.runCommand('Check library…');
  await dialog.getByRole('status').filter({ hasText: /findings?/ }).waitFor();
  await dialog.getByRole('button', { name: /^Show change/ }).first().click();
  await dialog.locator('.florilegium-diff').first().waitFor();
  await stage.look('check');
  await stage.escape();
  await app.runCommand('Remove sync marks…');
  await dialog.getByRole('status').filter({ hasText: /plain Markdown/ }).waitFor();
  await stage.look('remove marks');
  await stage.escape();
  await app.runCommand('Adopt notes of another plugin…');
  await app.button('Look for notes').waitFor();
  await stage.look('adopt: where');
  await app.button('Look for notes').click();
  await app.page.getByText(/notes? looked at/).waitFor();
  const left = app.page.getByText(/left as (it is|they are)/).first();
  if ((await left.count()) > 0) await left.click();
  await stage.look('adopt');
  await stage.escape();
}

/** The library view with all there can be in it, and what asks a person about notes that would go. */
export async function libraryScene(stage: Stage): Promise<void> {
  const { app, shelf, server } = stage;
  const { books } = shelf.library;
  const [clashing = 0] = shelf.books.slice(-1);
  const [passage] = books.liveHighlightsOf(clashing);
  const path = await stage.noteOf(shelf.books.length);
  await app.editNote(path, (await stage.textOf(path)).replace('A passage of', 'What I say of'));
  shelf.library.editHighlight(passage?.id ?? 0, { text: 'What the service says of it' });
  for (const id of shelf.books.slice(0, 12)) for (const highlight of books.liveHighlightsOf(id)) shelf.library.deleteHighlight(highlight.id);
  await app.button('Sync now').click();
  await app.notice(/12 notes would be removed/).waitFor();
  await stage.look('notice of held deletions', { at: '.notice-container' });
  await app.button('Review').click();
  await stage.look('hold');
  await stage.escape();
  await app.runCommand('Copy report for an issue');
  await app.field('Report').waitFor();
  await stage.look('report');
  await stage.escape();
  await app.runCommand('Open library');
  const section = (name: string) => app.page.getByRole('region', { name, exact: true });
  await section('Conflicts').getByRole('button', { name: 'Keep mine' }).waitFor();
  await section('Held deletions').getByRole('button', { name: 'Review' }).waitFor();
  await section('Last syncs').locator('summary').first().click();
  await stage.look('library', { at: '.workspace-leaf' });
  await section('Devices').getByRole('button', { name: 'Rename this device' }).click();
  await stage.look('rename device');
  await stage.escape();
  server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 30_000 });
  await section('Connection').getByRole('button', { name: 'Sync now' }).click();
  await app.page.getByRole('group', { name: 'Sync progress' }).waitFor();
  await stage.look('library while a sync runs', { at: '.workspace-leaf' });
  await stage.look('notice of progress', { at: '.notice-container' });
  if (!stage.options.phone) await stage.look('status bar', { at: '.status-bar-item' });
  await app.page.getByRole('group', { name: 'Sync progress' }).getByRole('button', { name: 'Cancel sync' }).click();
}

/** What asks about notes that are no longer wanted. */
export async function outOfScopeScene(stage: Stage): Promise<void> {
  const { app, server } = stage;
  await app.changeDataOutside(JSON.stringify({ baseUrl: server.url, syncOnOpen: false, scope: { bookCategories: ['articles'] } }));
  await app.button('Sync now').click();
  await app.page.getByRole('dialog', { name: 'What shall become of these notes?' }).waitFor();
  await stage.look('out of scope');
  await stage.escape();
}
