import { problemMessage } from '../../../src/messages/messages';
import { newDevice, World, type Device } from '../../simulation/world';

describe('a highlight or note of Reader whose parent the service does not list', () => {
  let world: World;
  let device: Device;
  let hidden: string;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: 2 } });
    device = newDevice();
    world.library.addDocument({ title: 'Walden' });
    hidden = '';
    const withoutHidden = (_key: string, value: unknown): unknown =>
      Array.isArray(value) ? value.filter((record: { id?: string } | null) => record?.id !== hidden) : value;
    world.server.faults.when(
      { path: '/api/v3/list/' },
      { kind: 'changed-body', change: (body) => JSON.stringify(JSON.parse(body, withoutHidden)) },
    );
  });

  afterEach(() => world.close());

  const noticesOf = async ({ full = false } = {}) => {
    world.pass(60);
    const { outcome, notices } = await world.sync(device, { full });
    expect(outcome).toBe('done');
    return notices.map(({ problem }) => problemMessage(problem));
  };

  it('should be named in the report when it comes, and not again (I14)', async () => {
    hidden = world.library.addDocument({ title: 'Hidden' }).id;
    const { id } = world.library.addDocumentHighlight(hidden, { text: 'A passage.' });
    const told = [
      `A highlight is left out, because Reader does not list its document. Look for it in Reader: https://read.readwise.io/read/${id}`,
    ];
    expect(await noticesOf()).toEqual(told);
    expect(await noticesOf()).toEqual([]);
    expect(await noticesOf({ full: true })).toEqual([]);
    world.library.addDocument({ title: 'Essays' });
    expect(await noticesOf()).toEqual([]);
  });

  it('should be named when it is a note whose highlight is not listed', async () => {
    const document = world.library.addDocument({ title: 'Essays' });
    const highlight = world.library.addDocumentHighlight(document.id, { text: 'A passage.' });
    hidden = highlight.id;
    const note = world.library.addDocumentNote(highlight.id, 'A thought.');
    const [message] = await noticesOf();
    expect(message).toBe(
      `A note is left out, because Reader does not list its highlight. Look for it in Reader: https://read.readwise.io/read/${note.id}`,
    );
    expect(await noticesOf()).toEqual([]);
  });

  it('should be in its note, and not be named, when the parent is listed later', async () => {
    hidden = world.library.addDocument({ title: 'Hidden' }).id;
    world.library.addDocumentHighlight(hidden, { text: 'A passage.' });
    await noticesOf();
    world.library.editDocument(hidden, { title: 'Shown' });
    hidden = '';
    expect(await noticesOf()).toEqual([]);
    expect(device.vault.entries().some(([, text]) => text.includes('A passage.'))).toBe(true);
  });
});
