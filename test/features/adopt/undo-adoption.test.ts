import { MemoryStateStore } from '../../support/memory-state-store';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { settings } from '../../simulation/world';
import { mirrorNote } from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.',
];

describe('an adoption that is undone', () => {
  let house: MovingIn;

  beforeEach(async () => {
    house = await MovingIn.create();
    const walden = house.addBook({ title: 'Walden', texts: TEXTS });
    house.device.vault.put('Walden.md', mirrorNote(walden));
    await house.look();
  });
  afterEach(() => house.world.close());

  it('should give back the note byte for byte, make no second one, and let it be adopted again', async () => {
    const before = house.note('Walden.md');
    await house.adoptAll();
    const adopted = house.note('Walden.md');
    const deps = { outbox: new MemoryStateStore(), ...house.deps, reporter: { progress: () => undefined } };
    const plan = await planUndo(deps);
    expect(plan?.ended?.kind).toBe('adopt');
    expect(await undoLastRun(deps, { run: plan?.run ?? 0, settings: settings() })).toMatchObject({
      undone: 'adopt',
    });
    expect(house.note('Walden.md')).toBe(before);
    await house.sync();
    expect(house.paths).toEqual(['Walden.md']);
    expect(house.note('Walden.md')).toBe(before);
    await house.adoptAll();
    expect(house.note('Walden.md')).toBe(adopted);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0 });
  });
});
