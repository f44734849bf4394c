import { findPlace } from '../../../src/obsidian/ui/find-place';
import { vaultWith } from './vault-with';

const NOTES = {
  'Walden.md': '---\nreadwise-id: 77\n---\nI went to the woods ^rw512001\n\nA lake\n\n^rw512002\n',
  'Slowly.md': '---\nreadwise-id: 78\nreader-id: 01hw3sample\n---\nThe second reading ^rd01hw3highlight\n',
  'Walden highlight.md': '---\nreadwise-id: 77\nreadwise-part: rw512001\n---\nI went to the woods\n',
  'Walden other.md': '---\nreadwise-id: 77\nreadwise-part: rw512009\n---\nAlone\n',
  'Mine.md': 'My own words ^rw512003\n',
};

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
