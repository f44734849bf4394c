import { newDevice, settings, World, type Device } from '../../simulation/world';

const OLD = 'Readwise/Books/Walden.md';
const NEW = 'Readwise/Books/Life in the Woods.md';

const textAt = ({ vault }: Device, path: string): string =>
  vault.entries().find(([each]) => each === path)?.[1] ?? '';
const pathsOf = ({ vault }: Device): readonly string[] => vault.entries().map(([path]) => path);

/**
 * A note that two devices have; then its title changes at the service, and the other device is the first to
 * know.
 */
async function renamedElsewhere(): Promise<{
  readonly world: World;
  readonly device: Device;
  readonly theirs: string;
}> {
  const world = await World.create();
  const book = world.library.addBook({ title: 'Walden', category: 'books' });
  world.library.addHighlight(book.id, { text: 'Simplify.', location: 1 });
  const device = newDevice();
  await world.sync(device);
  world.pass(700);
  world.library.retitleBook(book.id, 'Life in the Woods');
  world.library.addHighlight(book.id, { text: 'Our life is frittered away.', location: 2 });
  const other = newDevice();
  other.vault.put(OLD, textAt(device, OLD));
  await world.sync(other);
  return { world, device, theirs: textAt(other, NEW) };
}

describe('a note that another device renamed while a person wrote in it here', () => {
  it('should go to its new name with the words, in the place of the other, when a file sync brings that one', async () => {
    const { world, device, theirs } = await renamedElsewhere();
    device.vault.put(OLD, textAt(device, OLD).replace('^rw512000001', '^rw512000001\n\nHere are my words.'));
    device.vault.put(NEW, theirs);
    const report = await world.sync(device, { settings: settings() });
    expect(pathsOf(device)).toEqual([NEW]);
    expect(textAt(device, NEW)).toContain('Here are my words.');
    expect(textAt(device, NEW)).toContain('Our life is frittered away.');
    expect(device.vault.trashEntries()).toEqual([[NEW, theirs]]);
    expect([report.notes.renamed, report.notes.trashed, report.vaultWrites, report.conflicts]).toEqual([
      1,
      1,
      3,
      [],
    ]);
    expect((await world.sync(device)).vaultWrites).toBe(0);
    await world.close();
  });

  it('should leave both where they are told of when somebody wrote in the other one, too', async () => {
    const { world, device, theirs } = await renamedElsewhere();
    device.vault.put(OLD, textAt(device, OLD).replace('^rw512000001', '^rw512000001\n\nHere are my words.'));
    device.vault.put(NEW, theirs.replace('^rw512000002', '^rw512000002\n\nThere are my words.'));
    const report = await world.sync(device);
    const all = device.vault
      .entries()
      .map(([, text]) => text)
      .join('\n');
    expect([
      all.includes('Here are my words.'),
      all.includes('There are my words.'),
      device.vault.trashEntries(),
    ]).toEqual([true, true, []]);
    expect(report.conflicts.map(({ block }) => block)).toEqual(['second-note']);
    await world.close();
  });
});
