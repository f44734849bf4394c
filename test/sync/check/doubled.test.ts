import type { Finding } from '../../../src/core/check/finding';
import { applyRepairs } from '../../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../../src/sync/check/check-library';
import { newDevice, settings, World, type Device } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';

const WALDEN = 'Readwise/Books/Walden.md';
const ESSAYS = 'Readwise/Books/Essays.md';

describe('checking notes in which a file sync doubled something', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    for (const title of ['Walden', 'Essays'])
      world.library.addHighlight(world.library.addBook({ title, category: 'books' }).id, {
        text: `Passage of ${title}.`,
      });
    await world.sync(device);
    world.pass(600);
  });
  afterEach(() => world.close());

  const context = () => ({
    vault: device.vault,
    state: device.state,
    clock: new FakeClock({ startsAt: world.now }),
    settings: settings(),
  });
  const check = async (): Promise<readonly Finding[]> => (await checkLibrary(context())).findings;
  const text = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';

  it('should find properties that stand twice, and have the next sync take the copies out', async () => {
    const before = [text(WALDEN), text(ESSAYS)];
    device.vault.put(WALDEN, text(WALDEN).replace(/^title: .*\n/m, '$&$&'));
    const findings = await check();
    expect(
      findings.map(({ fault, path, about, repairs }) => [
        fault,
        path,
        about,
        repairs.map(({ kind }) => kind),
      ]),
    ).toEqual([['doubled', WALDEN, ['title'], ['renew']]]);
    await applyRepairs(
      context(),
      findings.map(({ repairs: [first] }) => first),
    );
    await world.sync(device);
    expect([text(WALDEN), text(ESSAYS)]).toEqual(before);
    expect(await check()).toEqual([]);
  });

  it('should leave alone what a person wrote twice', async () => {
    device.vault.put(
      WALDEN,
      text(WALDEN)
        .replace(/^---\n/, '---\nmine: 1\nmine: 2\n')
        .replace(/^# Walden\n/m, '$&\nOnce more.\n\nOnce more.\n'),
    );
    expect(await check()).toEqual([]);
  });
});
