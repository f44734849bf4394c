import { sendingLines } from '../../pkg/text/status-text';
import { settings } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const WALKING = 'Readwise/Articles/Walking.md';

describe('a document that a sent change moves to a location that is not synced', () => {
  let scene: OutboxScene;
  let id: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    ({ id } = scene.library.addDocument({ title: 'Walking', category: 'article', location: 'new' }));
    await scene.sync();
    await scene.ask({ kind: 'edit-item', item: 'document', id, fields: { location: 'archive' } });
  });
  afterEach(() => scene.world.close());

  const under = (outOfScope: string) => settings({ scope: { documentLocations: ['new'] }, outOfScope });

  it('should be asked about by the next sync, once', async () => {
    expect(await scene.send({ settings: under('ask') })).toMatchObject({ outcome: 'sent' });
    const sync = () => scene.world.sync(scene.device, { settings: under('ask') });
    expect(await sync()).toMatchObject({ vaultWrites: 0, outOfScope: [{ id, path: WALKING }] });
    expect(await sync()).not.toHaveProperty('outOfScope');
  });

  it.each([
    ['trash', '1 note moved to the trash.'],
    ['archive', '1 note moved to the archive.'],
  ])('should be said to go when the settings say %s', async (outOfScope, text) => {
    const result = await scene.send({ settings: under(outOfScope) });
    expect(scene.note(WALKING)).toBe('');
    expect(sendingLines(result)).toContain(text);
  });
});
