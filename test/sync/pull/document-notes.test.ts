import { newDevice, World, type Device } from '../../simulation/world';
import { LIST, without } from '../deletions/audit-scene';
import type { DocumentRecord } from '../../server/records';

/** The list begins with the latest record: a note comes before its highlight, and that before its document. */
describe('a note that hangs on a highlight of Reader', () => {
  let world: World;
  let device: Device;
  let highlight: DocumentRecord;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: 1 } });
    device = newDevice();
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article' });
    highlight = world.library.addDocumentHighlight(id, { text: 'I wish to speak a word for Nature.' });
  });
  afterEach(() => world.close());

  const text = (): string =>
    device.vault
      .entries()
      .map(([, note]) => note)
      .join();
  const sync = async (): Promise<string> => {
    world.pass(600);
    await world.settle(device);
    return text();
  };
  const add = (words: string): DocumentRecord => world.library.addDocumentNote(highlight.id, words);

  it('should stand under it when it comes on an earlier page', async () => {
    add('First.');
    add('Second.');
    expect(await sync()).toMatch(/speak a word for Nature\.[^]*First\.[^]*Second\./);
  });

  it('should stand under it when it comes later', async () => {
    await sync();
    add('Later.');
    expect(await sync()).toMatch(/speak a word for Nature\.[^]*Later\./);
  });

  it('should stand under it as it was told last, or not at all, when that changed while the highlight was not listed', async () => {
    world.server.faults.when({ path: LIST }, { kind: 'changed-body', change: without(highlight) });
    const [changed, gone] = [add('First.'), add('Gone.')];
    await sync();
    world.library.editDocument(changed.id, { content: 'Second.' });
    world.library.deleteDocument(gone.id);
    await sync();
    world.server.faults.clear();
    world.library.editDocument(highlight.id, { content: 'I wish to speak.' });
    await world.sync(device);
    const note = text();
    expect(note).toMatch(/I wish to speak\.[^]*Second\./);
    expect(note).not.toMatch(/First\.|Gone\./);
  });
});
