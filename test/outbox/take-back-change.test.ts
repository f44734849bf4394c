import type { Change } from '../../src/model/outbox';
import { addChange, takeBackChange } from '../../src/outbox/waiting-changes';
import { readOutbox } from '../../src/store/outbox-store';
import { OutboxScene } from './outbox-scene';

const SECONDS = 10;

describe('a change that can be taken back', () => {
  let scene: OutboxScene;
  let change: Change;
  let documentId: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { id } = scene.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    documentId = id;
    change = { kind: 'edit-item', item: 'document', id, fields: { location: 'archive' } };
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const host = () => ({ ...scene.device, clock: scene.world.clock(), random: () => 0.5 });

  async function ask(): Promise<string> {
    const notBefore = scene.world.clock().now() + SECONDS * 1000;
    const added = await addChange(host(), change, { notBefore });
    if (!added.ok) throw new Error(JSON.stringify(added.reason));
    return added.entries[0]?.id ?? '';
  }

  const location = (): string | null => scene.library.documents.get(documentId).location;

  it('should not be sent before its time, whoever asks, and be sent after it', async () => {
    const id = await ask();
    await scene.send();
    await scene.send({ onlyDue: true });
    await scene.send({ ids: new Set([id]) });
    expect(scene.writes).toEqual([]);
    scene.world.pass(SECONDS);
    await scene.send({ onlyDue: true });
    expect(location()).toBe('archive');
    expect(scene.writes).toHaveLength(1);
  });

  it('should leave no trace when it is taken back in time', async () => {
    const id = await ask();
    expect(await takeBackChange(host(), id)).toBe(true);
    scene.world.pass(SECONDS);
    await scene.send();
    expect(scene.writes).toEqual([]);
    expect(await readOutbox(scene.device.outbox)).toEqual([]);
    await ask();
    scene.world.pass(SECONDS);
    await scene.send();
    expect(location()).toBe('archive');
  });

  it('should be sent when it is taken back too late', async () => {
    const id = await ask();
    scene.world.pass(SECONDS);
    expect(await takeBackChange(host(), id)).toBe(false);
    await scene.send();
    expect(location()).toBe('archive');
  });

  it('should let a later change of the same document start from what stays when it is taken back', async () => {
    const id = await ask();
    const back = await addChange(host(), {
      kind: 'edit-item',
      item: 'document',
      id: documentId,
      fields: { location: 'new' },
    });
    expect(back.ok).toBe(true);
    await takeBackChange(host(), id);
    await scene.send();
    expect(location()).toBe('new');
    expect(await readOutbox(scene.device.outbox)).toEqual([]);
  });
});
