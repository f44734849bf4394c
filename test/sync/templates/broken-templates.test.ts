import { told } from '../../support/told';
import { exitCodeOf } from '../../../pkg/exit-code';
import { newDevice, settings, World, type Device } from '../../simulation/world';

const GOOD = '# Good: {{title}}\n\n{{> line}}\n\n%% highlight %%\n- {{text}}\n';
const BROKEN = '# Broken: {{titel}}\n\n%% highlight %%\n{{shout text}}\n';
const WAITING = 'Notes that use this template wait until you correct it.';
const VALUES = { templates: { book: 'T/mine.md', folder: 'T' } };
const CHOSEN = { settings: settings(VALUES) };

describe('a sync while a template is broken', () => {
  let world: World;
  let device: Device;
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    book = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(book, { text: 'Simplify.', location: 1 });
    world.pass(600);
    device.vault.put('T/mine.md', GOOD);
    device.vault.put('T/line.md', 'First.');
    await world.sync(device, CHOSEN);
  });

  afterEach(() => world.close());

  const note = (title = 'Walden'): string =>
    device.vault.entries().find(([path]) => path === `Readwise/Books/${title}.md`)?.[1] ?? '';
  const sync = (more: object = {}) => {
    world.pass(61);
    return world.sync(device, { ...CHOSEN, ...more });
  };
  const addBook = (title: string): void => {
    world.library.addHighlight(world.library.addBook({ title, category: 'books' }).id, {
      text: 'New.',
      location: 1,
    });
    world.pass(61);
  };

  const addArticle = (title: string): void => {
    world.library.addDocument({ title, category: 'article' });
    world.pass(61);
  };

  it('should name it, let its notes wait, old and new, and write all others (I14)', async () => {
    const before = note();
    device.vault.put('T/mine.md', BROKEN);
    addBook('Maxims');
    addArticle('Walking');
    world.library.addHighlight(book, { text: 'Our life is frittered away.', location: 2 });
    const report = await sync();
    expect(report).toMatchObject({ outcome: 'partial', notes: { created: 1, updated: 0, failed: 0 } });
    expect(exitCodeOf(report)).toBe(1);
    expect(report.failures).toMatchObject([{ id: 'template', path: 'T/mine.md' }]);
    expect(told(report.failures)).toEqual([
      `T/mine.md, line 1, column 13: There is no field "titel" here. Did you mean "title"? Line 4, column 3: There is no helper "shout". Did you mean "sort"? ${WAITING}`,
    ]);
    expect([note(), note('Maxims')]).toEqual([before, '']);
    expect(await device.vault.read('Readwise/Articles/Walking.md')).toContain('Walking');
    expect(device.vault.entries().find(([path]) => path === 'T/mine.md')?.[1]).toBe(BROKEN);
  });

  it('should make nothing due again while it stays broken, and write what waits when it is mended (I5)', async () => {
    device.vault.put('T/mine.md', BROKEN);
    addBook('Maxims');
    for (let round = 0; round < 3; round += 1)
      expect(await sync()).toMatchObject({
        outcome: 'partial',
        vaultWrites: 0,
        notes: { unchanged: 0 },
        failures: [{ id: 'template' }],
      });
    device.vault.put('T/mine.md', BROKEN.replace('titel', 'titles'));
    expect(await sync()).toMatchObject({ outcome: 'partial', vaultWrites: 0, notes: { unchanged: 0 } });
    device.vault.put('T/mine.md', '# Mended: {{title}}\n\n%% highlight %%\n{{text}}\n');
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: 1, updated: 1 }, failures: [] });
    expect(note()).toContain('# Mended: Walden');
    expect(note('Maxims')).toContain('# Mended: Maxims');
  });

  it('should say the same in a dry run (I11)', async () => {
    device.vault.put('T/mine.md', BROKEN);
    addBook('Maxims');
    addArticle('Walking');
    const planned = await world.sync(device, { ...CHOSEN, dryRun: true });
    expect(planned.plan?.map(({ path }) => path)).toEqual(['Readwise/Articles/Walking.md']);
    expect(planned.failures).toEqual((await sync()).failures);
  });

  it('should leave the note of a deleted item where it is, until the template is mended', async () => {
    const other = world.library.addBook({ title: 'Maxims', category: 'books' }).id;
    const highlight = world.library.addHighlight(other, { text: 'Know thyself.', location: 1 });
    await sync();
    device.vault.put('T/mine.md', BROKEN);
    world.library.deleteHighlight(highlight.id);
    world.library.deleteBook(other);
    expect(await sync()).toMatchObject({ outcome: 'partial', notes: { trashed: 1 } });
    expect(note('Maxims')).toBe('');
  });

  it('should write nothing anew when it is put back as it was', async () => {
    device.vault.put('T/mine.md', BROKEN);
    await sync();
    device.vault.put('T/mine.md', GOOD);
    expect(await sync()).toMatchObject({ outcome: 'done', vaultWrites: 0, notes: { unchanged: 0 } });
  });

  it('should do the same when the template is gone, or one of its partials is gone or broken', async () => {
    device.vault.remove('T/mine.md');
    const gone = await sync();
    expect(gone).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
    expect(told(gone.failures)).toEqual([
      `The template for book notes, T/mine.md, is not in the vault. Restore it, or choose another in the settings. ${WAITING}`,
    ]);
    device.vault.put('T/mine.md', GOOD);
    device.vault.put('T/line.md', 'Second {{titel}}.');
    expect(told((await sync()).failures)).toEqual([
      `T/line.md, line 1, column 10: There is no field "titel" here. Did you mean "title"? (It is called in T/mine.md, line 3.) ${WAITING}`,
    ]);
    device.vault.remove('T/line.md');
    expect(told((await sync()).failures)).toEqual([
      `T/mine.md, line 3, column 1: There is no partial "line". Create the note T/line.md, or correct the name. ${WAITING}`,
    ]);
    device.vault.put('T/line.md', 'Second.');
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
  });

  it('should keep a person’s words, and what changed at the service meanwhile, through it all (I2)', async () => {
    device.vault.put('Readwise/Books/Walden.md', note().replace('Simplify.', 'Simplify. Mine.'));
    device.vault.put('T/mine.md', BROKEN);
    world.library.addHighlight(book, { text: 'Our life is frittered away.', location: 2 });
    await sync();
    expect(note()).toContain('- Simplify. Mine.');
    device.vault.put('T/mine.md', GOOD.replace('- {{text}}', '* {{text}}'));
    await sync();
    expect(note()).toContain('- Simplify. Mine.');
    expect(note()).toContain('* Our life is frittered away.');
  });

  it('should name two of them, and write what uses neither', async () => {
    device.vault.put('T/mine.md', BROKEN);
    device.vault.put('T/new.md', 'no highlight part');
    addArticle('Walking');
    const both = settings({ templates: { ...VALUES.templates, article: 'T/new.md' } });
    const report = await sync({ settings: both });
    expect(report).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
    expect(report.failures.map(({ path }) => path)).toEqual(['T/mine.md', 'T/new.md']);
  });

  it('should write the other notes on a device that never saw it good', async () => {
    const other = newDevice();
    other.vault.put('T/mine.md', BROKEN);
    addArticle('Walking');
    expect(await world.sync(other, CHOSEN)).toMatchObject({ outcome: 'partial', notes: { created: 1 } });
  });

  it('should render the other notes again, without the service', async () => {
    addArticle('Walking');
    await sync();
    device.vault.put('T/mine.md', BROKEN);
    const report = await world.render(
      device,
      settings({ ...VALUES, naming: { folder: '', fileName: '{{title}}' } }),
    );
    expect(report).toMatchObject({
      outcome: 'partial',
      requests: 0,
      notes: { renamed: 1 },
      failures: [{ id: 'template', path: 'T/mine.md' }],
    });
    expect(await device.vault.read('Readwise/Walking.md')).toContain('Walking');
  });
});
