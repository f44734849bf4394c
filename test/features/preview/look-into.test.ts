import { openLook } from '../../../src/features/preview/look-into';
import type { NoteLook } from '../../../src/merge/diff/text-diff';
import { settings } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../../sync/attachments/shelf';

describe('the differences of a note in a preview', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  const look = async (id: number): Promise<NoteLook | null> => {
    const { vault, state } = shelf.device;
    const clock = new FakeClock({ startsAt: shelf.world.now });
    return (await openLook({ vault, state, clock }, settings()))(`b:${String(id)}`);
  };

  it('should be its texts before and after, without the trailer, and leave the note alone', async () => {
    const [id = 0] = shelf.addBooks(1);
    await shelf.sync({ dryRun: true });
    const made = await look(id);
    expect(made?.before).toBe('');
    expect(made?.after).toContain('Passage 1.');
    expect(made?.after).not.toContain('%% florilegium');
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
    await shelf.sync({ dryRun: true });
    shelf.write(bookNote(1), 'A thought, just in time.');
    const changed = await look(id);
    expect(changed?.before).not.toContain('Another passage.');
    expect(changed?.after).toContain('Another passage.');
    expect(changed?.after).toContain('A thought, just in time.');
    expect(shelf.note(bookNote(1))).not.toContain('Another passage.');
  });

  it('should be none when the note is up to date', async () => {
    const [id = 0] = shelf.addBooks(1);
    await shelf.sync();
    expect(await look(id)).toBeNull();
  });
});
