import { planRender, renderNotes } from '../../../src/sync/render-notes';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

const TEMPLATE = '---\ntitle: "{{title}}"\n---\n# {{upper title}}\n\n%% highlight %%\n- {{text}}\n';

describe('notes that are rendered again without the service', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const book = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' });
    world.library.addHighlight(book.id, { text: 'Simplify, simplify.', location: 1 });
    world.library.addHighlight(book.id, { text: 'Our life is frittered away.', location: 2 });
    const document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocumentHighlight(document.id, { text: 'I wish to speak a word.' });
    world.pass(600);
    await world.sync(device);
    await device.vault.create('Templates/mine.md', TEMPLATE);
  });

  afterEach(() => world.close());

  const deps = () => ({
    vault: device.vault,
    state: device.state,
    clock: new FakeClock({ startsAt: world.now }),
    reporter: { progress: () => undefined },
  });
  const render = (values: object) => renderNotes(deps(), { settings: settings(values) });
  const own = {
    templates: { book: 'Templates/mine.md', article: 'Templates/mine.md' },
    naming: { folder: '', fileName: '{{title}}' },
  };

  it('should give the notes that a sync with the same settings gives, and ask the service nothing (I1)', async () => {
    const requests = world.server.requests.entries.length;
    expect(await render(own)).toMatchObject({
      outcome: 'done',
      requests: 0,
      notes: { renamed: 2, created: 0 },
    });
    expect(world.server.requests.entries).toHaveLength(requests);
    const rendered = device.vault.entries();
    expect(rendered.map(([path]) => path)).toEqual([
      'Readwise/Walden.md',
      'Readwise/Walking.md',
      'Templates/mine.md',
    ]);
    expect(await world.sync(device, { settings: settings(own) })).toMatchObject({ vaultWrites: 0 });
    expect(device.vault.entries()).toEqual(rendered);
  });

  it('should keep a highlight that only Reader has when it is newer than the watermark (I1)', async () => {
    const document = world.library.addDocument({ title: 'New', category: 'article', location: 'new' });
    world.library.addDocumentHighlight(document.id, { text: 'Made a moment ago.' });
    world.pass(5);
    await world.sync(device);
    const before = device.vault.entries();
    expect(new Map(before).get('Readwise/Articles/New.md')).toContain('Made a moment ago.');
    expect(await render({})).toMatchObject({ outcome: 'done', notes: { updated: 0 } });
    expect(device.vault.entries()).toEqual(before);
  });

  it('should keep what the person wrote, and tell of it beforehand, when the template changes (I2)', async () => {
    await device.vault.update('Readwise/Books/Walden.md', (text) =>
      text
        .replace('Simplify, simplify.', 'Simplify, simplify. Mine.')
        .replace('\n---\n', '\n---\nMy own words.\n\n'),
    );
    const before = device.vault.entries();
    const { report: planned } = await planRender(deps(), { settings: settings(own) });
    expect(planned.plan?.map(({ action, path }) => [action, path])).toEqual([
      ['rename', 'Readwise/Walden.md'],
      ['rename', 'Readwise/Walking.md'],
    ]);
    expect(planned.plan?.[0]).toMatchObject({
      reasons: ['renamed-by-settings'],
      from: 'Readwise/Books/Walden.md',
    });
    expect(device.vault.entries()).toEqual(before);
    await render(own);
    const text = (await device.vault.read('Readwise/Walden.md')) ?? '';
    expect(text).toContain('Simplify, simplify. Mine.');
    expect(text).toContain('My own words.');
    expect(text).toContain('- Our life is frittered away.');
  });

  it('should write nothing when nothing changed (I5)', async () => {
    expect(await render({})).toMatchObject({ outcome: 'done', vaultWrites: 0, notes: { unchanged: 2 } });
  });

  it('should say so and leave its notes when a template is broken', async () => {
    await device.vault.update('Templates/mine.md', () => '{{titel}}');
    expect(await render(own)).toMatchObject({
      outcome: 'partial',
      failures: [{ id: 'template' }],
    });
  });
});
