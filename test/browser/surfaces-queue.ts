import { PANE } from '../../src/obsidian/strings/pane-strings';
import { OUTSIDE } from '../../src/obsidian/strings/outside-strings';
import { QUEUE } from '../../src/obsidian/strings/queue-strings';
import type { OddShelf } from './surface-library';
import type { Stage } from './surface-stage';

const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="teal"/></svg>';

/** Documents to read, of which one has everything that the queue can show, and one nothing. */
export function fillQueue({ library }: OddShelf): void {
  library.addDocument({
    title: 'Walking, or the Wild: a lecture on the art of sauntering, with remarks on apples and the moon',
    author: 'Henry David Thoreau, Ralph Waldo Emerson and many others of the town of Concord',
    siteName: 'www.theatlantic-monthly-archive-of-1862.example',
    category: 'article',
    location: 'later',
    summary: 'I wish to speak a word for Nature, for absolute freedom and wildness.\nAnd more.',
    wordCount: 12_000,
    readingProgress: 0.35,
    tags: ['nature', 'essays of the nineteenth century', 'walking'],
    imageUrl: 'https://covers.example/walking.png',
  });
  library.addDocument({ title: 'Untitled', category: 'article', location: 'new' });
  library.addDocument({ title: 'Cape Cod', author: 'Thoreau', category: 'article', location: 'new' });
}

/** The reading queue: as it is, with the focus on a row, and while a document is on its way. */
export async function queueScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.page.route('https://covers.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: COVER }),
  );
  await app.inStatusMenu(PANE.menu.base);
  await app.button('Collapse right sidebar').click();
  await app.openBase('Readwise/Library.base', OUTSIDE.queue);
  const row = app.page.getByRole('listitem', { name: 'Cape Cod', exact: true });
  await row.waitFor();
  await stage.look('reading queue', { at: '.florilegium-queue' });
  await row.getByRole('button', { name: QUEUE.moves.archive }).click();
  await row.getByText(QUEUE.moved('Archive')).waitFor();
  await row.focus();
  await stage.look('reading queue, moving', { at: '.florilegium-queue' });
}
