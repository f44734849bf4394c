import { chosenByDefault } from '../../../src/features/adopt/adoption';
import { MovingIn } from './moving-in';
import { OFFICIAL, OTHERS, type NoteOfPeople } from './notes-of-people';

describe.each([...OFFICIAL, ...OTHERS].map((note) => [note.name, note] as const))(
  'adopting a note with %s',
  (_name, { path, book, highlights, text, mine }: NoteOfPeople) => {
    let house: MovingIn;

    beforeEach(async () => {
      house = await MovingIn.create();
      const { id } = house.world.library.addBook(book);
      for (const highlight of highlights) house.world.library.addHighlight(id, highlight);
      house.world.pass(600);
      house.device.vault.put(path, text);
      await house.look();
    });
    afterEach(() => house.world.close());

    it('should find every highlight, and be sure', async () => {
      const plan = await house.plan();
      expect(plan.left).toEqual([]);
      expect(chosenByDefault(plan)).toMatchObject([{ path, found: highlights.length, unmarkable: 0 }]);
    });

    it('should keep what the person wrote, make no second note and write nothing in the sync after next (I1, I2, I5)', async () => {
      await house.adoptAll();
      const adopted = house.note(path);
      for (const line of [...mine, ...lines(text)])
        expect([line, adopted.includes(line)]).toEqual([line, true]);
      expect(await house.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
      const synced = house.note(path);
      for (const line of mine) expect([line, synced.split(line).length]).toEqual([line, 2]);
      expect(house.paths).toEqual([path]);
      expect(await house.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    });
  },
);

/** The lines of a note without properties; an anchor may have come to their ends. */
const lines = (text: string): readonly string[] =>
  text
    .replace(/^---\n[^]*?\n---\n/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
