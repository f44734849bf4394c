import type { NewHighlight } from '../../src/model/outbox';
import { deliverChanges } from '../../src/outbox/send-changes';
import { settings } from '../simulation/world';
import { CANARY_TOKEN } from '../support/canary';
import { OutboxScene } from './outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const FAVORITES = { any: { favorites: true } };

describe('a new highlight that the settings leave out of the notes', () => {
  let scene: OutboxScene;

  beforeEach(async () => {
    ({ scene } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const ask = (...highlights: readonly NewHighlight[]) =>
    scene.ask({ kind: 'create-highlights', highlights: [...highlights] });
  const texts = () => [...scene.library.books.highlights()].map(({ text }) => text);
  const LAKE = { title: 'Walden', author: 'Thoreau', text: 'A lake.' };

  it('should be sent, and be told of, when only favorites are chosen', async () => {
    await ask(LAKE);
    const result = await scene.send({ settings: settings({ scope: { highlights: FAVORITES } }) });
    expect(result).toMatchObject({
      outcome: 'sent',
      changes: [{ state: 'sent', leftOut: { count: 1, of: 1 } }],
    });
    expect(texts()).toContain('A lake.');
    expect(scene.note(WALDEN)).not.toContain('A lake.');
  });

  it.each([
    ['a rule chooses', { highlights: FAVORITES }],
    ['a rule leaves the item out', { leaveOut: true }],
  ])('should be told of when %s', async (_when, then) => {
    await ask({ ...LAKE, title: 'Cape Cod' });
    const rules = [{ name: 'R', enabled: true, when: { title: ['Cape'] }, then }];
    expect((await scene.send({ settings: settings({ rules }) })).changes).toMatchObject([
      { state: 'sent', leftOut: { count: 1, of: 1 } },
    ]);
    expect(texts()).toContain('A lake.');
    expect(scene.paths).not.toContain('Readwise/Books/Cape Cod.md');
  });

  it('should be counted when others of the same change are in their note', async () => {
    await ask(LAKE, { ...LAKE, text: 'A pond.' }, { ...LAKE, text: 'Noted.', note: '.c1' });
    const given = settings({ scope: { highlights: { none: { texts: ['a lake', 'noted'] } } } });
    expect((await scene.send({ settings: given })).changes).toMatchObject([{ leftOut: { count: 2, of: 3 } }]);
    expect(scene.note(WALDEN)).toContain('A pond.');
  });

  it('should be told of with its answer when it was sent beside a sync', async () => {
    await ask(LAKE);
    const given = settings({ scope: { highlights: FAVORITES } });
    const deps = scene.world.dependencies(scene.device);
    const delivered = await deliverChanges(deps, { settings: given, token: CANARY_TOKEN });
    expect(delivered.changes[0]).not.toHaveProperty('leftOut');
    expect((await scene.send({ settings: given })).changes).toMatchObject([{ leftOut: { count: 1, of: 1 } }]);
  });

  it('should not be said of one that is in its note when others are left out', async () => {
    await ask({ ...LAKE, note: 'Deep.' });
    const given = settings({ scope: { highlights: { any: { favorites: true, withNote: true } } } });
    expect((await scene.send({ settings: given })).changes[0]).not.toHaveProperty('leftOut');
    expect(scene.note(WALDEN)).toContain('A lake.');
  });
});
