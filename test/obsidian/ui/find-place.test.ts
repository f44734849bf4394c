import { App } from '../../browser/app/app-model';
import type { App as ObsidianApp } from 'obsidian';
import { findPlace } from '../../../src/obsidian/ui/find-place';

const NOTES = {
  'Walden.md': '---\nreadwise-id: 77\n---\nI went to the woods ^rw512001\n\nA lake\n\n^rw512002\n',
  'Slowly.md': '---\nreadwise-id: 78\nreader-id: 01hw3sample\n---\nThe second reading ^rd01hw3highlight\n',
  'Walden highlight.md': '---\nreadwise-id: 77\nreadwise-part: rw512001\n---\nI went to the woods\n',
  'Walden other.md': '---\nreadwise-id: 77\nreadwise-part: rw512009\n---\nAlone\n',
  'Mine.md': 'My own words ^rw512003\n',
};

async function vaultWith(notes: Readonly<Record<string, string>>): Promise<ObsidianApp> {
  const app = new App();
  const waiting = new Set(Object.keys(notes));
  const isIndexed = new Promise<void>((resolve) => {
    app.metadataCache.on('changed', ({ path }) => {
      waiting.delete(path);
      if (waiting.size === 0) resolve();
    });
  });
  for (const [path, text] of Object.entries(notes)) await app.vault.create(path, text);
  await isIndexed;
  return app as unknown as ObsidianApp;
}

describe('findPlace', () => {
  it.each([
    ['a book', '77', { path: 'Walden.md', anchor: null }],
    ['a document', '01hw3sample', { path: 'Slowly.md', anchor: null }],
    ['a highlight', '512002', { path: 'Walden.md', anchor: 'rw512002' }],
    ['a highlight of Reader', '01hw3highlight', { path: 'Slowly.md', anchor: 'rd01hw3highlight' }],
    ['the anchor of a block', 'rw512002', { path: 'Walden.md', anchor: 'rw512002' }],
    ['a highlight with a note of its own as well', '512001', { path: 'Walden.md', anchor: 'rw512001' }],
    ['a highlight that only has a note of its own', '512009', { path: 'Walden other.md', anchor: null }],
  ])('should find %s', async (_what, id, place) => {
    expect(findPlace(await vaultWith(NOTES), id)).toEqual(place);
  });

  it.each([
    ['nothing has it', '999'],
    ['only a note that is not ours has such a block', '512003'],
  ])('should find nothing when %s', async (_case, id) => {
    expect(findPlace(await vaultWith(NOTES), id)).toBeNull();
  });
});
