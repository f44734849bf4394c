import { readYaml } from '../../src/platform/node/read-yaml';
import { removeMarks } from '../../src/sync/leave/remove-marks';
import { MovingIn } from '../sync/adopt/moving-in';
import { FakeClock } from '../support/fake-clock';

it.each([true, false])('x %s', async (keepsAnchors) => {
  const house = await MovingIn.create();
  house.addBook({ title: 'Walden', texts: ['One thing that is said.', 'Another thing that is said here, too.'] });
  await house.sync();
  const { vault, state } = house.device;
  const texts = { paths: () => Promise.resolve(house.paths), read: (path: string) => vault.read(path) };
  await removeMarks({ vault, state, texts, clock: new FakeClock(), readYaml }, { paths: house.paths, keepsAnchors });
  console.log(house.note(house.paths[0] ?? ''));
  const plan = await house.plan();
  console.log(JSON.stringify(plan));
  await house.adopt(plan.adoptions);
  console.log(house.note(house.paths[0] ?? ''));
  console.log(JSON.stringify(await house.sync()));
  console.log(house.note(house.paths[0] ?? ''));
  await house.world.close();
});
