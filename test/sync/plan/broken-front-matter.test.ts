import { checkLibrary } from '../../../src/features/check/check-library';
import type { SyncReport } from '../../../src/model/report';
import { settings } from '../../simulation/world';
import { told } from '../../support/told';
import { readStatus } from '../../../src/features/status/library-overview';
import { FakeClock } from '../../support/fake-clock';
import { Shelf, bookNote } from '../attachments/shelf';

const NOTE = bookNote(1);

describe('a note whose properties cannot be read', () => {
  let shelf: Shelf;
  let book: number;
  beforeEach(async () => {
    shelf = await Shelf.create();
    [book = 0] = shelf.addBooks(2);
    await shelf.sync();
    shelf.device.vault.put(NOTE, shelf.note(NOTE).replace('\ntitle: ', '\nmood: "good\ntitle: '));
    shelf.world.library.editBook(book, { author: 'Another Author' });
  });
  afterEach(() => shelf.world.close());

  const broken = ({ failures }: SyncReport): readonly unknown[] =>
    failures.map(({ path, problem }) => [path, problem.code]);
  const retried = async (): Promise<readonly (string | null)[]> => {
    const asked = { settings: settings(), ...shelf.device, clock: new FakeClock() };
    return (await readStatus(asked)).retries.map(({ path }) => path);
  };
  const mend = (): void => shelf.device.vault.put(NOTE, shelf.note(NOTE).replace('"good', 'good'));

  it('should be told by the sync that merges it and by each later one, until it is mended', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(broken(await shelf.sync())).toEqual([[NOTE, 'front-matter-broken']]);
    expect(await retried()).toEqual([NOTE]);
    mend();
    expect(broken(await shelf.sync())).toEqual([]);
    expect(shelf.note(NOTE)).toContain('Another Author');
    expect(await retried()).toEqual([]);
  });

  it('should be told when nothing but the properties changed, also by a dry run', async () => {
    const other = bookNote(2);
    shelf.device.vault.put(other, shelf.note(other).replace('\ntitle: ', '\nmood: "good\ntitle: '));
    const told = [NOTE, other].map((path) => [path, 'front-matter-broken']);
    expect(broken(await shelf.sync({ dryRun: true }))).toEqual(told);
    expect(broken(await shelf.sync())).toEqual(told);
  });

  it('should not be told any more when it is no note of the item any more', async () => {
    await shelf.sync();
    shelf.device.vault.put(NOTE, '---\nmood: "good\n---\n');
    expect(broken(await shelf.sync())).toEqual([]);
  });

  it.each([
    ['brackets', `deep: ${'['.repeat(2000)}`],
    ['keys', '? '.repeat(1000)],
    ['lists', `deep:\n  ${'- '.repeat(1000)}x`],
  ])(
    'should be named, and the others go on, when they are nested too deep by %s (I12, I16)',
    async (_name, deep) => {
      mend();
      shelf.device.vault.put(NOTE, shelf.note(NOTE).replace('\ntitle: ', `\n${deep}\ntitle: `));
      shelf.world.library.editBook(book, { author: 'A Third Author' });
      shelf.world.library.addBook({ title: 'Emma', category: 'books' });
      const report = await shelf.sync();
      expect(told(report.failures).join()).toContain('nested too deep');
      expect(shelf.note(NOTE)).toContain(deep);
      const { device, world } = shelf;
      const { findings } = await checkLibrary({ ...device, clock: world.clock(), settings: settings() });
      expect(findings).toMatchObject([{ fault: 'broken', damage: 'front-matter', path: NOTE }]);
    },
  );
});
