import type { NoteLook } from '../../src/merge/diff/text-diff';
import { bookNote, Shelf } from './attachments/shelf';

describe('the texts of a dry run', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  const look = async (id: number): Promise<NoteLook | null> => {
    shelf.world.pass(61);
    const { report, look: lookAt } = await shelf.world.plan(shelf.device);
    const action = report.plan?.find(({ note }) => note === `b:${String(id)}`);
    return action === undefined ? null : lookAt(action);
  };

  it('should be those of the note before and after, without the trailer, and leave the note alone', async () => {
    const [id = 0] = shelf.addBooks(1);
    const made = await look(id);
    expect(made?.before).toBe('');
    expect(made?.after).toContain('Passage 1.');
    expect(made?.after).not.toContain('%% florilegium');
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
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
