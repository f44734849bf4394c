import { newDevice, World, type Device } from '../simulation/world';

const NOTE = 'Readwise/Books/Walden.md';

describe('a highlight that both sides changed', () => {
  let world: World;
  let device: Device;
  let highlightId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const book = world.library.addBook({ title: 'Walden', category: 'books' });
    highlightId = world.library.addHighlight(book.id, {
      text: 'I went to the woods because I wished to live deliberately.',
      location: 1,
    }).id;
    await world.sync(device);
    world.pass(60);
  });

  afterEach(() => world.close());

  const note = (): string => device.vault.entries().find(([path]) => path === NOTE)?.[1] ?? '';
  const edit = (from: string, to: string): void => device.vault.put(NOTE, note().replace(from, to));
  const change = (text: string): void => {
    world.library.editHighlight(highlightId, { text });
  };

  it('should have both changes when they are in different words (I2)', async () => {
    edit('went to the woods', 'went (with a friend) to the woods');
    change('I went to the woods because I wished to live most deliberately.');
    const report = await world.sync(device);
    expect(report.conflicts).toEqual([]);
    expect(note()).toContain(
      'I went (with a friend) to the woods because I wished to live most deliberately.',
    );
  });

  it("should have the person's words in place and the service's under them when they changed the same words (I2, I14)", async () => {
    edit('deliberately', 'slowly');
    change('I went to the woods because I wished to live quickly.');
    const report = await world.sync(device);
    expect(report.conflicts).toEqual([
      { id: expect.any(String) as string, path: NOTE, block: `rw${String(highlightId)}` },
    ]);
    expect(note().indexOf('live slowly.')).toBeGreaterThan(0);
    expect(note().indexOf('live quickly.')).toBeGreaterThan(note().indexOf(`^rw${String(highlightId)}`));
    expect(note().match(/\^rw/g)).toHaveLength(1);
  });

  it('should make its note count once, as one that changed on both sides', async () => {
    edit('deliberately', 'slowly');
    change('I went to the woods because I wished to live quickly.');
    const { notes } = await world.sync(device);
    expect(notes).toMatchObject({ updated: 0, conflicts: 1 });
  });

  it('should be told once, and not be written again, when nothing more happens (I5)', async () => {
    edit('deliberately', 'slowly');
    change('I went to the woods because I wished to live quickly.');
    await world.sync(device);
    const before = note();
    world.pass(60);
    const report = await world.sync(device);
    expect([report.conflicts, report.vaultWrites, note()]).toEqual([[], 0, before]);
  });

  it('should be merged from where the note was last written when the service changed it twice, once while no note could be written', async () => {
    edit('went to the woods', 'went (with a friend) to the woods');
    change('I went to the woods because I wished to live most deliberately.');
    await world.sync(device, { dryRun: true });
    world.pass(60);
    change('I went to the woods because I wished to live most deliberately and well.');
    await world.sync(device);
    expect(note()).toContain(
      'I went (with a friend) to the woods because I wished to live most deliberately and well.',
    );
  });

  it('should keep both texts when the state is lost that knew what was written before (I2)', async () => {
    edit('went to the woods', 'went (with a friend) to the woods');
    change('I went to the woods because I wished to live most deliberately.');
    await world.sync({ vault: device.vault, state: newDevice().state });
    expect(note()).toContain('I went (with a friend) to the woods because I wished to live deliberately.');
    expect(note()).toContain('I went to the woods because I wished to live most deliberately.');
  });
});

describe('a property that both sides changed', () => {
  it('should be told of once, not with each later change of the note, until the service changes it again (I14)', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    const highlight = (location: number): unknown =>
      world.library.addHighlight(id, { text: `Passage ${String(location)}.`, location });
    const conflicts = async (): Promise<readonly string[]> => {
      world.pass(700);
      return (await world.sync(device)).conflicts.map(({ block }) => block);
    };
    highlight(1);
    await conflicts();
    device.vault.put(
      NOTE,
      (device.vault.entries()[0]?.[1] ?? '').replace('title: Walden', 'title: My Walden'),
    );
    world.library.retitleBook(id, 'Life in the Woods');
    highlight(2);
    expect(await conflicts()).toEqual(['title']);
    highlight(3);
    expect(await conflicts()).toEqual([]);
    world.library.retitleBook(id, 'Walden; or, Life in the Woods');
    highlight(4);
    expect(await conflicts()).toEqual(['title']);
    const [path = '', text = ''] = device.vault.entries()[0] ?? [];
    device.vault.put(path, text.replace('title: My Walden', 'title: Walden'));
    highlight(5);
    expect(await conflicts()).toEqual([]);
    expect(device.vault.entries()[0]?.[1]).toContain('title: Walden; or, Life in the Woods');
    await world.close();
  });
});
