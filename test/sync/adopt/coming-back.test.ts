import { readYaml } from '../../../src/platform/node/read-yaml';
import { removeMarks } from '../../../src/sync/leave/remove-marks';
import { anchorsIn } from '../../property/person';
import { FakeClock } from '../../support/fake-clock';
import { MovingIn } from './moving-in';

describe('a note that lost its marks and kept its anchors, because links lead to them', () => {
  it('should have each anchor once, and the same body, when it is adopted again', async () => {
    const house = await MovingIn.create();
    house.addBook({ title: 'Walden', texts: ['I went to the woods because I wished to live deliberately.', 'The mass of men lead lives of quiet desperation.', 'Short.'], notes: ['Mine, too.'] });
    await house.sync();
    const [path = ''] = house.paths;
    const bodyOf = (note: string): string => note.slice(note.indexOf('\n---\n')).replace(/%% florilegium .*%%/, '').trimEnd();
    const before = bodyOf(house.note(path));
    const { vault, state } = house.device;
    const texts = { paths: () => Promise.resolve(house.paths), read: (each: string) => vault.read(each) };
    await removeMarks({ vault, state, texts, clock: new FakeClock(), readYaml }, { paths: [path], keepsAnchors: true });
    await house.adopt((await house.plan()).adoptions);
    expect(bodyOf(house.note(path))).toBe(before);
    expect(anchorsIn(house.note(path))).toHaveLength(3);
    expect(await house.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
    await house.world.close();
  });
});
