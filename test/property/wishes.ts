import fc from 'fast-check';
import type { SyncReport } from '../../src/model/report';
import type { Settings } from '../../src/model/settings';
import type { StateStore } from '../../src/model/ports';
import { renderNotes } from '../../src/sync/write/render-notes';
import { FakeClock } from '../support/fake-clock';
import { fileBytes } from '../support/file-bytes';
import { MemoryAttachments } from '../support/memory-attachments';
import { newDevice, type Device, type World } from './world';

/** What a person may want of their notes, as settings. What falls out of scope goes to the trash, so that vaults can be compared. */
const WISHES = [
  {},
  { notePerHighlight: true },
  { fullText: { place: 'note' } },
  { fullText: { place: 'file' } },
  { naming: { folder: '{{author}}', fileName: '{{title}}' } },
  { naming: { folder: '', fileName: 'All' } },
  { rules: [{ when: { kinds: ['article'] }, then: { folder: 'A', fullText: 'file' } }] },
  {
    rules: [
      { when: { kinds: ['tweet'] }, then: { leaveOut: true } },
      { when: { highlights: { min: 2 } }, then: { folder: 'Many', template: 'built-in:callouts' } },
    ],
  },
  {
    rules: [{ when: { highlights: { min: 2 } }, then: { notePerHighlight: true, fullText: 'note' } }],
    templates: { article: 'built-in:outline' },
  },
  { templates: { categories: { articles: 'built-in:callouts', supplementals: 'built-in:minimal' } } },
  { attachments: { covers: true, images: true } },
  {
    fullText: { place: 'note' },
    attachments: { images: true },
    rules: [{ when: { kinds: ['book'] }, then: { template: 'built-in:study' } }],
  },
  { fullText: { place: 'file' }, attachments: { covers: true, images: true }, remoteImages: 'link' },
] as const;

/** In most histories nothing is wished for: they are quicker to try, and there are as many as there is time for. */
const nowAndThen = (wished: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wished });

/** Those under which every note keeps its name, and with it its place in a vault that others share. */
export const steadyWish = nowAndThen(
  fc.constantFrom(
    { fullText: { place: 'note' } },
    { fullText: { place: 'file' } },
    { fullText: { place: 'note' }, attachments: { covers: true, images: true } },
    {
      rules: [{ when: { kinds: ['article'] }, then: { folder: 'A', fullText: 'note' } }],
      templates: { book: 'built-in:outline' },
    },
  ),
);

const outOfScope = fc.constantFrom('ask', 'leave', 'archive', 'trash');

/** Any of them, and what becomes of notes that are left out. */
export const anyWish: fc.Arbitrary<object> = fc
  .record({ values: fc.constantFrom(...WISHES), outOfScope })
  .map(({ values, outOfScope: becomes }) => ({ ...values, outOfScope: becomes }));

/** Those under which a highlight stands in one note only. */
export const plainWish: fc.Arbitrary<object> = anyWish.filter(
  (values) => !JSON.stringify(values).includes('notePerHighlight'),
);

export const wish: fc.Arbitrary<object> = fc
  .constantFrom(...WISHES)
  .map((values) => ({ ...values, outOfScope: 'trash' }));

/** Any, but mostly none. */
export const rareWish = nowAndThen(wish);

const IMAGE = 'https://images.example.org/files/';

/** A device that keeps files from the web, where that is wanted. */
export const newFilingDevice = (): Device & { readonly files: MemoryAttachments } => ({
  ...newDevice(),
  files: new MemoryAttachments(),
});

/** Every document has a text to read with an image in it, every book a cover, and both are to be had. */
export function giveFiles(world: World): void {
  const { library, server } = world;
  server.web.set('cover', fileBytes.jpg('cover'));
  for (const { id, coverImageUrl, deletedAt } of [...library.books.books()])
    if (deletedAt === null && coverImageUrl !== `${IMAGE}cover`)
      library.editBook(id, { coverImageUrl: `${IMAGE}cover` });
  giveTexts(world);
}

/** The documents' texts alone: a new cover is told only by a sweep, and a quiet sync may make the other one. */
export function giveTexts(world: World): void {
  const { library, server } = world;
  server.web.set('text', fileBytes.png('text'));
  for (const { id, title, parentId, htmlContent } of [...library.documents.all()]) {
    if (parentId !== null || htmlContent !== '') continue;
    const html = `<h2>${encodeURIComponent(title ?? '')}</h2><p>One thing. Two paragraphs, and <em>more</em>.</p><p>See <img src="${IMAGE}text" alt="it">.</p>`;
    // A commit as any other: what follows it late is not stamped before it.
    world.commitLate(0, () =>
      library.editDocument(id, { htmlContent: html, wordCount: (title ?? '').length }),
    );
  }
}

/** Renders everything again, without the service. */
export function render(
  world: World,
  device: Omit<Device, 'state'> & { readonly state: StateStore },
  settings: Settings,
): Promise<SyncReport> {
  const clock = new FakeClock({ startsAt: world.now });
  const attachments =
    device.files === undefined
      ? undefined
      : {
          files: device.files,
          downloader: { get: () => Promise.reject(new Error('A rendering asks for nothing')) },
        };
  return renderNotes(
    { ...device, attachments, clock, reporter: { progress: () => undefined } },
    { settings, dryRun: false },
  );
}
