import { findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { previewItem } from '../../../src/features/preview/preview-item';
import { recordOf } from '../../../src/store/library';
import { joinNote, splitNote } from '../../../src/notes/note/note';
import { newDevice, settings, World, type DeviceWithOutbox } from '../../simulation/world';

const NOTE = 'Readwise/Books/On Sleep.md';
const SEND_ALL = { title: true, author: true, summary: true, tags: true, location: true, note: true };

describe('the text of a PDF', () => {
  let world: World;
  let device: DeviceWithOutbox;
  let documentId: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    documentId = world.library.addDocument({ title: 'On Sleep', category: 'pdf', location: 'later' }).id;
    world.library.addMirroredHighlight(documentId, {
      text: 'Sleep is an impor-\ntant part of a late-\nnight cycle.\n\nIt is\nnot\nrest.',
      note: 'My\nnote',
      location: 1,
    });
    world.library.addMirroredHighlight(documentId, { text: 'It was late.', location: 2 });
    world.pass(60);
    await world.sync(device);
  });
  afterEach(() => world.close());

  const note = async (): Promise<string> => (await device.vault.read(NOTE)) ?? '';
  const handChanges = async () =>
    (await findLocalChanges(world.dependencies(device), settings({ sendBack: SEND_ALL }))).changes;

  it('should stand in whole paragraphs, also in notes of single highlights, when nothing is set', async () => {
    expect(await note()).toContain(
      '> Sleep is an important part of a late-night cycle.\n>\n> It is not rest.\n',
    );
    expect(await note()).toContain('**Note:** My\n> note');
    world.pass(60);
    await world.sync(device, { settings: settings({ notePerHighlight: true }) });
    const written = device.vault.entries().filter(([, text]) => text.includes('Sleep is an'));
    expect(written.map(([, text]) => text.includes('an important part of a late-night cycle.'))).toEqual([
      true,
      true,
    ]);
    expect(written.map(([path]) => path)).toContain(
      `${NOTE.replace('.md', '')}/Sleep is an important part of a late-night cycle. It is not….md`,
    );
  });

  it('should stand as it came when the setting has no PDFs, as the preview showed it', async () => {
    const asItCame = settings({ unwrapText: [] });
    const record = await recordOf(device.state, `d:${documentId}`);
    if (record === null) throw new Error('The document is not there');
    const { notes } = await previewItem({ ...device, clock: world.clock() }, { record, settings: asItCame });
    world.pass(60);
    expect(await world.sync(device, { settings: asItCame })).toMatchObject({ notes: { updated: 1 } });
    const { yaml, body } = splitNote(await note());
    expect(notes?.map(({ text }) => text)).toEqual([joinNote(yaml ?? '', body)]);
    expect(body).toContain('> Sleep is an impor-\n> tant part of a late-\n> night cycle.\n');
    world.pass(60);
    expect(await world.sync(device, { settings: asItCame })).toMatchObject({ vaultWrites: 0 });
  });

  it('should never be a change to send when nobody touched it, nor when somebody did (I15)', async () => {
    expect(await handChanges()).toEqual([]);
    const untouched = await note();
    device.vault.put(NOTE, untouched.replace('important', 'vital'));
    expect(await handChanges()).toEqual([]);
    device.vault.put(NOTE, untouched.replace('My\n> note', 'My other note'));
    expect(await handChanges()).toMatchObject([{ field: 'note', mine: 'My other note' }]);
    world.pass(60);
    expect(await world.sync(device)).toMatchObject({ conflicts: [], vaultWrites: 0 });
  });
});
